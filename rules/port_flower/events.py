"""The events of a race in the order of section 9."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from rules.engine.event import Event, Ranks, SeatEvent, SeatName, Story, StoryValue
from rules.engine.seat import Seat
from rules.port_flower.board import PORT, Point, Position, Square

CALM = 4
GALE = 16
"""The highest sum of the four winds that is narrated as a calm, and the lowest narrated as a gale."""

Manner = Literal["moved", "came_round", "stayed", "held_up"]


def manner(route: str, path: Sequence[Position]) -> Manner:
    """Return the kind of a movement: `stayed` has no steps, `held_up` was stopped before its first step."""
    if len(path) > 1:
        return "came_round" if path[0] == path[-1] else "moved"
    return "held_up" if any(length in route for length in "12345") else "stayed"


class RaceEvent(Event, abstract=True):
    """The base class of the events of a race. Sentences name sharks by their numbers."""

    in_words: ClassVar[Mapping[str, str]] = {f"shark{number}": str(number) for number in range(1, 5)}


class BoatEvent(RaceEvent, SeatEvent, abstract=True):
    """A base class of events about a seat or its boat."""


class SharkMet(BoatEvent, abstract=True):
    """A base class of events about a boat and a shark on the same square."""

    shark: str
    at: Square


class GameStarted(RaceEvent):
    """The race begins. `options` are the options that differ from their defaults, as text."""

    seats: int
    options: dict[str, str]
    first_seat: Seat


class Drawn(RaceEvent):
    """A random draw: its purpose, and the `result`, a number from 1 to the number `of`."""

    untold = True
    purpose: str
    of: int
    result: int


class Placement(RaceEvent, abstract=True):
    """A base class of events about a buoy or an island that was placed by a seat or at random."""

    faces = "{kind}{by:draw=_drawn|}"
    number: int
    by: int | Literal["draw"]

    @property
    def what(self) -> str:
        """What was placed, such as `buoy 3` or `island 1`."""
        return f"{self.kind.removesuffix('_placed')} {self.number}"

    @property
    def place(self) -> Point | Square:
        """The point of the buoy, or the square of the island."""
        return self.point if isinstance(self, BuoyPlaced) else getattr(self, "square", "")

    def more(self) -> dict[str, StoryValue]:
        """Return the gap {at}, the point or square, and also {seat} if a seat placed the buoy or island."""
        placed: dict[str, StoryValue] = {"at": self.place}
        return placed if self.by == "draw" else {**placed, "seat": SeatName(self.by)}


class BuoyPlaced(Placement):
    """A buoy was placed on a point."""

    point: Point


class IslandPlaced(Placement):
    """An island was placed on a square."""

    square: Square


class IslandsLeftOut(RaceEvent):
    """No squares are left for the last `number` islands."""

    number: int


class TurnStarted(BoatEvent):
    """A seat's turn begins."""

    opens_turn = True
    round: int


class TurnSkipped(BoatEvent):
    """A seat missed its turn or the rest of it."""

    faces = "{kind}_{reason}"
    reason: Literal["ashore", "timeout"]


class Restocked(BoatEvent):
    """A seat took back a repellent instead of its turn."""


class DiceRolled(BoatEvent):
    """The four winds were rolled; `reroll` is true if the previous roll allowed no plan."""

    faces = "{kind}{reroll:_again|{weather}}"
    N: int
    E: int
    S: int
    W: int
    reroll: bool

    @property
    def weather(self) -> str:
        """The strength of the wind: `_calm` or `_gale`, each in about one roll of twenty, otherwise empty."""
        strength = self.N + self.E + self.S + self.W
        if CALM < strength < GALE:
            return ""
        return "_calm" if strength <= CALM else "_gale"


class TurnLost(BoatEvent):
    """The dice allow no plan, so the turn is lost."""


class BoatMoved(BoatEvent):
    """A boat sailed along `path`, which begins at the start and is only `port` if the boat stayed there."""

    faces = "boat_{manner}"
    route: str
    path: tuple[Position, ...]

    @property
    def manner(self) -> str:
        """The kind of the movement, or `stayed_in_port`."""
        return "stayed_in_port" if self.path == (PORT,) else manner(self.route, self.path)

    def joined(self, following: Event) -> "StayedAshore | None":
        """Join a landing that follows a movement without steps, in which the boat stays on its island."""
        if isinstance(following, Landed) and len(self.path) == 1:
            return StayedAshore(seat=self.seat, route=self.route, at=following.at)
        return None

    def more(self) -> dict[str, StoryValue]:
        """Return {start} and {end}."""
        return {"start": self.path[0], "end": self.path[-1]}


class BuoyReached(BoatEvent):
    """A boat reached its next buoy."""

    buoy: int
    at: Square


class Landed(BoatEvent):
    """A boat is safe on an island, and misses its next turn."""

    at: Square


class StayedAshore(BoatEvent):
    """A boat stays on its island and misses its next turn again. The event is narrated, but not stored."""

    route: str
    at: Square


class Finished(BoatEvent):
    """A boat is home with every buoy reached."""


class BoatMetShark(SharkMet):
    """A boat sailed into a shark."""


class SharkMoved(RaceEvent):
    """The seat `by` moved a shark along a path. After a hit, the movement may go on in another event."""

    faces = "shark_{manner}"
    shark: str
    by: Seat
    route: str
    path: tuple[Square, ...]

    @property
    def manner(self) -> Manner:
        """The kind of the movement."""
        return manner(self.route, self.path)

    def more(self) -> dict[str, StoryValue]:
        """Return {start} and {end}."""
        return {"start": self.path[0], "end": self.path[-1]}


class BoatHit(SharkMet):
    """A shark hit a boat."""

    faces = "{kind}{by_own:_own|}"
    by: Seat

    @property
    def by_own(self) -> bool:
        """Whether the boat's own seat had sent the shark."""
        return self.seat == self.by


class BoatHitByOrder(BoatHit):
    """A shark hit a boat whose seat had ordered never to use a repellent. This reveals the order."""

    kind = "boat_hit"
    reveals = halts = True


class BoatPlaced(BoatEvent):
    """A boat that was sent back is on the water again, or in the port."""

    faces = "{kind}{at:port=_in_port|}"
    at: Position


class BoatTowed(BoatEvent):
    """A boat that was sent back waits to be placed."""


class RepelAsked(SharkMet):
    """A shark is about to enter a boat's square. The boat's seat may use a repellent."""

    reveals = True


class SharkRepelled(RaceEvent):
    """A repellent stopped a shark. The boat's seat still has `left` tokens."""

    reveals = True
    shark: str
    seat: Seat
    at: Square
    left: int


class SharkRepelledByOrder(SharkRepelled):
    """A repellent stopped a shark by a standing order, so the seat was not asked."""

    kind = "shark_repelled"
    halts = True


class MoveForfeited(BoatEvent):
    """The rest of a turn is lost, because a repellent or a resignation left no legal movement (R26)."""


class TurnEnded(BoatEvent):
    """A turn is over."""

    untold = True


class RoundEnded(RaceEvent):
    """A round is over: every boat has had its turn."""

    round: int


class SeatResigned(BoatEvent):
    """A seat gave up; its boat leaves the water."""


class RaceOver(RaceEvent):
    """The race is over; `ranking` lists the seats of each place, the best first."""

    reason: Literal["finished", "round_limit", "last_boat"]
    ranking: tuple[tuple[int, ...], ...]

    def story(self) -> Story:
        """Return the story. The key depends on the reason and on whether the first place is shared."""
        winners, ranks = self.ranking[0], Ranks(self.ranking)
        if len(winners) > 1:
            return Story(f"{self.kind}_tied", {"ranks": ranks})
        return Story(f"{self.kind}_{self.reason}", {"winner": SeatName(winners[0]), "ranks": ranks})
