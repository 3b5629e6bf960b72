"""The events of a game (section 9) and their stories.

Events also have the fields that stories and pictures need. The fields `from` and `with` of section 9 are
called `start` and `weapon` here.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from rules.engine.data import Data
from rules.engine.event import Event, PieceWords, Ranks, SeatName, Story, StoryValue
from rules.engine.seat import Seat
from rules.engine.wording import listed
from rules.kraken_bay.board import MOUTH, Character, Heading, Space, Step
from rules.kraken_bay.state import Ending, ShipStatus
from rules.kraken_bay.tables import NUMBERS, BombKind, Cargo, Chit, Stray, Unit, as_character, band, title_of

Weapon = Literal["gun", "front", "chain"]


_PIECES: Mapping[str, str] = {
    "crew": "a sailor",
    "ration": "a ration",
    "treasure": "a treasure",
    "plague": "a case of plague",
}

MOST_DRIFTS = 5
"""The maximum number of drifts in one line of the story."""


class BayEvent(Event, abstract=True):
    """A base class of this game's events."""

    names: ClassVar[tuple[str, ...]] = ()
    """The fields that hold the name of a ship or a target."""
    sails: ClassVar[str] = "ship"
    """The field among `names` that holds the ship of `seat`."""

    def befallen(self) -> Iterator[Character]:
        """Yield the players' ships that the event affects."""
        named = (as_character(getattr(self, name) or "") for name in self.names)
        yield from (ship for ship in named if ship is not None)

    def gaps(self) -> dict[str, StoryValue]:
        """Return the values for gaps: the fields, with ships and targets in words, and the values of `more`.

        `{Ship}` is filled like `{ship}`, but with a capital letter for the start of a sentence. If `ship` is
        the ship of `seat`, the gap `ship` is “Ann”, and `ship_title` is “the Captain”.
        """
        named = {name: getattr(self, name) for name in self.names}
        words = {name: in_words(piece) if piece else "" for name, piece in named.items()}
        titles = {f"{name}_title": word for name, word in words.items()}
        pieces: dict[str, StoryValue] = {name: PieceWords(word) for name, word in words.items()}
        found = {**super().gaps(), **titles, **pieces, **self.more()}
        if self.sails in words and "seat" in found:
            found[self.sails] = found["seat"]
        begins = {name: found[name] for name in (*titles, *pieces)}
        return {**found, **{name.capitalize(): _begun(word) for name, word in begins.items()}}

    def joined(self, following: Event) -> Event | None:
        """Join the event with the end of the same ship's turn, so that the end needs no sentence."""
        ends = isinstance(following, TurnEnded) and not isinstance(self, TurnStarted)
        return self if ends and getattr(self, "ship", "") == getattr(following, "ship", None) else None


class TowEvent(BayEvent, abstract=True):
    """An event of a unit that may be in tow. `tower` is the ship that tows the unit."""

    tower: Character | None = None

    def befallen(self) -> Iterator[Character]:
        """Yield the players' ships in the event's fields, including the ship that tows the unit."""
        yield from super().befallen()
        if self.tower is not None:
            yield self.tower


class OwnShipEvent(BayEvent, abstract=True):
    """A base class of events about a player's ship."""

    names: ClassVar[tuple[str, ...]] = ("ship",)
    ship: Character
    seat: Seat


def _begun(value: StoryValue) -> StoryValue:
    if isinstance(value, SeatName):
        return value
    words = capital(str(value))
    return PieceWords(words) if isinstance(value, PieceWords) else words


def capital(words: str) -> str:
    """Return the words with a capital letter, as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def in_words(name: str) -> str:
    """Return the words for a ship or another target."""
    return f"the {title_of(name)}"


# Before the first round


class GameStarted(BayEvent):
    """A game begins. `options` holds the options that differ from their defaults."""

    options: dict[str, JsonValue]
    seats: int

    def story(self) -> Story:
        """Return the story with the number of players."""
        return Story(self.kind, {"seats": self.seats})


class CharacterAssigned(BayEvent):
    """A seat picked or drew its character."""

    names = ("character",)
    seat: Seat
    character: Character


class FirstPlayerDrawn(OwnShipEvent):
    """The ship that begins every round was drawn."""


class TentaclePlaced(BayEvent):
    """A tentacle was placed in the set-up."""

    at: Space

    def joined(self, following: Event) -> "TentaclesPlaced | None":
        """Join consecutive tentacles into one event."""
        return TentaclesPlaced(spaces=[self.at]).joined(following)


class TentaclesPlaced(BayEvent):
    """Several tentacles of the set-up, joined for narration and never stored."""

    spaces: list[Space]

    def joined(self, following: Event) -> "TentaclesPlaced | None":
        """Add one more tentacle to the event."""
        if isinstance(following, TentaclePlaced):
            return TentaclesPlaced(spaces=[*self.spaces, following.at])
        return None

    def gaps(self) -> dict[str, StoryValue]:
        """Return {where}: the spaces in words."""
        return {"where": listed(self.spaces)}


# Rounds and turns


class RoundStarted(BayEvent):
    """A round begins."""

    round: int
    time: int


class TurnStarted(OwnShipEvent):
    """A ship's turn begins."""

    opens_turn = True


class MovementRolled(OwnShipEvent):
    """A roll for movement. `bonus` is added at tow speed. `chained` is true if a chain reduced `move`."""

    in_signs = (("dice", "die_{}"),)
    dice: tuple[int, ...]
    bonus: int
    chained: bool
    move: int

    def joined(self, following: Event) -> Event | None:
        """Join the roll with the course that follows."""
        if isinstance(following, Sailed | CourseSailed) and following.ship == self.ship:
            return following.course().model_copy(update={"rolled": self})
        return super().joined(following)

    def effect(self) -> str:
        """Return the calculation of the movement; empty if it is the sum of the dice."""
        if not self.bonus and not self.chained:
            return ""
        slow = f" + {self.bonus} at tow speed" if self.bonus else ""
        chains = f", less {NUMBERS.chained} for the chains" if self.chained else ""
        return f"{' + '.join(map(str, self.dice))}{slow}{chains}: {self.move} movement"


class Sailed(OwnShipEvent):
    """A ship sailed a single step."""

    plain = True
    start: Space
    to: Space
    step: Step

    def joined(self, following: Event) -> Event | None:
        """Join consecutive steps of one ship into a course."""
        return super().joined(following) or self.course().joined(following)

    def course(self) -> "CourseSailed":
        """Return the step as a course."""
        return CourseSailed(ship=self.ship, seat=self.seat, spaces=[self.start, self.to])

    def more(self) -> dict[str, StoryValue]:
        """Return {course}: `A3 to B4`."""
        return {"course": f"{self.start} to {self.to}"}


class CourseSailed(OwnShipEvent):
    """Steps of one ship with their costs and gains, joined for narration and never stored.

    `rolled` is the roll just before the course. `turned` lists the spaces on which the ship turned about.
    `tentacles` lists the spaces of tentacles on the course. `lost` and `taken` describe in words what went
    overboard and what came aboard.
    """

    faces = "{rolled:rolled_and_|}sailed"
    spaces: list[Space]
    rolled: MovementRolled | None = None
    turned: list[Space] = Field(default_factory=list)
    tentacles: list[Space] = Field(default_factory=list)
    lost: list[str] = Field(default_factory=list)
    taken: list[str] = Field(default_factory=list)

    def course(self) -> "CourseSailed":
        """Return the event itself."""
        return self

    def joined(self, following: Event) -> Event | None:
        """Add further steps or a consequence of the last step to the course."""
        if isinstance(following, Sailed | CourseSailed):
            return self._on(following.course())
        return super().joined(following) or self._with(following)

    def _on(self, following: "CourseSailed") -> "CourseSailed | None":
        """Return both courses as one course, or `None` if `following` begins elsewhere or after a roll."""
        if (following.ship, following.spaces[0]) != (self.ship, self.spaces[-1]) or following.rolled:
            return None
        lists = ("turned", "tentacles", "lost", "taken")
        more = {name: [*getattr(self, name), *getattr(following, name)] for name in lists}
        return self.model_copy(update={**more, "spaces": [*self.spaces, *following.spaces[1:]]})

    def _with(self, following: Event) -> "CourseSailed | None":
        match following:
            case TentacleHit() if following.unit == self.ship:
                more = {"tentacles": [*self.tentacles, following.at]}
            case CargoDropped() | CargoSunk() | NothingLost() if (
                self.tentacles and following.owner == self.ship
            ):
                more = {"lost": [*self.lost, following.gone()]}
            case CargoCollected() if following.ship == self.ship:
                more = {"taken": [*self.taken, f"{_PIECES[following.type]} at {following.at}"]}
            case PlagueStruck() if following.ship == self.ship:
                lost = f"the plague at {following.at} ({following.crew_lost or 'no'} crew lost)"
                more = {"taken": [*self.taken, lost]}
            case PlagueCured() if following.ship == self.ship:
                more = {"taken": [*self.taken, f"the plague at {following.at} (one crew more)"]}
            case _:
                return None
        return self.model_copy(update=more)

    def more(self) -> dict[str, StoryValue]:
        """Return {course}: `A3 by A4 and B5 to B6`. After a roll, also return {dice} and {move}."""
        start, *way, to = self.spaces
        found: dict[str, StoryValue] = {
            "course": f"{start} by {listed(way)} to {to}" if way else f"{start} to {to}"
        }
        if self.rolled:
            found |= {"dice": ", ".join(map(str, self.rolled.dice)), "move": self.rolled.move}
        return found

    def signs(self) -> Mapping[str, Sequence[str]]:
        """Return the signs of the dice, if a roll came before the course."""
        return self.rolled.signs() if self.rolled else {}

    def effect(self) -> str:
        """Return the calculation of the movement, and the ship's hazards, losses and gains."""
        told = [
            self.rolled.effect() if self.rolled else "",
            f"turned about at {listed(self.turned)}" if self.turned else "",
            f"tentacle at {listed(self.tentacles)}" if self.tentacles else "",
            f"overboard: {listed(self.lost)}" if self.lost else "",
            f"aboard: {listed(self.taken)}" if self.taken else "",
        ]
        return capital("; ".join(filter(None, told)))


class TurnedAbout(OwnShipEvent):
    """The Explorer turned about. The next event, `Sailed`, is the step into the next lane."""

    heading: Heading

    def joined(self, following: Event) -> Event | None:
        """Join the turn about with its step."""
        if isinstance(following, Sailed) and following.ship == self.ship:
            return following.course().model_copy(update={"turned": [following.start]})
        return super().joined(following)


class CourseCut(OwnShipEvent):
    """Smoke cut a course short. `left` is the ship's remaining movement."""

    left: int


class TurnEnded(OwnShipEvent):
    """A turn is over. `auto` is true if nothing else was possible, or if the ship's player resigned."""

    plain = True
    auto: bool


# Guns


class ShotEvent(TowEvent, abstract=True):
    """A ship shot at a target."""

    in_signs: ClassVar[tuple[tuple[str, str], ...]] = (("roll", "die_{}"),)
    faces = "{kind}{hit:_hit|_missed}"
    names = ("ship", "target")
    ship: Character
    seat: Seat
    target: str


class ShotFired(ShotEvent):
    """A shot from `start` at a target on the space `at` (`MOUTH` for the kraken)."""

    kind = "shot"
    weapon: Weapon
    roll: int
    need: int
    hit: bool
    start: Space
    at: Space

    def joined(self, following: Event) -> Event | None:
        """Join the shot with the effect of its hit, or with the Merchant's second shot after a miss."""
        told = ShotTold(**self.model_dump(exclude={"weapon", "start"}))
        return super().joined(following) or told.joined(following)


class SecondaryShot(ShotEvent):
    """The Merchant fired again at the same target after a miss."""

    roll: int
    need: int
    hit: bool
    start: Space
    at: Space


class ShotTold(ShotEvent):
    """A shot and the events that followed it, joined for narration and never stored.

    `second` is the roll of the Merchant's second shot, or 0. `trophy` is true if the shot killed a tentacle.
    `lost` (cargo) and `hurt` (other effects) are in words. `risen` lists the spaces of new tentacles.
    """

    faces = "{second:two_shots|shot}_{trophy:killed|{hit:hit|missed}}"
    in_signs = (("roll", "die_{}"), ("second", "die_{}"))
    roll: int
    second: int = 0
    need: int
    hit: bool
    at: Space
    trophy: bool = False
    lost: list[str] = Field(default_factory=list)
    hurt: list[str] = Field(default_factory=list)
    risen: list[Space] = Field(default_factory=list)

    def joined(self, following: Event) -> Event | None:
        """Join the shot with the effect of its hit, or with the Merchant's second shot after a miss."""
        return super().joined(following) or (self._struck(following) if self.hit else self._again(following))

    def _again(self, following: Event) -> "ShotTold | None":
        if not isinstance(following, SecondaryShot) or self.second:
            return None
        return self.model_copy(update={"second": following.roll, "hit": following.hit})

    def _struck(self, following: Event) -> "ShotTold | None":
        more: dict[str, object] = {}
        match following:
            case TentacleKilled() if (following.by, following.at) == (self.ship, self.target):
                more = {"trophy": True}
            case CargoDropped() | CargoSunk() | NothingLost() if following.owner == self.target:
                more = {"lost": [*self.lost, following.gone()]}
            case KrakenHurt():
                more = {"hurt": [f"{following.damage} damage, {following.health} health left"]}
            case TentacleRose() if self.hurt:
                more = {"risen": [*self.risen, following.at]}
            case NoTentacleLeft() if self.hurt:
                more = {"hurt": [*self.hurt, "no arm left to rise"]}
            case Chained() if following.ship == self.target:
                more = {"hurt": [f"chains take {NUMBERS.chained} off its next roll"]}
            case _:
                return None
        return self.model_copy(update=more)

    def effect(self) -> str:
        """Return the effects of the hit, in words."""
        told = [
            f"overboard: {listed(self.lost)}" if self.lost else "",
            *dict.fromkeys(self.hurt),
            f"a tentacle rises at {listed(self.risen)}" if self.risen else "",
        ]
        return capital("; ".join(filter(None, told)))


class Chained(OwnShipEvent):
    """A chain shot of the ship `by` hit `ship` and reduces the next roll of `ship`."""

    names = ("ship", "by")
    by: Character


# Cargo


class CargoEvent(TowEvent, abstract=True):
    """A piece of cargo went overboard."""

    names = ("owner",)
    in_words = _PIECES
    owner: Unit
    type: Chit


class CargoDropped(CargoEvent):
    """A piece of cargo went overboard and floats."""

    at: Space

    def joined(self, following: Event) -> Event | None:
        """Join the pieces of cargo that one ship loses into one event."""
        return CargoLost(owner=self.owner, tower=self.tower, pieces=[self.gone()]).joined(following)

    def gone(self) -> str:
        """Return the cargo and its space: `a sailor to B8`."""
        return f"{_PIECES[self.type]} to {self.at}"


class CargoLost(TowEvent):
    """All pieces of cargo that one ship lost, joined for narration and never stored."""

    names = ("owner",)
    owner: Unit
    pieces: list[str]

    def joined(self, following: Event) -> Event | None:
        """Add one more piece of cargo to the event."""
        if isinstance(following, CargoDropped | CargoSunk | NothingLost) and following.owner == self.owner:
            return self.model_copy(update={"pieces": [*self.pieces, following.gone()]})
        return None

    def more(self) -> dict[str, StoryValue]:
        """Return {pieces}: all pieces in words."""
        return {"pieces": listed(self.pieces)}


class CargoSunk(CargoEvent):
    """A piece of cargo sank: no chit of its kind was left (`supply`), or no space was free."""

    reason: Literal["supply", "no_space"]

    def gone(self) -> str:
        """Return the cargo: `a sailor for good`."""
        return f"{_PIECES[self.type]} for good"


class NothingLost(BayEvent):
    """A cargo die showed a kind of cargo that the ship does not have."""

    names = ("owner",)
    owner: Character
    type: Cargo

    def gone(self) -> str:
        """Return the cargo that the ship does not have: `no crew (none aboard)`."""
        return f"no {self.type} (none aboard)"


class CargoCollected(OwnShipEvent):
    """A piece of cargo came aboard."""

    in_words = _PIECES
    type: Cargo
    at: Space


class PlagueStruck(OwnShipEvent):
    """The plague killed a ship's crew, if it had any."""

    faces = "{kind}{crew_lost:|_nobody}"
    crew_lost: int
    at: Space


class PlagueCured(OwnShipEvent):
    """The House Boat took plague crew aboard and gained one crew."""

    at: Space


class GreedUsed(OwnShipEvent):
    """The Merchant gained a treasure by greed."""


# Tentacles and the kraken


class TentacleHit(BayEvent):
    """A ship ran into a tentacle."""

    names = ("unit",)
    unit: Unit
    at: Space


class TentacleKilled(BayEvent):
    """A tentacle was killed. `by` is `None` if nobody has the trophy, because the barrel's owner has left."""

    faces = "{kind}_{by:{weapon}|nobody}"
    names = ("by",)
    by: Character | None
    at: Space
    weapon: Literal["gun", "barrel"]


class TentacleRose(BayEvent):
    """A tentacle rose because the kraken was hurt."""

    at: Space


class TentacleMoved(BayEvent):
    """A cloud of smoke under a tentacle went off, and the tentacle moved."""

    start: Space
    to: Space


class NoTentacleLeft(BayEvent):
    """The kraken was hurt, but no tentacle is left to rise."""


class KrakenHit(BayEvent, abstract=True):
    """A ship hit the kraken."""

    names = ("by",)
    sails = "by"
    by: Character
    seat: Seat


class KrakenHurt(KrakenHit):
    """The kraken lost health."""

    damage: int
    health: int


class KrakenSlain(KrakenHit):
    """A ship struck the last blow."""


# Bombs


class BombDropped(OwnShipEvent):
    """A ship dropped a barrel or a cloud of smoke from the space `start`."""

    faces = "{kind}_{bomb}{fused:_fused|}"
    bomb: BombKind
    at: Space
    fused: bool
    start: Space


class FusedBombEvent(BayEvent, abstract=True):
    """A fused bomb went off or became live."""

    faces = "{kind}_{bomb}"
    bomb: BombKind
    at: Space


class BombArmed(FusedBombEvent):
    """A fused bomb became live because its space was empty."""


class BombWentOff(FusedBombEvent):
    """A fused bomb went off."""


class BombHit(BayEvent, abstract=True):
    """A ship ran into a live bomb."""

    names = ("unit", "owner")
    unit: Unit
    at: Space
    owner: Character


class BarrelHit(BombHit):
    """A ship ran into a live barrel."""

    halts = True


class SmokeHit(BombHit):
    """A ship ran into live smoke."""

    def joined(self, following: Event) -> Event | None:
        """Join the smoke with the ship's new space."""
        if isinstance(following, Relocated) and following.unit == self.unit:
            return BlownAway(unit=self.unit, at=self.at, owner=self.owner, to=following.to)
        return None


class Relocated(BayEvent):
    """Smoke took a ship to another space."""

    halts = True
    names = ("unit",)
    unit: Unit
    start: Space
    to: Space


class BlownAway(BombHit):
    """Smoke and the ship's new space `to`, joined for narration and never stored.

    If smoke cut a course short, `left` is the ship's remaining movement.
    """

    to: Space
    left: int | None = None

    def joined(self, following: Event) -> Event | None:
        """Add the remaining movement to the event if the smoke cut a course short."""
        if isinstance(following, CourseCut) and following.ship == self.unit:
            return self.model_copy(update={"left": following.left})
        return None

    def effect(self) -> str:
        """Return a sentence about the lost rest of a course; empty if no course was cut short."""
        return "" if self.left is None else f"The rest of the course is lost: {self.left} movement left"


# Towing


class TowedEvent(OwnShipEvent, abstract=True):
    """A base class of events about a ship and its tow."""

    names = ("ship", "tow")
    tow: Stray
    at: Space


class TowAttached(TowedEvent):
    """A ship took an off-course ship in tow."""


class TowSlowed(OwnShipEvent):
    """A new tow limited the ship's remaining movement to `move_left`."""

    move_left: int


class TowReleased(TowedEvent):
    """A tow is adrift again."""


class ShipSaved(OwnShipEvent):
    """A ship brought an off-course ship home."""

    names = ("ship", "rescued")
    rescued: Stray
    at: Space


# The end of a round


class RationEaten(OwnShipEvent):
    """A ship ate a ration as its upkeep."""

    def joined(self, following: Event) -> Event | None:
        """Join all rations of a round into one event."""
        return RationsEaten(ships=[self.ship]).joined(following)


class RationsEaten(BayEvent):
    """The upkeep of several ships, joined for narration and never stored."""

    ships: list[Character]

    def joined(self, following: Event) -> Event | None:
        """Add one more ship to the event."""
        if isinstance(following, RationEaten):
            return RationsEaten(ships=[*self.ships, following.ship])
        return None

    def befallen(self) -> Iterator[Character]:
        """Yield the ships that ate a ration."""
        yield from self.ships

    def gaps(self) -> dict[str, StoryValue]:
        """Return {ships}: all ships in words."""
        return {"ships": PieceWords(capital(listed(map(in_words, self.ships))))}


class TimePassed(BayEvent):
    """A round is over."""

    faces = "{kind}{time:|_last}"
    time: int

    def joined(self, following: Event) -> Event | None:
        """If time is left, join the end of the round with the whirlpool or the start of the next round."""
        return Whirlpool(time=self.time).joined(following) if self.time else None


class OffcourseEvent(BayEvent, abstract=True):
    """A base class of events about an off-course ship."""

    names = ("name",)
    name: Stray


class OffcourseEntered(OffcourseEvent):
    """An off-course ship comes into the bay."""


class Drifted(BayEvent):
    """The whirlpool moved a unit along `path`. `to` is the unit's new space, or `MOUTH` if it was eaten."""

    faces = "{kind}{end}"
    by_itself = True
    names = ("unit",)
    unit: Unit
    start: Space
    to: Space
    path: tuple[Space, ...]
    held: bool

    @property
    def end(self) -> str:
        """The end of the story's key: `_eaten`, `_blown` (by smoke), `_nowhere` (no room), or empty."""
        if self.to == MOUTH:
            return "_eaten"
        if not self.path:
            return "_nowhere"
        return "" if self.path[-1] == self.to else "_blown"

    def joined(self, following: Event) -> Event | None:
        """Join consecutive drifts into one event."""
        return Whirlpool(drifts=[self]).joined(following)

    def moved(self) -> str:
        """Return the unit with its drift: `the Captain (A3 to B2)`."""
        where = {
            f"{self.kind}_eaten": f"{self.start} into the mouth",
            f"{self.kind}_nowhere": f"no room, stays at {self.start}",
            f"{self.kind}_blown": f"{self.start}, blown to {self.to}",
        }
        return f"{in_words(self.unit)} ({where.get(self.face(), f'{self.start} to {self.to}')})"


class Met(Data):
    """A hazard or a loss of a unit in the whirlpool. `tower` is the ship that tows the unit."""

    unit: Unit
    what: str
    tower: Character | None = None

    @property
    def ship(self) -> Character | None:
        """The player's ship that tows the unit or is the unit; `None` for an off-course ship adrift."""
        return self.tower or as_character(self.unit)


class Whirlpool(BayEvent):
    """The whirlpool's drifts with their costs, joined for narration and never stored.

    `time` is the time left, or 0 if an earlier sentence narrates the beginning of the whirlpool. `round` is
    the next round. `newcomer` is the ship that enters the bay.
    """

    faces = "{time:{drifts:whirlpool|time_passed}|whirlpool_goes_on}"
    by_itself = True
    time: int = 0
    round: int = 0
    newcomer: Stray | None = None
    drifts: list[Drifted] = Field(default_factory=list)
    met: list[Met] = Field(default_factory=list)

    def joined(self, following: Event) -> Event | None:
        """Add a hazard, a loss, a newcomer, the next round or (up to `MOST_DRIFTS`) a drift to the event."""
        if self.round:
            return None
        update: dict[str, object] = {}
        match following:
            case Drifted() if len(self.drifts) < MOST_DRIFTS:
                update = {"drifts": [*self.drifts, following]}
            case TentacleHit():
                update = self._and(following.unit, f"tentacle at {following.at}")
            case BarrelHit():
                update = self._and(following.unit, f"barrel of {in_words(following.owner)} at {following.at}")
            case BlownAway():
                smoke = f"smoke of {in_words(following.owner)} at {following.at}"
                update = self._and(following.unit, f"{smoke}, out of it at {following.to}")
            case CargoDropped() | CargoSunk() | NothingLost() | CargoLost():
                update = self._lost(following)
            case OffcourseEntered() if not self.drifts:
                update = {"newcomer": following.name}
            case RoundStarted() if self.time:
                update = {"round": following.round}
            case _:
                return None
        return self.model_copy(update=update)

    def _lost(self, event: CargoDropped | CargoSunk | NothingLost | CargoLost) -> dict[str, object]:
        pieces = event.pieces if isinstance(event, CargoLost) else [event.gone()]
        tower = None if isinstance(event, NothingLost) else event.tower
        return self._and(event.owner, *pieces, tower=tower)

    def _and(self, unit: Unit, *what: str, tower: Character | None = None) -> dict[str, object]:
        return {"met": [*self.met, *(Met(unit=unit, what=one, tower=tower) for one in what)]}

    def befallen(self) -> Iterator[Character]:
        """Yield the players' ships that drift or meet something."""
        for drifted in self.drifts:
            yield from drifted.befallen()
        yield from (one.ship for one in self.met if one.ship is not None)

    def share(self, ship: Character) -> "Whirlpool":
        """Return the whirlpool with only the drifts, hazards and losses of a ship and its tow."""
        drifts = [one for one in self.drifts if ship in one.befallen()]
        met = [one for one in self.met if one.ship == ship]
        return self.model_copy(update={"drifts": drifts, "met": met, "newcomer": None})

    def gaps(self) -> dict[str, StoryValue]:
        """Return {drifts}, which are all drifts in words, and {when}: `time 14, round 2`."""
        when = f"time {self.time}{f', round {self.round}' if self.round else ''}"
        drifts = listed(one.moved() for one in self.drifts) if self.drifts else ""
        return {"drifts": PieceWords(drifts), "when": when, "When": capital(when), "time": self.time}

    def effect(self) -> PieceWords:
        """Return words for the ship that enters the bay, and for each unit's hazards and losses."""
        told = [f"{in_words(self.newcomer)} comes into the bay at A1"] if self.newcomer else []
        for unit in dict.fromkeys(one.unit for one in self.met):
            what = ", ".join(one.what for one in self.met if one.unit == unit)
            told.append(f"{in_words(unit)}: {what}")
        return PieceWords(capital("; ".join(told)))


class OffcourseEaten(OffcourseEvent):
    """The kraken ate an off-course ship."""


class ShipEaten(OwnShipEvent):
    """The kraken ate a player's ship."""

    round: int


class ShipResigned(BayEvent):
    """A player gave up. `ship` is `None` if the player had not picked a ship."""

    faces = "{kind}{round:|_early}"
    names = ("ship",)
    ship: Character | None
    seat: Seat
    round: int


class Placing(Data):
    """A line of the final ranking. `ship` is `None` for a player without a character."""

    place: int
    seat: int
    ship: Character | None
    score: int
    status: ShipStatus


class GameOver(BayEvent):
    """The game is over. `ranking` has the best seat first."""

    reason: Ending
    ranking: tuple[Placing, ...]

    def story(self) -> Story:
        """Return the story of `reason`; in a solo game, `game_over_alone` or `game_over_alone_lost`."""
        groups = groupby(self.ranking, attrgetter("place"))
        ranks = Ranks(tuple(line.seat for line in lines) for _, lines in groups)
        first = self.ranking[0]
        gaps: dict[str, StoryValue] = {"score": first.score, "ranks": ranks}
        if len(self.ranking) > 1:
            return Story(f"{self.kind}_{self.reason}", gaps)
        if first.status != "in":
            return Story(f"{self.kind}_alone_lost", gaps)
        return Story(f"{self.kind}_alone", {**gaps, "band": band(first.score)})
