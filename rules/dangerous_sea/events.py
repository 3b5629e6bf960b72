"""What happens in a game, in the order it happens (section 9), and how it is told.

Squares are `J4`, seats those of the table; `start` is where somebody comes from. Beside what section 9 lists,
events carry what their story and the picture need.
"""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Literal

from rules.dangerous_sea.board import FILE, TILES, Captain, Direction, Good, Kind, Resource, Square, counted
from rules.dangerous_sea.state import Stance, Terms
from rules.dangerous_sea.tables import TABLES, Card, Season
from rules.engine.event import Event, OfEach, Ranks, SeatName, Story, StoryValue
from rules.engine.seat import Seat
from rules.engine.wording import listed

Dice = tuple[int, ...]
Mode = Literal["sail", "explore", "storm"]
How = Literal["start", "seed", "look", "explore", "storm"]
PrizeKind = Literal["cargo", "kill", "stone", "stop", "none", "deal"]
TurnEnd = Literal["done", "ill", "timeout", "resigned"]
WinHow = Literal["found", "battle", "deal", "storm"]
GameEnd = Literal["stones", "season_limit", "last_ship"]

_WINDS: Mapping[str, str] = {heading.name: heading.label.lower() for heading in FILE.directions}
_DEEDS = {"sail": "sails to", "explore": "explores", "look": "looks at"}
_NEEDED = "The higher sum wins, equal sums are a draw"
_DEADLY = max(roll for roll, deaths in TABLES.diseased.items() if deaths)


def rune_stones(count: int) -> str:
    """So many rune stones, as one says it."""
    return {0: "no rune stone", 1: "a rune stone"}.get(count, f"{count} rune stones")


# The set-up


class TurnOrderSet(Event):
    """Who is P1, P2 and so on: the seats in that order."""

    kind = "turn_order_set"
    order: tuple[Seat, ...]
    drawn: bool

    def story(self) -> Story:
        """Faces: `turn_order_set`, `turn_order_set_drawn`; {first} takes the first turn."""
        face = f"{self.kind}_drawn" if self.drawn else self.kind
        return Story(face, {"first": SeatName(self.order[0]), "count": len(self.order)})


class StartChosen(Event):
    """A ship is placed."""

    kind = "start_chosen"
    seat: Seat
    at: Square


class TileRevealed(Event):
    """A square shows what lies there; `by` caused it, if anybody did."""

    kind = "tile_revealed"
    at: Square
    tile: Kind
    by: Seat | None
    how: How

    def joined(self, following: Event) -> Event | None:
        """What is known beforehand, or comes to light in one storm, is told at once, as a ship's way is."""
        if self.how == "look" and self.by is not None and self.tile != "stone":
            return Voyage(seat=self.by, deeds=(("look", self.at, self.tile),)).joined(following)
        return ChartFilled(squares=(self.at,), tiles=(self.tile,), how=self.how).joined(following)

    def story(self) -> Story | None:
        """Faces: `tile_revealed_KIND`, with `_seed` for those of the set-up; start tiles are not told."""
        if self.how == "start":
            return None
        gaps: dict[str, StoryValue] = {"at": self.at, "tile": TILES[self.tile].label}
        if self.by is None:
            return Story(f"{self.kind}_seed", gaps)
        return Story(f"{self.kind}_{self.tile}", {**gaps, "seat": SeatName(self.by)})


class ChartFilled(Event):
    """Squares that are known beforehand, or come to light in one storm: made to be told, never kept."""

    kind = "chart_filled"
    squares: tuple[Square, ...]
    tiles: tuple[Kind, ...]
    how: How

    def face(self) -> str:
        """`chart_filled_seed`, `chart_filled_storm`."""
        return f"{self.kind}_{self.how}"

    def joined(self, following: Event) -> "ChartFilled | None":
        """All of them in one sentence."""
        if self.how not in {"seed", "storm"} or not isinstance(following, TileRevealed):
            return None
        if following.how != self.how:
            return None
        squares, tiles = (*self.squares, following.at), (*self.tiles, following.tile)
        return ChartFilled(squares=squares, tiles=tiles, how=self.how)

    def gaps(self) -> dict[str, StoryValue]:
        """{told}: what lies where."""
        found = zip(self.squares, self.tiles, strict=True)
        return {"told": listed(f"{TILES[tile].label} at {at}" for at, tile in found)}


class PlacementRerolled(Event):
    """The dice named a square that has a tile already."""

    kind = "placement_rerolled"
    untold = True
    at: Square

    def joined(self, following: Event) -> TileRevealed | None:
        """Only where it came to lie is told."""
        return following if isinstance(following, TileRevealed) else None


# Seasons and turns


class SeasonStarted(Event):
    """A round begins."""

    kind = "season_started"
    number: int
    year: int
    season: Season


class IslandReplenished(Event):
    """An island yields again in spring; `absorbed` of the goods lying there are part of it."""

    kind = "island_replenished"
    untold = True
    at: Square
    island: Resource
    absorbed: int


class TurnStarted(Event):
    """A player turn begins."""

    kind, opens_turn = "turn_started", True
    seat: Seat
    captain: Captain
    allowance: int


class CaptainRecovered(Event):
    """A captain whom the Ghost Ship beat is well again."""

    kind = "captain_recovered"
    seat: Seat


class ShipMoved(Event):
    """A ship goes one square."""

    kind = "ship_moved"
    seat: Seat
    start: Square
    to: Square
    mode: Mode

    def joined(self, following: Event) -> Event | None:
        """What a storm does with all ships is told at once, and so is a ship's way."""
        if self.mode != "storm":
            return Voyage(seat=self.seat, deeds=((self.mode, self.to, None),)).joined(following)
        return ShipsBlown(seats=(self.seat,), squares=(self.to,)).joined(following)

    def face(self) -> str:
        """`ship_moved`, `ship_moved_explore`, `ship_moved_storm`."""
        return self.kind if self.mode == "sail" else f"{self.kind}_{self.mode}"


class Voyage(Event):
    """The way of a ship, and what came to light on it: made to be told, never kept.

    Of each deed where it led, and what was found there. Rune stones are told by themselves.
    """

    kind = "voyage"
    seat: Seat
    deeds: tuple[tuple[Literal["sail", "explore", "look"], Square, Kind | None], ...]

    def joined(self, following: Event) -> "Voyage | None":
        """Steps and looks one after the other are told in one sentence."""
        match following:
            case ShipMoved(seat=self.seat, mode="sail" | "explore" as mode, to=to):
                return Voyage(seat=self.seat, deeds=(*self.deeds, (mode, to, None)))
            case TileRevealed(by=self.seat, tile=tile, how="look", at=at) if tile != "stone":
                return Voyage(seat=self.seat, deeds=(*self.deeds, ("look", at, tile)))
            case TileRevealed(by=self.seat, tile=tile, how="explore", at=at) if tile != "stone":
                return Voyage(seat=self.seat, deeds=(*self.deeds[:-1], ("explore", at, tile)))
            case _:
                return None

    def gaps(self) -> dict[str, StoryValue]:
        """{told}: `sails to E5, explores E6 (Food Island) and looks at F6 (Rocky Island)`."""
        told = list[str]()
        for deed, led in groupby(self.deeds, key=itemgetter(0)):
            found = [at if tile is None else f"{at} ({TILES[tile].label})" for _, at, tile in led]
            # Where a ship only passes by is seen on the picture.
            told.append(f"{_DEEDS[deed]} {found[-1] if deed == 'sail' else listed(found)}")
        return {"seat": SeatName(self.seat), "told": listed(told)}


class AllowanceChanged(Event):
    """Another weight gives the turn under way other points."""

    kind = "allowance_changed"
    halts = True
    seat: Seat
    before: int
    after: int
    left: int

    def face(self) -> str:
        """`allowance_changed_up`, `allowance_changed_down`."""
        return f"{self.kind}_{'up' if self.after > self.before else 'down'}"


class CrewFed(Event):
    """The crew has eaten, or starved."""

    kind = "crew_fed"
    seat: Seat
    fed: int
    starved: int

    def story(self) -> Story | None:
        """Faces: `crew_fed`, `crew_fed_starved`; a captain alone needs no words."""
        if not self.fed and not self.starved:
            return None
        return super().story()

    def face(self) -> str:
        """With somebody starving or without."""
        return f"{self.kind}_starved" if self.starved else self.kind

    def more(self) -> dict[str, StoryValue]:
        """{crew}: those who have eaten."""
        crew = {0: "nobody", 1: "one sailor"}
        return {"crew": crew.get(self.fed, f"{self.fed} sailors")}


class TurnEnded(Event):
    """A player turn is over."""

    kind = "turn_ended"
    seat: Seat
    reason: TurnEnd

    def story(self) -> Story | None:
        """Only where nobody answered: the others are told by what ended it."""
        return super().story() if self.reason == "timeout" else None


# What lies on islands


class Harvested(Event):
    """What an island yields is taken; `left_loose` of it did not fit into the hold."""

    kind = "harvested"
    seat: Seat
    at: Square
    island: Resource
    amount: int
    left_loose: int

    def face(self) -> str:
        """`harvested_food`, `harvested_water`, `harvested_inhabited`; `harvested_part` if goods are left."""
        return f"{self.kind}_part" if self.left_loose else f"{self.kind}_{self.island}"

    def more(self) -> dict[str, StoryValue]:
        """The good that it is."""
        return {"what": "sailors" if self.island == "inhabited" else self.island}


class StoneTaken(Event):
    """Rune stones are taken aboard."""

    kind = "stone_taken"
    seat: Seat
    at: Square
    count: int
    total: int

    def more(self) -> dict[str, StoryValue]:
        """{stones}: as one says it."""
        return {"stones": rune_stones(self.count)}


class Loaded(Event):
    """Loose goods are taken aboard."""

    kind = "loaded"
    seat: Seat
    at: Square
    what: Good
    amount: int

    def more(self) -> dict[str, StoryValue]:
        """{goods}: as one says it."""
        return {"goods": counted(self.amount, self.what)}


class Scuttled(Event):
    """Something went overboard; `kept`: it lies on the island."""

    kind = "scuttled"
    seat: Seat
    at: Square
    what: Good
    amount: int
    kept: bool

    def face(self) -> str:
        """`scuttled_kept` on an island of its kind, `scuttled_lost` elsewhere."""
        return f"{self.kind}_{'kept' if self.kept else 'lost'}"

    def more(self) -> dict[str, StoryValue]:
        """{goods}: as one says it."""
        return {"goods": counted(self.amount, self.what)}


# Hazards


class RocksStruck(Event):
    """A ship struck rocks; what it really lost."""

    kind = "rocks_struck"
    in_signs = (("roll", "die_{}"),)
    halts = True
    seat: Seat
    at: Square
    roll: int
    food_lost: int
    water_lost: int

    def face(self) -> str:
        """`rocks_struck_1` to `rocks_struck_6`, and `rocks_struck_empty` where there was nothing to lose."""
        lost = self.food_lost or self.water_lost
        return f"{self.kind}_{self.roll}" if lost else f"{self.kind}_empty"

    def more(self) -> dict[str, StoryValue]:
        """{lost}: as one says it."""
        return {"lost": cargo(self.food_lost, self.water_lost)}


class PlagueStruck(Event):
    """Sailors died of the plague."""

    kind = "plague_struck"
    in_signs = (("roll", "die_{}"),)
    halts = True
    seat: Seat
    at: Square
    roll: int
    died: int

    def face(self) -> str:
        """`plague_struck_1` to `plague_struck_4`, by the roll."""
        return f"{self.kind}_{self.roll}"


class PlagueEscaped(Event):
    """The plague took nobody."""

    kind = "plague_escaped"
    in_signs = (("roll", "die_{}"),)
    halts = True
    seat: Seat
    at: Square
    roll: int

    def effect(self) -> str:
        """What would have brought the plague."""
        return f"Die {self.roll}: nobody falls ill; it takes a {_DEADLY} or less"


class CaptainIll(Event):
    """A captain without a crew fell ill; in the own turn that ends it."""

    kind = "captain_ill"
    in_signs = (("roll", "die_{}"),)
    seat: Seat
    at: Square
    roll: int
    turn_ended: bool

    def face(self) -> str:
        """`captain_ill`, and `captain_ill_storm` where it has no effect."""
        return self.kind if self.turn_ended else f"{self.kind}_storm"

    def effect(self) -> str:
        """Why it is the captain."""
        return (
            f"Die {self.roll}: a {_DEADLY} or less takes sailors; where there are none, the captain falls ill"
        )


# Battles


class ReactionDeclined(Event):
    """A ship let an arrival be."""

    kind = "reaction_declined"
    seat: Seat
    against: Seat


class BattleFought(Event):
    """Two ships fought; `winner` is `None` after a draw."""

    kind = "battle_fought"
    halts = True
    attacker: Seat
    defender: Seat
    at: Square
    attacker_dice: Dice
    defender_dice: Dice
    winner: Seat | None
    margin: int

    def face(self) -> str:
        """`battle_fought_attacker`, `battle_fought_defender`, `battle_fought_draw`, by who won."""
        if self.winner is None:
            return f"{self.kind}_draw"
        return f"{self.kind}_{'attacker' if self.winner == self.attacker else 'defender'}"

    def more(self) -> dict[str, StoryValue]:
        """The sums of the dice, and who lost; in a draw the attacker stands for both."""
        winner = self.winner or self.attacker
        loser = self.defender if winner == self.attacker else self.attacker
        return {
            "attack": sum(self.attacker_dice), "defence": sum(self.defender_dice),
            "winner": SeatName(winner), "loser": SeatName(loser),
        }  # fmt: skip

    def effect(self) -> str:
        """What was needed."""
        return _NEEDED


class DealDemanded(Event):
    """The winner put terms to the loser: all seven fields of 7.2."""

    kind = "deal_demanded"
    winner: Seat
    loser: Seat
    terms: Terms

    def more(self) -> dict[str, StoryValue]:
        """{terms} in words."""
        return {"terms": in_words(self.terms)}


class DealAccepted(Event):
    """The loser agreed."""

    kind = "deal_accepted"
    winner: Seat
    loser: Seat


class DealRefused(Event):
    """The loser insists on a standard prize."""

    kind = "deal_refused"
    winner: Seat
    loser: Seat


class SpoilsTaken(Event):
    """What the winner took; signs as in 7.2."""

    kind = "spoils_taken"
    winner: Seat
    loser: Seat
    prize: PrizeKind
    food: int = 0
    water: int = 0
    sailors: int = 0
    stones: int = 0
    died: int = 0
    stopped: bool = False

    def face(self) -> str:
        """`spoils_taken_cargo` and so on, by the prize."""
        return f"{self.kind}_{self.prize}"

    def more(self) -> dict[str, StoryValue]:
        """{cargo}: as one says it."""
        return {"cargo": cargo(self.food, self.water)}


def cargo(food: int, water: int) -> str:
    """Food and water as a sentence lists them: `20 food and 10 water`, `10 water`."""
    goods = ((food, "food"), (water, "water"))
    return listed([f"{amount} {good}" for amount, good in goods if amount] or ["nothing"])


def in_words(terms: Terms) -> str:
    """What is demanded, as a sentence lists it: `20 food and 1 sailor, for 10 water`."""
    amounts = (
        (terms.food, "food", "food"),
        (terms.water, "water", "water"),
        (terms.sailors, "sailor", "sailors"),
        (terms.stones, "rune stone", "rune stones"),
    )
    wants = [f"{count} {one if count == 1 else more}" for count, one, more in amounts if count > 0]
    pays = [f"{-count} {one if count == -1 else more}" for count, one, more in amounts if count < 0]
    if terms.kill:
        wants.append(f"the death of {terms.kill} sailor{'s' * (terms.kill > 1)}")
    if terms.stop:
        wants.append("a halt for this turn")
    if terms.promise:
        wants.append(f"“{terms.promise}”")
    if not wants:
        return f"nothing, and pays {listed(pays)}" if pays else "nothing"
    return listed(wants) + (f", for {listed(pays)}" if pays else "")


# The Ghost Ship


class GhostAppeared(Event):
    """The Ghost Ship is there."""

    kind = "ghost_appeared"
    at: Square


class GhostMoved(Event):
    """The Ghost Ship sailed; `squares` are those it entered."""

    kind = "ghost_moved"
    in_signs = (("roll", "die_{}"),)
    roll: int
    start: Square
    to: Square
    squares: tuple[Square, ...]


class GhostIdle(Event):
    """The Ghost Ship did not move."""

    kind = "ghost_idle"
    in_signs = (("roll", "die_{}"),)
    roll: int


class GhostHunted(Event):
    """The Ghost Ship rose beside the lowest roller; `rounds` are the rolls as (seat, die)."""

    kind = "ghost_hunt"
    rounds: tuple[tuple[tuple[Seat, int], ...], ...]
    target: Seat
    start: Square
    to: Square

    def face(self) -> str:
        """`ghost_hunt`, and `ghost_hunt_here` where it lies beside that ship already."""
        return f"{self.kind}_here" if self.start == self.to else self.kind


class GhostOrderSet(Event):
    """The order in which the Ghost Ship attacks."""

    kind = "ghost_order_set"
    order: tuple[Seat, ...]

    def story(self) -> Story:
        """{first} and {last} of them."""
        return Story(self.kind, {"first": SeatName(self.order[0]), "last": SeatName(self.order[-1])})


class GhostBattle(Event):
    """The Ghost Ship fought a ship; `winner` is `None` after a draw."""

    kind = "ghost_battle"
    seat: Seat
    ghost_dice: Dice
    ship_dice: Dice
    winner: Literal["ghost", "ship"] | None

    def face(self) -> str:
        """`ghost_battle_ghost`, `ghost_battle_ship`, `ghost_battle_draw`, by who won."""
        return f"{self.kind}_{self.winner or 'draw'}"

    def more(self) -> dict[str, StoryValue]:
        """The sums of the dice."""
        return {"ghost": sum(self.ghost_dice), "ship": sum(self.ship_dice)}

    def effect(self) -> str:
        """What was needed."""
        return _NEEDED


class SailorSlain(Event):
    """The Ghost Ship took a sailor."""

    kind = "sailor_slain"
    seat: Seat


class CaptainIncapacitated(Event):
    """The Ghost Ship beat a captain without a crew."""

    kind = "captain_incapacitated"
    seat: Seat


class GhostBanished(Event):
    """A ship drove the Ghost Ship away."""

    kind = "ghost_banished"
    by: Seat
    at: Square


# The sea


class SeaDeckReshuffled(Event):
    """The sea cards that lay aside are drawn from again."""

    kind = "sea_deck_reshuffled"
    reason: Literal["empty", "ghost"]

    def story(self) -> None:
        """The cards that come tell enough."""


class SeaCard(Event):
    """A sea card is drawn: the first or second of so many."""

    kind = "sea_card"
    card: Card
    number: int
    of: int

    def face(self) -> str:
        """`sea_card_calm`, `sea_card_storm`, `sea_card_ghost`."""
        return f"{self.kind}_{self.card}"


class StormRolled(Event):
    """Where a storm blows; `None`: the fleet rides it out."""

    kind = "storm_rolled"
    in_signs = (("rolls", "die_{}"),)
    rolls: Dice
    direction: Direction | None

    def face(self) -> str:
        """`storm_rolled`, `storm_rolled_ridden_out`."""
        return self.kind if self.direction else f"{self.kind}_ridden_out"

    def more(self) -> dict[str, StoryValue]:
        """The direction in words."""
        return {"direction": _WINDS.get(self.direction or "", "")}


class ShipsBlown(Event):
    """Where a storm leaves the ships: made to be told, never kept."""

    kind = "ships_blown"
    seats: tuple[int, ...]
    squares: tuple[Square, ...]

    def joined(self, following: Event) -> "ShipsBlown | None":
        """All of them in one sentence."""
        if not isinstance(following, ShipMoved) or following.mode != "storm":
            return None
        return ShipsBlown(seats=(*self.seats, following.seat), squares=(*self.squares, following.to))

    def gaps(self) -> dict[str, StoryValue]:
        """{told}: where each of them is now."""
        now = zip(self.seats, self.squares, strict=True)
        return {"told": OfEach((seat, f"to {at}") for seat, at in now)}


class LandingPassed(Event):
    """A ship took nothing where the storm had blown it."""

    kind = "landing_passed"
    seat: Seat
    at: Square


# Anytime, and the end


class StanceSet(Event):
    """A captain gave a standing order for arrivals."""

    kind = "stance_set"
    seat: Seat
    policy: Stance

    def face(self) -> str:
        """`stance_set_ask`, `stance_set_fight`, `stance_set_hold`."""
        return f"{self.kind}_{self.policy}"


class SeatResigned(Event):
    """A captain gave up; `at` is `None` for a ship that was not placed yet."""

    kind = "seat_resigned"
    seat: Seat
    at: Square | None
    stones_dropped: int

    def face(self) -> str:
        """`seat_resigned`, `seat_resigned_stones` if stones are left behind."""
        return f"{self.kind}_stones" if self.stones_dropped else self.kind

    def more(self) -> dict[str, StoryValue]:
        """{stones}: those left behind, as one says it."""
        return {"stones": rune_stones(self.stones_dropped)}


class GameWon(Event):
    """A captain has the stones that win; the end of the game tells of it."""

    kind = "game_won"
    untold = True
    seat: Seat
    stones: int
    how: WinHow


class GameEnded(Event):
    """The end: why, and who came where; `stones` has the first of them."""

    kind = "game_ended"
    reason: GameEnd
    ranking: tuple[tuple[int, ...], ...]
    stones: int

    def story(self) -> Story:
        """Faces: `game_ended_stones`, `.._season_limit`, `.._season_limit_tied`, `.._last_ship`."""
        winners = self.ranking[0]
        face = f"{self.kind}_{self.reason}"
        gaps: dict[str, StoryValue] = {"ranks": Ranks(self.ranking), "stones": rune_stones(self.stones)}
        if len(winners) > 1:
            return Story(f"{face}_tied", gaps)
        return Story(face, {**gaps, "winner": SeatName(winners[0])})


EVENTS: tuple[type[Event], ...] = (
    TurnOrderSet, StartChosen, TileRevealed, ChartFilled, PlacementRerolled,
    SeasonStarted, IslandReplenished, TurnStarted, CaptainRecovered, ShipMoved, Voyage, AllowanceChanged,
    Harvested, StoneTaken, Loaded, Scuttled, RocksStruck, PlagueStruck, PlagueEscaped, CaptainIll,
    ReactionDeclined, BattleFought, DealDemanded, DealAccepted, DealRefused, SpoilsTaken, CrewFed, TurnEnded,
    GhostAppeared, GhostMoved, GhostIdle, GhostHunted, GhostOrderSet, GhostBattle, SailorSlain,
    CaptainIncapacitated, GhostBanished,
    SeaDeckReshuffled, SeaCard, StormRolled, ShipsBlown, LandingPassed,
    StanceSet, SeatResigned, GameWon, GameEnded,
)  # fmt: skip
