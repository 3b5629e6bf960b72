"""Events of a game in order (section 9), and their stories.

Besides the fields that section 9 lists, events carry what their story and the picture need: whose ship it
was, how much gold there is now, which of several outcomes it is, where ships and balls came from.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from rules.engine.event import Event, Ranks, SeatName, Story, StoryValue, signs_of
from rules.engine.seat import Seat
from rules.engine.wording import listed
from rules.privateer.board import FILE, Colour, Direction, Gambit, Hex, Level, Terrain
from rules.privateer.dice import HOLED, tokens
from rules.privateer.fleets import COLOUR_OF, FLEETS, MERCHANT, Ship, fleet_name, gambit_of, ship_name
from rules.privateer.tables import GAMBITS

Cause = Literal["fled", "storm", "volcano", "desert", "reef", "blown_off", "withdrawn"]
"""Why a ship is gone without having been sunk or taken."""

ShotResult = Literal["hit", "fog", "truce", "volcano", "out", "own", "empty"]
GoldReason = Literal["start", "third_ship", "gun", "scuttle", "marque", "marines", "day"]

STRENGTH = dict(zip(sorted(set(FILE.dice.sail.faces)), ("light", "fair", "strong"), strict=True))
"""The names of a sail die's values: light airs, a fair breeze, a strong wind (section 8)."""

_IN_WORDS: Mapping[str, str] = {
    **{fleet: fleet_name(fleet) for fleet in FLEETS},
    **{ship: ship_name(ship) for ship in (*COLOUR_OF, MERCHANT)},
}


class PrivateerEvent(Event, abstract=True):
    """An event of this game: fleets and ships read as `Red`, `Red 1`."""

    in_words = _IN_WORDS

    def befallen(self) -> Sequence[Ship]:
        """The affected ships whose players the event does not name."""
        return ()


class FleetEvent(PrivateerEvent, abstract=True):
    """Something that happened to a fleet, or that it did."""

    fleet: Colour
    seat: Seat


class ShipEvent(PrivateerEvent, abstract=True):
    """Something that happened to a player's ship, or that it did."""

    ship: Ship
    seat: Seat


def dice_in_words(sail: Sequence[int], cannon: Sequence[int]) -> str:
    """Dice as people write them: `S2 S3 C5`."""
    return " ".join(tokens(sail, cannon))


# Before the battle


class CardDrawn(PrivateerEvent):
    """A player drew a commodore, which has its colour, number and gambit for the whole game."""

    seat: Seat
    fleet: Colour
    number: int

    def more(self) -> dict[str, StoryValue]:
        """The name of the gambit."""
        return {"gambit": GAMBITS[gambit_of(self.fleet)].title}


class BattleStarted(PrivateerEvent):
    """A battle is prepared; `order` are the fleets in turn order, `seat` who opens it."""

    faces = "{kind}{later:_next|{duel:_duel|}}"
    battle: int
    battles: int
    order: tuple[Colour, ...]
    seat: Seat
    duel: bool

    @property
    def later(self) -> bool:
        """Whether it is a later battle of a campaign."""
        return self.battle > 1

    def more(self) -> dict[str, StoryValue]:
        """The order in words."""
        return {"order": listed(map(fleet_name, self.order))}


class WindSet(PrivateerEvent):
    """The wind of this battle, by the direction it comes from."""

    in_signs = (("drift", "wind_{}"),)
    wind_from: Direction
    drift: Direction


class FleetDeployed(FleetEvent):
    """A fleet chose its circle and put two ships on the ocean."""

    start: Hex
    second: Hex


class ThirdShipDecided(FleetEvent):
    """A third ship appears, or not (`hex` is `None`)."""

    kind = "third_ship"
    faces = "{kind}_{reason}"
    hex: Hex | None
    reason: Literal["bought", "granted", "declined", "poor"]


class TerrainLevelSet(PrivateerEvent):
    """The amount of terrain; set by the options if `seat` is `None`."""

    kind = "terrain_level"
    level: Level
    seat: Seat | None
    tiles: int

    def story(self) -> Story:
        """Faces: `terrain_level`, and `terrain_level_preset`; gap `tiles` is the number in the barrel."""
        gaps: dict[str, StoryValue] = {"level": self.level, "tiles": self.tiles}
        if self.seat is None:
            return Story(f"{self.kind}_preset", gaps)
        return Story(self.kind, {**gaps, "seat": SeatName(self.seat)})


class TileEvent(PrivateerEvent, abstract=True):
    """A single tile. `auto`: it was laid by lot, and `TerrainLaid` tells of all of them at once."""

    faces = "{kind}_{tile}"
    tile: Terrain
    seat: Seat
    auto: bool = False

    def story(self) -> Story | None:
        """Faces: `.._volcano`, `.._desert`, `.._reef`."""
        return None if self.auto else super().story()


class TerrainDrawn(TileEvent):
    """A tile came out of the barrel."""


class TerrainPlaced(TileEvent):
    """A tile lies on the ocean."""

    hex: Hex


class TerrainLaid(PrivateerEvent):
    """All tiles were laid at random: the hexes of each type."""

    volcano: tuple[Hex, ...]
    desert: tuple[Hex, ...]
    reef: tuple[Hex, ...]


class TerrainDiscarded(PrivateerEvent):
    """A drawn tile had no legal hex."""

    tile: Terrain
    seat: Seat


# Turns


class RoundStarted(PrivateerEvent):
    """A round begins. `quiet`: onlookers are reminded to give no advice while dice are open (R47)."""

    faces = "{kind}{quiet:_quiet|}"
    round: int
    quiet: bool = False


class TurnStarted(FleetEvent):
    """A fleet's turn begins; `ships` are on its roster."""

    faces = "{kind}{ships:1=_last|}"
    opens_turn = True
    ships: int


class TurnSkipped(FleetEvent):
    """A fleet has no turn: no ships, or no empty hex for its grudge ship."""

    reason: Literal["no_ships", "no_room"]

    def story(self) -> Story | None:
        """Told as `turn_skipped` only if it is a surprise: nobody waits for a fleet without ships."""
        return super().story() if self.reason == "no_room" else None


class FogLifted(FleetEvent):
    """A fleet can be shot at again."""


class GrudgeSails(ShipEvent):
    """A beaten player is back with one ship."""

    hex: Hex


class GrudgeDeclined(FleetEvent):
    """A beaten player stays ashore."""


class DiceEvent(FleetEvent, abstract=True):
    """Dice of a fleet, by their faces."""

    sail: tuple[int, ...]
    cannon: tuple[int, ...]

    def more(self) -> dict[str, StoryValue]:
        """The dice as people write them, all and by kind."""
        return {"dice": dice_in_words(self.sail, self.cannon)}

    def signs(self) -> dict[str, Sequence[str]]:
        """Each die."""
        return {"dice": signs_of("die_{}", tokens(self.sail, self.cannon))}


class DiceRolled(DiceEvent):
    """The dice of a turn, open to all."""

    faces = "{kind}{cannon:|_sails}"


class GambitEvent(FleetEvent, abstract=True):
    """What became of a gambit."""

    def more(self) -> dict[str, StoryValue]:
        """The gambit's name."""
        return {"gambit": GAMBITS[gambit_of(self.fleet)].title}


class GambitUsed(GambitEvent):
    """A commodore played the gambit; `detail` is what Steady Hand did (`C4 to C5`)."""

    faces = "{kind}_{gambit}"
    gambit: Gambit
    detail: str = ""


class GambitLapsed(GambitEvent):
    """An armed gambit was not triggered before the turn ended."""


class DiceForfeited(DiceEvent):
    """Dice that no ship could use."""


class TurnEnded(PrivateerEvent):
    """A turn is over."""

    untold = True
    fleet: Colour


# Sailing, boarding, firing


class ReefRoll(PrivateerEvent):
    """A ship entered a reef: `seat` is its player, `None` for the merchant."""

    halts = True
    ship: Ship
    seat: Seat | None
    hex: Hex
    roll: int
    safe: bool

    def story(self) -> Story:
        """Faces: `reef_safe` and `reef_holed`; neither names a player, because the merchant has none."""
        gaps: dict[str, StoryValue] = {"ship": ship_name(self.ship), "hex": self.hex, "roll": self.roll}
        return Story("reef_safe" if self.safe else "reef_holed", gaps, self.effect())

    def effect(self) -> str:
        """Return the meaning of the die."""
        passed = "the ship passes" if self.safe else "the ship is lost"
        return f"Die {self.roll}: {passed}; only a {HOLED} sinks"


class ShipSailed(ShipEvent):
    """A move. `steps` is the distance ordered, `to` the last hex reached (`None`: off the map)."""

    faces = "{kind}_{to:{pace}|off}"
    in_signs = (("die", "die_s{}"),)
    start: Hex
    to: Hex | None
    dir: Direction
    die: int
    steps: int

    @property
    def pace(self) -> str:
        """`light`, `fair` or `strong` by the die; `short` if it was ordered to sail less far."""
        return "short" if self.steps < self.die else STRENGTH[self.die]

    def joined(self, following: Event) -> "FleetSailed | None":
        """Moves one after the other are told in one sentence."""
        return FleetSailed(seat=self.seat, moves=(self,)).joined(following) if self.is_plain else None

    @property
    def is_plain(self) -> bool:
        """Whether it went as far as the die says, and stayed on the map."""
        return self.to is not None and self.steps == self.die


class FleetSailed(PrivateerEvent):
    """Ships of a player sailed, one after the other: for stories only, never stored."""

    seat: Seat
    moves: tuple[ShipSailed, ...]

    def joined(self, following: Event) -> "FleetSailed | None":
        """Join all of them into one sentence."""
        if not isinstance(following, ShipSailed) or following.seat != self.seat or not following.is_plain:
            return None
        return FleetSailed(seat=self.seat, moves=(*self.moves, following))

    def gaps(self) -> dict[str, StoryValue]:
        """{told}: each ship's course, die by die, and its end."""
        courses: dict[Ship, list[ShipSailed]] = {}
        for move in self.moves:
            courses.setdefault(move.ship, []).append(move)
        told = [
            f"{ship_name(ship)} {', '.join(f'{move.dir} {move.die}' for move in course)} to {course[-1].to}"
            for ship, course in courses.items()
        ]
        return {"seat": SeatName(self.seat), "told": listed(told)}


class ShipLost(PrivateerEvent):
    """A ship is gone and nobody is paid. `seat` is its player, `None` for the merchant."""

    halts = True
    ship: Ship
    seat: Seat | None
    hex: Hex | None
    cause: Cause

    def story(self) -> Story:
        """Faces: `ship_lost_` and the cause; for the merchant `merchant_lost_` and the cause."""
        gaps: dict[str, StoryValue] = {"ship": ship_name(self.ship), "hex": self.hex or ""}
        if self.seat is None:
            return Story(f"merchant_lost_{self.cause}", gaps)
        return Story(f"{self.kind}_{self.cause}", {**gaps, "seat": SeatName(self.seat)})


class ShotFired(ShipEvent):
    """A shot at the hex exactly `die` away (`None`: off the map); the balls flew over `flown` hexes."""

    faces = "{rake:shot_raked{result:hit=|_nothing}|{kind}_{result}}"
    in_signs = (("die", "die_c{}"),)
    start: Hex
    dir: Direction
    die: int
    target: Hex | None
    result: ShotResult
    rake: bool = False
    flown: int = 0


class ShipSunk(PrivateerEvent):
    """Gunfire sank a ship. `owner` is its player, `None` for the merchant."""

    ship: Ship
    by: Ship
    hex: Hex
    seat: Seat
    owner: Seat | None

    def story(self) -> Story:
        """Faces: `ship_sunk`, and `ship_sunk_merchant`; `seat` fired."""
        gaps: dict[str, StoryValue] = {
            "ship": ship_name(self.ship),
            "by": ship_name(self.by),
            "hex": self.hex,
            "seat": SeatName(self.seat),
        }
        if self.owner is None:
            return Story(f"{self.kind}_{MERCHANT}", gaps)
        return Story(self.kind, {**gaps, "owner": SeatName(self.owner)})


class MerchantBoarded(ShipEvent):
    """The merchant strikes without a fight."""

    halts = True
    hex: Hex


class Boarding(PrivateerEvent):
    """A fight ship against ship; `rolls` are the pairs (attacker, defender), `auto` means the Marines."""

    faces = "{kind}_{auto:marines|{won:won|lost}{tied:_after_ties|}}"
    halts = True
    attacker: Ship
    defender: Ship
    attacking: Seat
    defending: Seat
    hex: Hex
    rolls: tuple[tuple[int, int], ...]
    auto: bool
    winner: Ship

    @property
    def won(self) -> bool:
        """Whether the attacker won."""
        return self.winner == self.attacker

    @property
    def tied(self) -> bool:
        """Whether they had to roll again."""
        return len(self.rolls) != 1

    def more(self) -> dict[str, StoryValue]:
        """The last pair, and all of them as `3:3 5:2`."""
        attack, defence = self.rolls[-1] if self.rolls else (0, 0)
        told = " ".join(f"{one}:{other}" for one, other in self.rolls)
        return {"attack": attack, "defence": defence, "rolls": told}

    def effect(self) -> str:
        """Return what was needed."""
        return "" if self.auto else "The higher die wins, equal dice roll again"


class PrizeEvent(PrivateerEvent, abstract=True):
    """Something is done with a beaten ship."""

    by: Ship
    seat: Seat
    prize: Ship

    def befallen(self) -> Sequence[Ship]:
        """The prize."""
        return (self.prize,)


class PrizeScuttled(PrizeEvent):
    """A beaten ship was scuttled; `paid` is false for a grudge ship, which earns nothing."""

    faces = "{kind}{paid:{prize:merchant=_merchant|}|_for_nothing}"
    hex: Hex
    paid: bool = True


class PrizeTaken(PrizeEvent):
    """A beaten ship sails on under the winner's colours."""

    faces = "{kind}{prize:merchant=_merchant|}"
    new_ship: Ship
    hex: Hex


class Gold(PrivateerEvent):
    """Doubloons change hands with the bank; `total` is what the player has now."""

    faces = "{kind}_{reason}"
    seat: Seat
    amount: int
    reason: GoldReason
    total: int

    def story(self) -> Story | None:
        """Faces: `gold_gun`, `gold_scuttle`, `gold_marque`, `gold_marines`; other sentences tell the rest."""
        return None if self.reason in {"start", "third_ship", "day"} else super().story()


# Weather


class WindBlew(PrivateerEvent):
    """All ships drifted; `moved` lists (ship, from, to) of survivors, `lost` the others."""

    faces = "{kind}_{strength}"
    in_signs = (("roll", "die_s{}"), ("drift", "wind_{}"))
    wind_from: Direction
    drift: Direction
    roll: int
    moved: tuple[tuple[Ship, Hex, Hex], ...]
    lost: tuple[tuple[Ship, Hex], ...] = ()

    @property
    def strength(self) -> str:
        """The strength of the wind that the die stands for."""
        return STRENGTH[self.roll]

    def more(self) -> dict[str, StoryValue]:
        """Return the number of ships afloat."""
        return {"moved": len(self.moved)}

    def befallen(self) -> Sequence[Ship]:
        """Return all ships that drift."""
        return [ship for ship, *_ in (*self.moved, *self.lost)]

    def effect(self) -> str:
        """Return the distance."""
        return f"Die {self.roll}: every ship goes {self.roll} hex{'es' * (self.roll != 1)} {self.drift}"


class StormMoved(PrivateerEvent):
    """The storm's coin lies on that ring; what is outside of it is off the map."""

    faces = "storm_{begins:begins|moved}"
    ring: int
    begins: bool


# The end


class PlayerEliminated(PrivateerEvent):
    """These players lost their last ship, all at once."""

    seats: tuple[Seat, ...]
    fleets: tuple[Colour, ...]

    def story(self) -> Story:
        """Faces: `player_eliminated`, or `player_eliminated_together` with the fleets in words."""
        fleets = listed(map(fleet_name, self.fleets))
        if len(self.seats) > 1:
            return Story(f"{self.kind}_together", {"fleets": fleets})
        return Story(self.kind, {"seat": SeatName(self.seats[0]), "fleets": fleets})


class DayWon(PrivateerEvent):
    """A player alone has ships."""

    seat: Seat
    gold: int


class DayUnclaimed(PrivateerEvent):
    """Nobody wins the day."""


class BattleOver(PrivateerEvent):
    """A battle is over. `final`: the game is, too."""

    battle: int
    reason: Literal["last_fleet", "no_fleets", "round_cap"]
    final: bool

    def story(self) -> Story | None:
        """Faces: `battle_over_round_cap`, and within a campaign `battle_over_next`."""
        if self.reason == "round_cap":
            return Story(f"{self.kind}_{self.reason}", {"battle": self.battle})
        return None if self.final else Story(f"{self.kind}_next", {"battle": self.battle})


class SeatResigned(PrivateerEvent):
    """A player gave up."""

    seat: Seat


class GameOver(PrivateerEvent):
    """The end: who came where, and how much gold the first has."""

    ranking: tuple[tuple[int, ...], ...]
    gold: int
    alone: bool

    def story(self) -> Story:
        """Faces: `game_over`, `game_over_tied`, and `game_over_alone` if all others resigned."""
        winners, ranks = self.ranking[0], Ranks(self.ranking)
        if len(winners) > 1:
            return Story(f"{self.kind}_tied", {"ranks": ranks, "gold": self.gold})
        face = f"{self.kind}_alone" if self.alone else self.kind
        return Story(face, {"winner": SeatName(winners[0]), "ranks": ranks, "gold": self.gold})
