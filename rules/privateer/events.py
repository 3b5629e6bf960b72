"""The events of a game (section 9) and their stories."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Literal

from rules.engine.event import Event, Ranks, SeatName, Story, StoryValue, signs_of
from rules.engine.seat import Seat
from rules.engine.wording import listed
from rules.privateer.board import FILE, Colour, Direction, Gambit, Hex, Level, Terrain
from rules.privateer.dice import HOLED, tokens
from rules.privateer.fleets import COLOUR_OF, FLEETS, MERCHANT, Ship, fleet_name, gambit_of, ship_name
from rules.privateer.tables import GAMBITS

Cause = Literal["fled", "storm", "volcano", "desert", "reef", "blown_off", "withdrawn"]
"""The cause of a loss, except guns and boarding."""

ShotResult = Literal["hit", "fog", "truce", "volcano", "out", "own", "empty"]
"""The result of a shot. A shot with several of these results has the first of them."""

GoldReason = Literal["start", "third_ship", "gun", "scuttle", "marque", "marines", "day"]

STRENGTH = dict(zip(sorted(set(FILE.dice.sail.faces)), ("light", "fair", "strong"), strict=True))
"""The word for each value of a sail die (section 8)."""


class PrivateerEvent(Event, abstract=True):
    """A base class of this game's events. Stories call fleets and ships `Red` and `Red 1`."""

    in_words = MappingProxyType(
        {fleet: fleet_name(fleet) for fleet in FLEETS}
        | {ship: ship_name(ship) for ship in (*COLOUR_OF, MERCHANT)}
    )

    def befallen(self) -> Sequence[Ship]:
        """Return the affected ships whose players are not named in the event's fields."""
        return ()


class FleetEvent(PrivateerEvent, abstract=True):
    """A base class of events about a fleet."""

    fleet: Colour
    seat: Seat


class ShipEvent(PrivateerEvent, abstract=True):
    """A base class of events about a player's ship."""

    ship: Ship
    seat: Seat


# Before the battle


class CardDrawn(PrivateerEvent):
    """A player drew a commodore card for the game, with a fleet, a number and a gambit."""

    seat: Seat
    fleet: Colour
    number: int

    def more(self) -> dict[str, StoryValue]:
        """Return the name of the gambit."""
        return {"gambit": GAMBITS[gambit_of(self.fleet)].title}


class BattleStarted(PrivateerEvent):
    """A battle is prepared. `order` lists the fleets in turn order, and `seat` has the first turn."""

    faces = "{kind}{later:_next|{duel:_duel|}}"
    battle: int
    battles: int
    order: tuple[Colour, ...]
    seat: Seat
    duel: bool

    @property
    def later(self) -> bool:
        """Whether an earlier battle of the campaign was fought."""
        return self.battle > 1

    def more(self) -> dict[str, StoryValue]:
        """Return the turn order of the fleets, in words."""
        return {"order": listed(map(fleet_name, self.order))}


class WindSet(PrivateerEvent):
    """The wind of this battle is set. Ships drift towards `drift`."""

    in_signs = (("drift", "wind_{}"),)
    wind_from: Direction
    drift: Direction


class FleetDeployed(FleetEvent):
    """A fleet put ship 1 on its start circle and ship 2 on a neighbouring hex."""

    start: Hex
    second: Hex


class ThirdShipDecided(FleetEvent):
    """A player bought a third ship, placed a free ship in The Duel, or got no ship (`hex` is `None`)."""

    kind = "third_ship"
    faces = "{kind}_{reason}"
    hex: Hex | None
    reason: Literal["bought", "granted", "declined", "poor"]


class TerrainLevelSet(PrivateerEvent):
    """The amount of terrain was chosen by `seat`, or by the options if `seat` is `None`."""

    kind = "terrain_level"
    level: Level
    seat: Seat | None
    tiles: int

    def story(self) -> Story:
        """Return the story `terrain_level` or `terrain_level_preset`. {tiles} is the number of tiles."""
        gaps: dict[str, StoryValue] = {"level": self.level, "tiles": self.tiles}
        if self.seat is None:
            return Story(f"{self.kind}_preset", gaps)
        return Story(self.kind, {**gaps, "seat": SeatName(self.seat)})


class TileEvent(PrivateerEvent, abstract=True):
    """An event about a tile. `auto` is true if the bot places all tiles. `TerrainLaid` narrates them."""

    faces = "{kind}_{tile}"
    tile: Terrain
    seat: Seat
    auto: bool = False

    def story(self) -> Story | None:
        """Return the story, such as `terrain_drawn_reef`, or `None` for an `auto` tile."""
        return None if self.auto else super().story()


class TerrainDrawn(TileEvent):
    """A tile was drawn from the barrel."""


class TerrainPlaced(TileEvent):
    """A tile was placed on the ocean."""

    hex: Hex


class TerrainLaid(PrivateerEvent):
    """All tiles were placed at random. Each field lists the hexes of a type of terrain."""

    volcano: tuple[Hex, ...]
    desert: tuple[Hex, ...]
    reef: tuple[Hex, ...]


class TerrainDiscarded(PrivateerEvent):
    """A drawn tile was discarded because no hex was legal."""

    tile: Terrain
    seat: Seat


# Turns


class RoundStarted(PrivateerEvent):
    """A round begins. If `quiet` is true, onlookers are asked not to give advice (R47)."""

    faces = "{kind}{quiet:_quiet|}"
    round: int
    quiet: bool = False


class TurnStarted(FleetEvent):
    """A fleet's turn begins. `ships` is the number of ships on the fleet's roster."""

    faces = "{kind}{ships:1=_last|}"
    opens_turn = True
    ships: int


class TurnSkipped(FleetEvent):
    """A fleet has no turn, because it has no ships, or because no hex is empty for its grudge ship."""

    reason: Literal["no_ships", "no_room"]

    def story(self) -> Story | None:
        """Return the story only if no hex was empty for a grudge ship."""
        return super().story() if self.reason == "no_room" else None


class FogLifted(FleetEvent):
    """A fleet's Fog Bank is over, so guns can sink its ships again."""


class GrudgeSails(ShipEvent):
    """A beaten player came back with a grudge ship."""

    hex: Hex


class GrudgeDeclined(FleetEvent):
    """A beaten player declined a grudge ship."""


class DiceEvent(FleetEvent, abstract=True):
    """A base class of events about dice. `sail` and `cannon` list the faces of a fleet's dice."""

    sail: tuple[int, ...]
    cannon: tuple[int, ...]

    def more(self) -> dict[str, StoryValue]:
        """Return the dice as people write them: `S2 S3 C5`."""
        return {"dice": " ".join(tokens(self.sail, self.cannon))}

    def signs(self) -> dict[str, Sequence[str]]:
        """Return the sign of each die."""
        return {"dice": signs_of("die_{}", tokens(self.sail, self.cannon))}


class DiceRolled(DiceEvent):
    """The dice of a turn were rolled."""

    faces = "{kind}{cannon:|_sails}"


class GambitEvent(FleetEvent, abstract=True):
    """A gambit was used or lost."""

    def more(self) -> dict[str, StoryValue]:
        """Return the gambit's name."""
        return {"gambit": GAMBITS[gambit_of(self.fleet)].title}


class GambitUsed(GambitEvent):
    """A commodore played the gambit. `detail` is the effect of Steady Hand, such as `C4 to C5`."""

    faces = "{kind}_{gambit}"
    gambit: Gambit
    detail: str = ""


class GambitLapsed(GambitEvent):
    """An armed gambit was lost because the turn ended before the gambit was triggered."""


class DiceForfeited(DiceEvent):
    """Dice were lost because no ship could use them."""


class TurnEnded(PrivateerEvent):
    """A turn is over."""

    untold = True
    fleet: Colour


# Sailing, boarding, firing


class ReefRoll(PrivateerEvent):
    """A ship entered a reef. `seat` is the ship's player, or `None` for the merchant."""

    halts = True
    ship: Ship
    seat: Seat | None
    hex: Hex
    roll: int
    safe: bool

    def story(self) -> Story:
        """Return the story `reef_safe` or `reef_holed`, without the player, because the merchant has none."""
        gaps: dict[str, StoryValue] = {"ship": ship_name(self.ship), "hex": self.hex, "roll": self.roll}
        return Story("reef_safe" if self.safe else "reef_holed", gaps, self.effect())

    def effect(self) -> str:
        """Return the meaning of the die, in words."""
        passed = "the ship passes" if self.safe else "the ship is lost"
        return f"Die {self.roll}: {passed}; only a {HOLED} sinks"


class ShipSailed(ShipEvent):
    """A ship sailed. `steps` is the intended distance. `to` is the last hex, or `None` off the map."""

    faces = "{kind}_{to:{pace}|off}"
    in_signs = (("die", "die_s{}"),)
    start: Hex
    to: Hex | None
    dir: Direction
    die: int
    steps: int

    @property
    def pace(self) -> str:
        """The word for the die: `light`, `fair` or `strong`, or `short` if a shorter move was ordered."""
        return "short" if self.steps < self.die else STRENGTH[self.die]

    def joined(self, following: Event) -> "FleetSailed | None":
        """Join consecutive moves into one event."""
        return FleetSailed(seat=self.seat, moves=(self,)).joined(following) if self.is_plain else None

    @property
    def is_plain(self) -> bool:
        """Whether the ship sailed the complete distance of the die and stayed on the map."""
        return self.to is not None and self.steps == self.die


class FleetSailed(PrivateerEvent):
    """Consecutive moves of a player's ships, joined for narration and never stored."""

    seat: Seat
    moves: tuple[ShipSailed, ...]

    def joined(self, following: Event) -> "FleetSailed | None":
        """Add one more move to the event."""
        if not isinstance(following, ShipSailed) or following.seat != self.seat or not following.is_plain:
            return None
        return FleetSailed(seat=self.seat, moves=(*self.moves, following))

    def gaps(self) -> dict[str, StoryValue]:
        """Return {told}: the direction and die of each move, and the last hex of each ship."""
        courses: dict[Ship, list[ShipSailed]] = {}
        for move in self.moves:
            courses.setdefault(move.ship, []).append(move)
        told = [
            f"{ship_name(ship)} {', '.join(f'{move.dir} {move.die}' for move in course)} to {course[-1].to}"
            for ship, course in courses.items()
        ]
        return {"seat": SeatName(self.seat), "told": listed(told)}


class ShipLost(PrivateerEvent):
    """A ship was lost, and nobody is paid for it. `seat` is the ship's player, or `None` for the merchant."""

    halts = True
    ship: Ship
    seat: Seat | None
    hex: Hex | None
    cause: Cause

    def story(self) -> Story:
        """Return the story of the cause, such as `ship_lost_reef` or `merchant_lost_reef`."""
        gaps: dict[str, StoryValue] = {"ship": ship_name(self.ship), "hex": self.hex or ""}
        if self.seat is None:
            return Story(f"merchant_lost_{self.cause}", gaps)
        return Story(f"{self.kind}_{self.cause}", {**gaps, "seat": SeatName(self.seat)})


class ShotFired(ShipEvent):
    """A ship's shot, with a path of `flown` hexes. `target` is the aimed hex, or `None` off the map."""

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
    """Gunfire sank a ship. `owner` is the ship's player, or `None` for the merchant."""

    ship: Ship
    by: Ship
    hex: Hex
    seat: Seat
    owner: Seat | None

    def story(self) -> Story:
        """Return the story `ship_sunk`, or `ship_sunk_merchant` without an owner."""
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
    """A ship boarded the merchant."""

    halts = True
    hex: Hex


class Boarding(PrivateerEvent):
    """A ship boarded another ship. `rolls` has pairs (attacker, defender). `auto` is true if Marines won."""

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
        """Whether the attacker won the fight."""
        return self.winner == self.attacker

    @property
    def tied(self) -> bool:
        """Whether a tie was rolled again; also true if nobody rolled."""
        return len(self.rolls) != 1

    def more(self) -> dict[str, StoryValue]:
        """Return the last pair of rolls, and all pairs as `3:3 5:2`."""
        attack, defence = self.rolls[-1] if self.rolls else (0, 0)
        told = " ".join(f"{one}:{other}" for one, other in self.rolls)
        return {"attack": attack, "defence": defence, "rolls": told}

    def effect(self) -> str:
        """Return the rule that decided the fight; empty if Marines won."""
        return "" if self.auto else "The higher die wins, equal dice roll again"


class PrizeEvent(PrivateerEvent, abstract=True):
    """The ship `by` scuttled or took the beaten ship `prize`."""

    by: Ship
    seat: Seat
    prize: Ship

    def befallen(self) -> Sequence[Ship]:
        """Return the beaten ship."""
        return (self.prize,)


class PrizeScuttled(PrizeEvent):
    """A beaten ship was scuttled. `paid` is false if the winner is a grudge ship, which earns nothing."""

    faces = "{kind}{paid:{prize:merchant=_merchant|}|_for_nothing}"
    hex: Hex
    paid: bool = True


class PrizeTaken(PrizeEvent):
    """A beaten ship was taken into the winner's fleet."""

    faces = "{kind}{prize:merchant=_merchant|}"
    new_ship: Ship
    hex: Hex


class Gold(PrivateerEvent):
    """The bank paid a player, or a player paid the bank. `total` is the player's gold afterwards."""

    faces = "{kind}_{reason}"
    seat: Seat
    amount: int
    reason: GoldReason
    total: int

    def story(self) -> Story | None:
        """Return the story of `reason`, such as `gold_gun`, or `None` if other events narrate the payment."""
        return None if self.reason in {"start", "third_ship", "day"} else super().story()


# Weather


class WindBlew(PrivateerEvent):
    """All ships drifted. `moved` lists survivors (ship, start, end), and `lost` the others (ship, start)."""

    faces = "{kind}_{strength}"
    in_signs = (("roll", "die_s{}"), ("drift", "wind_{}"))
    wind_from: Direction
    drift: Direction
    roll: int
    moved: tuple[tuple[Ship, Hex, Hex], ...]
    lost: tuple[tuple[Ship, Hex], ...] = ()

    @property
    def strength(self) -> str:
        """The word for the die: `light`, `fair` or `strong`."""
        return STRENGTH[self.roll]

    def more(self) -> dict[str, StoryValue]:
        """Return the number of ships afloat."""
        return {"moved": len(self.moved)}

    def befallen(self) -> Sequence[Ship]:
        """Return all ships that drift."""
        return [ship for ship, *_ in (*self.moved, *self.lost)]

    def effect(self) -> str:
        """Return the distance and the direction."""
        return f"Die {self.roll}: every ship goes {self.roll} hex{'es' * (self.roll != 1)} {self.drift}"


class StormMoved(PrivateerEvent):
    """The storm began, or moved inwards. Hexes outside `ring` are off the map."""

    faces = "storm_{begins:begins|moved}"
    ring: int
    begins: bool


# The end


class PlayerEliminated(PrivateerEvent):
    """Players lost their last ships at the same time."""

    seats: tuple[Seat, ...]
    fleets: tuple[Colour, ...]

    def story(self) -> Story:
        """Return the story for one or several players."""
        fleets = listed(map(fleet_name, self.fleets))
        if len(self.seats) > 1:
            return Story(f"{self.kind}_together", {"fleets": fleets})
        return Story(self.kind, {"seat": SeatName(self.seats[0]), "fleets": fleets})


class DayWon(PrivateerEvent):
    """A player won the battle because nobody else has ships."""

    seat: Seat
    gold: int


class DayUnclaimed(PrivateerEvent):
    """Nobody won the battle."""


class BattleOver(PrivateerEvent):
    """A battle is over. `final` is true if the game ends with this battle."""

    battle: int
    reason: Literal["last_fleet", "no_fleets", "round_cap"]
    final: bool

    def story(self) -> Story | None:
        """Return the story of the round cap or of the next battle; `None` for any other end of the game."""
        if self.reason == "round_cap":
            return Story(f"{self.kind}_{self.reason}", {"battle": self.battle})
        return None if self.final else Story(f"{self.kind}_next", {"battle": self.battle})


class SeatResigned(PrivateerEvent):
    """A player gave up."""

    seat: Seat


class GameOver(PrivateerEvent):
    """The game is over. `ranking` lists the seats of each rank, and `gold` is the winner's gold."""

    ranking: tuple[tuple[int, ...], ...]
    gold: int
    alone: bool

    def story(self) -> Story:
        """Return the story for several winners, for the only player left (`alone`), or for one winner."""
        winners, ranks = self.ranking[0], Ranks(self.ranking)
        if len(winners) > 1:
            return Story(f"{self.kind}_tied", {"ranks": ranks, "gold": self.gold})
        face = f"{self.kind}_alone" if self.alone else self.kind
        return Story(face, {"winner": SeatName(winners[0]), "ranks": ranks, "gold": self.gold})
