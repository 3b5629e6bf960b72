"""What happens in a game, in the order it happens (section 9), and how it is told.

Beside what section 9 lists, events carry what their story and the picture need: who sails the ship (`seat`),
where it was. `from` is called `start` here, and `with` is `weapon`.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from rules.engine.event import Event, Ranks, Story, StoryValue
from rules.engine.seat import Seat
from rules.engine.wording import listed
from rules.kraken_bay.board import CHARACTERS, MOUTH, Character, Heading, Space, Step
from rules.kraken_bay.state import Ending
from rules.kraken_bay.tables import (
    CARDS,
    KRAKEN,
    NUMBERS,
    STRAY_CARDS,
    STRAYS,
    BombKind,
    Cargo,
    Chit,
    Stray,
    Unit,
    band,
)

Weapon = Literal["gun", "front", "chain"]

_IN_WORDS: Mapping[str, str] = {
    **{name: f"the {CARDS[name].title}" for name in CHARACTERS},
    **{name: f"the {STRAY_CARDS[name].title}" for name in STRAYS},
    KRAKEN: "the kraken",
}


_PIECES: Mapping[Chit, str] = {
    "crew": "a sailor",
    "ration": "a ration",
    "treasure": "a treasure",
    "plague": "a case of plague",
}

MOST_DRIFTS = 6
"""As many units as one line tells of that drift together."""


class BayEvent(Event):
    """An event of this game. Its story may have several faces, each with lines of its own."""

    names: ClassVar[tuple[str, ...]] = ()
    """The fields that hold the name of a ship or a target."""

    def gaps(self) -> dict[str, StoryValue]:
        """Its fields, ships in words: “the Captain”, “the plague ship”, “the tentacle at C7”; and `more`.

        With a capital letter, as `Ship`, they begin a sentence: `The Captain`.
        """
        words = {name: in_words(str(getattr(self, name))) for name in self.names}
        found = {**super().gaps(), **words, **self.more()}
        return {**found, **{name.capitalize(): capital(str(found[name])) for name in self.names}}


def capital(words: str) -> str:
    """Words as a sentence begins with them."""
    return words[:1].upper() + words[1:]


def in_words(name: str) -> str:
    """A ship or another target in words."""
    return _IN_WORDS.get(name) or f"the tentacle at {name}"


# Before the first round


class GameStarted(BayEvent):
    """A game begins; `options` are those that differ from their defaults, `seats` how many play."""

    kind = "game_started"
    options: dict[str, JsonValue]
    seats: int

    def story(self) -> Story:
        """How many play."""
        return Story(self.kind, {"seats": self.seats})


class CharacterAssigned(BayEvent):
    """A seat picked or drew its character."""

    kind = "character_assigned"
    names = ("character",)
    seat: Seat
    character: Character


class FirstPlayerDrawn(BayEvent):
    """The lot says who begins every round."""

    kind = "first_player_drawn"
    names = ("ship",)
    ship: Character
    seat: Seat


class TentaclePlaced(BayEvent):
    """A tentacle of the set-up."""

    kind = "tentacle_placed"
    at: Space

    def joined(self, following: Event) -> "TentaclesPlaced | None":
        """Nobody chose them: they are told in one line."""
        if isinstance(following, TentaclePlaced):
            return TentaclesPlaced(spaces=[self.at, following.at])
        return None


class TentaclesPlaced(BayEvent):
    """Several tentacles of the set-up: made to be told, never kept."""

    kind = "tentacles_placed"
    spaces: list[Space]

    def joined(self, following: Event) -> "TentaclesPlaced | None":
        """One more of them."""
        if isinstance(following, TentaclePlaced):
            return TentaclesPlaced(spaces=[*self.spaces, following.at])
        return None

    def gaps(self) -> dict[str, StoryValue]:
        """{where}: all of them."""
        return {"where": listed(self.spaces)}


# Rounds and turns


class RoundStarted(BayEvent):
    """A round begins."""

    kind = "round_started"
    round: int
    time: int


class TurnStarted(BayEvent):
    """A ship's turn begins."""

    kind, opens_turn = "turn_started", True
    names = ("ship",)
    ship: Character
    seat: Seat


class MovementRolled(BayEvent):
    """How far a ship goes. `bonus` is that of towing or hunger, `chained` that a chain took something off."""

    kind = "movement_rolled"
    in_signs = (("dice", "die_{}"),)
    names = ("ship",)
    ship: Character
    seat: Seat
    dice: tuple[int, ...]
    bonus: int
    chained: bool
    move: int

    def effect(self) -> str:
        """How the sum comes about where it is more than the dice."""
        if not self.bonus and not self.chained:
            return ""
        slow = f" + {self.bonus} at tow speed" if self.bonus else ""
        chains = f", less {NUMBERS.chained} for the chains" if self.chained else ""
        return f"{' + '.join(map(str, self.dice))}{slow}{chains}: {self.move} movement"


class Sailed(BayEvent):
    """A single step."""

    kind = "sailed"
    names = ("ship",)
    ship: Character
    seat: Seat
    start: Space
    to: Space
    step: Step

    def joined(self, following: Event) -> "CourseSailed | None":
        """Steps of one ship with nothing between them are one way."""
        return CourseSailed(ship=self.ship, seat=self.seat, spaces=[self.start, self.to]).joined(following)


class CourseSailed(BayEvent):
    """Steps of one ship, from space to space, with what they cost and brought: made to be told, never kept.

    `tentacles` are spaces with those on the way, `lost` and `taken` pieces of cargo.
    """

    kind = "course_sailed"
    names = ("ship",)
    ship: Character
    seat: Seat
    spaces: list[Space]
    tentacles: list[Space] = Field(default_factory=list)
    lost: list[str] = Field(default_factory=list)
    taken: list[str] = Field(default_factory=list)

    def joined(self, following: Event) -> "CourseSailed | None":
        """One more of them, or what came of the last one."""
        more: dict[str, list[str]] = {}
        match following:
            case Sailed() if (following.ship, following.start) == (self.ship, self.spaces[-1]):
                more = {"spaces": [*self.spaces, following.to]}
            case TentacleHit() if following.unit == self.ship:
                more = {"tentacles": [*self.tentacles, following.at]}
            case CargoDropped() if following.owner == self.ship and self.tentacles:
                more = {"lost": [*self.lost, f"{_PIECES[following.type]} to {following.at}"]}
            case CargoSunk() if following.owner == self.ship and self.tentacles:
                more = {"lost": [*self.lost, f"{_PIECES[following.type]} for good"]}
            case CargoCollected() if following.ship == self.ship:
                more = {"taken": [*self.taken, f"{_PIECES[following.type]} at {following.at}"]}
            case _:
                return None
        return self.model_copy(update=more)

    def face(self) -> str:
        """`course_sailed`, or `sailed` for a single step."""
        return self.kind if len(self.spaces) > 2 else Sailed.kind  # noqa: PLR2004 - from one to the next

    def more(self) -> dict[str, StoryValue]:
        """{start} and {to}, and between them {way}."""
        start, *way, to = self.spaces
        return {"start": start, "way": listed(way) if way else "", "to": to}

    def effect(self) -> str:
        """What was met, lost and taken on the way."""
        told = [
            f"Tentacle at {listed(self.tentacles)}" if self.tentacles else "",
            f"overboard: {listed(self.lost)}" if self.lost else "",
            f"aboard: {listed(self.taken)}" if self.taken else "",
        ]
        text = "; ".join(filter(None, told))
        return text[:1].upper() + text[1:]


class TurnedAbout(BayEvent):
    """The Explorer turns about; the step itself is told next."""

    kind = "turned_about"
    names = ("ship",)
    ship: Character
    seat: Seat
    heading: Heading


class CourseCut(BayEvent):
    """Smoke took away the rest of a course; `left` is the movement left."""

    kind = "course_cut"
    names = ("ship",)
    ship: Character
    seat: Seat
    left: int


class TurnEnded(BayEvent):
    """A turn is over; `auto` where nothing else was left to do."""

    kind = "turn_ended"
    names = ("ship",)
    ship: Character
    seat: Seat
    auto: bool


# Guns


class ShotFired(BayEvent):
    """A shot from `start` at a target on the space `at` (`MOUTH` for the kraken)."""

    kind = "shot"
    in_signs = (("roll", "die_{}"),)
    names = ("ship", "target")
    ship: Character
    seat: Seat
    target: str
    weapon: Weapon
    roll: int
    need: int
    hit: bool
    start: Space
    at: Space

    def face(self) -> str:
        """`shot_hit` or `shot_missed`."""
        return f"{self.kind}_{'hit' if self.hit else 'missed'}"


class SecondaryShot(BayEvent):
    """The Merchant's second chance at the same target."""

    kind = "secondary_shot"
    in_signs = (("roll", "die_{}"),)
    names = ("ship", "target")
    ship: Character
    seat: Seat
    target: str
    roll: int
    need: int
    hit: bool
    start: Space
    at: Space

    def face(self) -> str:
        """`secondary_shot_hit` or `secondary_shot_missed`."""
        return f"{self.kind}_{'hit' if self.hit else 'missed'}"


class Chained(BayEvent):
    """A ship is slower at its next roll; `seat` is its own."""

    kind = "chained"
    names = ("ship", "by")
    ship: Character
    seat: Seat
    by: Character


# Cargo


class CargoDropped(BayEvent):
    """Something floats now that was aboard."""

    kind = "cargo_dropped"
    names = ("owner",)
    owner: Unit
    type: Chit
    at: Space

    def joined(self, following: Event) -> "CargoLost | None":
        """Two pieces of one ship are told together."""
        return CargoLost(owner=self.owner, pieces=[f"{_PIECES[self.type]} to {self.at}"]).joined(following)

    def more(self) -> dict[str, StoryValue]:
        """A single piece of it."""
        return {"type": _PIECES[self.type]}


class CargoLost(BayEvent):
    """Pieces of cargo of one ship, one after the other: made to be told, never kept."""

    kind = "cargo_lost"
    names = ("owner",)
    owner: Unit
    pieces: list[str]

    def joined(self, following: Event) -> "CargoLost | None":
        """One more of them."""
        if isinstance(following, CargoDropped) and following.owner == self.owner:
            more = f"{_PIECES[following.type]} to {following.at}"
            return self.model_copy(update={"pieces": [*self.pieces, more]})
        return None

    def more(self) -> dict[str, StoryValue]:
        """All of them."""
        return {"pieces": listed(self.pieces)}


class CargoSunk(BayEvent):
    """Something was dropped and sank: too much of it floats, or there is no space."""

    kind = "cargo_sunk"
    names = ("owner",)
    owner: Unit
    type: Chit
    reason: Literal["supply", "no_space"]

    def more(self) -> dict[str, StoryValue]:
        """A single piece of it."""
        return {"type": _PIECES[self.type]}


class NothingLost(BayEvent):
    """A cargo die showed what the ship does not carry."""

    kind = "nothing_lost"
    names = ("owner",)
    owner: Character
    type: Cargo


class CargoCollected(BayEvent):
    """Something came aboard."""

    kind = "cargo_collected"
    names = ("ship",)
    ship: Character
    seat: Seat
    type: Cargo
    at: Space

    def more(self) -> dict[str, StoryValue]:
        """A single piece of it."""
        return {"type": _PIECES[self.type]}


class PlagueStruck(BayEvent):
    """The crew are gone."""

    kind = "plague_struck"
    names = ("ship",)
    ship: Character
    seat: Seat
    crew_lost: int
    at: Space

    def face(self) -> str:
        """`plague_struck`, or `plague_struck_nobody` where no crew were left to lose."""
        return self.kind if self.crew_lost else f"{self.kind}_nobody"


class PlagueCured(BayEvent):
    """The House Boat nursed the sick: one crew more."""

    kind = "plague_cured"
    names = ("ship",)
    ship: Character
    seat: Seat
    at: Space


class GreedUsed(BayEvent):
    """The Merchant found a treasure more."""

    kind = "greed_used"
    names = ("ship",)
    ship: Character
    seat: Seat


# Tentacles and the kraken


class TentacleHit(BayEvent):
    """A ship ran into a tentacle."""

    kind = "tentacle_hit"
    names = ("unit",)
    unit: Unit
    at: Space


class TentacleKilled(BayEvent):
    """A tentacle is gone; nobody has the trophy where the barrel's owner has left (`by` is `None`)."""

    kind = "tentacle_killed"
    names = ("by",)
    by: Character | None
    at: Space
    weapon: Literal["gun", "barrel"]

    def face(self) -> str:
        """`tentacle_killed_gun`, `tentacle_killed_barrel`, `tentacle_killed_nobody`."""
        return f"{self.kind}_{self.weapon if self.by else 'nobody'}"

    def more(self) -> dict[str, StoryValue]:
        """Whose it was."""
        return {"by": in_words(self.by) if self.by else ""}


class TentacleRose(BayEvent):
    """The kraken was hurt, and a tentacle came up."""

    kind = "tentacle_rose"
    at: Space


class TentacleMoved(BayEvent):
    """Smoke went off under a tentacle."""

    kind = "tentacle_moved"
    start: Space
    to: Space


class NoTentacleLeft(BayEvent):
    """The kraken was hurt, and all tentacles are up."""

    kind = "no_tentacle_left"


class KrakenHurt(BayEvent):
    """The kraken lost health."""

    kind = "kraken_hurt"
    names = ("by",)
    by: Character
    seat: Seat
    damage: int
    health: int


class KrakenSlain(BayEvent):
    """The last blow."""

    kind = "kraken_slain"
    names = ("by",)
    by: Character
    seat: Seat


# Bombs


class BombDropped(BayEvent):
    """A barrel or a cloud lies on a space; fused if something is there."""

    kind = "bomb_dropped"
    names = ("ship",)
    ship: Character
    seat: Seat
    bomb: BombKind
    at: Space
    fused: bool
    start: Space

    def face(self) -> str:
        """`bomb_dropped_barrel`, `bomb_dropped_smoke`, and `.._fused` of both."""
        return f"{self.kind}_{self.bomb}{'_fused' * self.fused}"


class BombArmed(BayEvent):
    """What lay on a fused bomb has gone: it is live."""

    kind = "bomb_armed"
    bomb: BombKind
    at: Space

    def face(self) -> str:
        """`bomb_armed_barrel`, `bomb_armed_smoke`."""
        return f"{self.kind}_{self.bomb}"


class BombWentOff(BayEvent):
    """A fused bomb went off under what was there."""

    kind = "bomb_went_off"
    bomb: BombKind
    at: Space

    def face(self) -> str:
        """`bomb_went_off_barrel`, `bomb_went_off_smoke`."""
        return f"{self.kind}_{self.bomb}"


class BarrelHit(BayEvent):
    """A ship ran into a live barrel."""

    kind = "barrel_hit"
    halts = True
    names = ("unit", "owner")
    unit: Unit
    at: Space
    owner: Character


class SmokeHit(BayEvent):
    """A ship ran into live smoke."""

    kind = "smoke_hit"
    names = ("unit", "owner")
    unit: Unit
    at: Space
    owner: Character


class Relocated(BayEvent):
    """Where the ship came out of the smoke."""

    kind = "relocated"
    halts = True
    names = ("unit",)
    unit: Unit
    start: Space
    to: Space


# Towing


class TowAttached(BayEvent):
    """An off-course ship is taken in tow."""

    kind = "tow_attached"
    names = ("ship", "tow")
    ship: Character
    seat: Seat
    tow: Stray
    at: Space


class TowSlowed(BayEvent):
    """How far the ship still goes with its new tow."""

    kind = "tow_slowed"
    names = ("ship",)
    ship: Character
    seat: Seat
    move_left: int


class TowReleased(BayEvent):
    """A tow is adrift again."""

    kind = "tow_released"
    names = ("ship", "tow")
    ship: Character
    seat: Seat
    tow: Stray
    at: Space


class ShipSaved(BayEvent):
    """An off-course ship is brought home."""

    kind = "ship_saved"
    names = ("ship", "rescued")
    ship: Character
    seat: Seat
    rescued: Stray
    at: Space


# The end of a round


class RationEaten(BayEvent):
    """Upkeep."""

    kind = "ration_eaten"
    names = ("ship",)
    ship: Character
    seat: Seat


class TimePassed(BayEvent):
    """A round is over."""

    kind = "time_passed"
    time: int

    def face(self) -> str:
        """`time_passed`, or `time_passed_last`: then no whirlpool follows (R47)."""
        return self.kind if self.time else f"{self.kind}_last"


class OffcourseEntered(BayEvent):
    """An off-course ship comes into the bay."""

    kind = "offcourse_entered"
    names = ("name",)
    name: Stray


class Drifted(BayEvent):
    """What the vortex did to a unit: through `path`, to where it is now (`MOUTH` if it was eaten)."""

    kind = "drifted"
    names = ("unit",)
    unit: Unit
    start: Space
    to: Space
    path: tuple[Space, ...]
    held: bool

    def face(self) -> str:
        """`drifted`; `.._eaten` into the mouth, `.._blown` off by smoke, `.._nowhere` for want of room."""
        if self.to == MOUTH:
            return f"{self.kind}_eaten"
        if not self.path:
            return f"{self.kind}_nowhere"
        return self.kind if self.path[-1] == self.to else f"{self.kind}_blown"

    def joined(self, following: Event) -> "DriftedTogether | None":
        """Nobody chose it: what is just drawn along is told in one line."""
        return DriftedTogether(drifts=[self]).joined(following) if self.face() == self.kind else None


class DriftedTogether(BayEvent):
    """Several units that the vortex just drew along: made to be told, never kept."""

    kind = "drifted_together"
    drifts: list[Drifted]

    def joined(self, following: Event) -> "DriftedTogether | None":
        """One more of them, as long as a line holds it."""
        if len(self.drifts) == MOST_DRIFTS or not isinstance(following, Drifted):
            return None
        plain = following.face() == following.kind
        return DriftedTogether(drifts=[*self.drifts, following]) if plain else None

    def gaps(self) -> dict[str, StoryValue]:
        """{drifts}: all of them, `the Captain (A3 to B2) and the plague ship (C7 to D5)`."""
        return {"drifts": listed(f"{in_words(one.unit)} ({one.start} to {one.to})" for one in self.drifts)}


class OffcourseEaten(BayEvent):
    """An off-course ship is lost to all."""

    kind = "offcourse_eaten"
    names = ("name",)
    name: Stray


class ShipEaten(BayEvent):
    """A ship is out of the game."""

    kind = "ship_eaten"
    names = ("ship",)
    ship: Character
    seat: Seat
    round: int


class ShipResigned(BayEvent):
    """A player gave up; `ship` is `None` for one who had not picked any."""

    kind = "ship_resigned"
    names = ("ship",)
    ship: Character | None
    seat: Seat
    round: int

    def face(self) -> str:
        """`ship_resigned`, or `ship_resigned_early` before there were ships."""
        return self.kind if self.round else f"{self.kind}_early"

    def more(self) -> dict[str, StoryValue]:
        """Which ship."""
        return {"ship": in_words(self.ship) if self.ship else ""}


class Placing(BaseModel):
    """A line of the final ranking. `ship` is `None` for who left before there were ships."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    place: int
    seat: int
    ship: Character | None
    score: int
    status: Literal["in", "eaten", "resigned"]


class GameOver(BayEvent):
    """The end: why, and who came where."""

    kind = "game_over"
    reason: Ending
    ranking: tuple[Placing, ...]

    def story(self) -> Story:
        """Faces `game_over_kraken`, `.._time`, `.._last_ship`; of one player `.._alone`, `.._alone_lost`."""
        groups: dict[int, list[int]] = {}
        for line in self.ranking:
            groups.setdefault(line.place, []).append(line.seat)
        first = self.ranking[0]
        gaps: dict[str, StoryValue] = {"score": first.score, "ranks": Ranks(map(tuple, groups.values()))}
        if len(self.ranking) > 1:
            return Story(f"{self.kind}_{self.reason}", gaps)
        if first.status != "in":
            return Story(f"{self.kind}_alone_lost", gaps)
        return Story(f"{self.kind}_alone", {**gaps, "band": band(first.score)})


EVENTS: tuple[type[BayEvent], ...] = (
    GameStarted, CharacterAssigned, FirstPlayerDrawn, TentaclePlaced, TentaclesPlaced, RoundStarted,
    TurnStarted, MovementRolled, Sailed, CourseSailed, TurnedAbout, CourseCut, ShotFired, SecondaryShot,
    Chained, CargoDropped, CargoLost, CargoSunk, NothingLost, CargoCollected, PlagueStruck, PlagueCured,
    GreedUsed,
    TentacleHit, TentacleKilled, TentacleRose, TentacleMoved, NoTentacleLeft, KrakenHurt, KrakenSlain,
    BombDropped, BombArmed, BombWentOff, BarrelHit, SmokeHit, Relocated, TowAttached, TowSlowed, TowReleased,
    ShipSaved, TurnEnded, RationEaten, TimePassed, OffcourseEntered, Drifted, DriftedTogether, OffcourseEaten,
    ShipEaten, ShipResigned, GameOver,
)  # fmt: skip
