"""What the last turn left to be seen, put together from what was told (section 13)."""

from collections.abc import Iterable
from dataclasses import field

from rules.dangerous_sea.board import Direction, Square
from rules.dangerous_sea.events import (
    BattleFought,
    GhostAppeared,
    GhostBattle,
    GhostHunted,
    GhostMoved,
    ShipMoved,
    StormRolled,
    TileRevealed,
    TurnStarted,
)
from rules.engine.event import Event
from rules.engine.record import Record


class Drift(Record):
    """Where a storm blew a ship."""

    seat: int
    start: Square
    to: Square


class Wake(Record):
    """The traces of a turn, or of the sea's own turn after it.

    `seat` sailed along `path` (the start included). `revealed` are squares that showed their tile, `battles`
    those where ships fought. A storm blew in the direction `wind`, and carried ships along `drifts`. `ghost`
    is the way of the Ghost Ship, or where it appeared, `haunted` the seats it fought.
    """

    seat: int | None = None
    path: list[Square] = field(default_factory=list)
    revealed: list[Square] = field(default_factory=list)
    battles: list[Square] = field(default_factory=list)
    wind: Direction | None = None
    drifts: list[Drift] = field(default_factory=list)
    ghost: list[Square] = field(default_factory=list)
    haunted: list[int] = field(default_factory=list)


class _Follower:
    """Takes in what is told, and forgets what a newer turn covers."""

    def __init__(self) -> None:
        self.wake = Wake()
        self._past = False
        """A new turn has begun: what is there goes with the first thing that happens in it."""
        self._sea = False
        """The sea's own turn has begun to leave traces."""

    def take_in(self, event: Event) -> None:
        """Note what can be seen of it."""
        match event:
            case TurnStarted():
                self._past, self._sea = True, False
            case GhostMoved() | GhostHunted() | GhostAppeared() | GhostBattle():
                self._haunt(event)
            case StormRolled() if event.direction:
                self._begin_sea()
                self.wake.wind = event.direction
            case ShipMoved() if event.mode == "storm":
                self.wake.drifts.append(Drift(seat=event.seat, start=event.start, to=event.to))
            case ShipMoved():
                self._begin(event.seat)
                self.wake.path = [*(self.wake.path or [event.start]), event.to]
            case TileRevealed():
                if event.how in {"look", "explore"} and event.by is not None:
                    self._begin(event.by)
                self.wake.revealed.append(event.at)
            case BattleFought():
                self._begin()
                self.wake.battles.append(event.at)

    def _begin(self, seat: int | None = None) -> None:
        """Something happens in a player's turn."""
        if self._past:
            self.wake = Wake()
            self._past = False
        self.wake.seat = self.wake.seat or seat

    def _begin_sea(self) -> None:
        """Something happens in the sea's own turn."""
        if not self._sea:
            self.wake = Wake()
            self._sea = True

    def _haunt(self, event: GhostMoved | GhostHunted | GhostAppeared | GhostBattle) -> None:
        self._begin_sea()
        match event:
            case GhostMoved():
                self.wake.ghost = [event.start, *event.squares]
            case GhostHunted():
                self.wake.ghost = [event.start, event.to]
            case GhostAppeared():
                self.wake.ghost = [event.at]
            case GhostBattle():
                self.wake.haunted.append(event.seat)


def wake(told: Iterable[Event]) -> Wake:
    """What the latest events leave to be seen of the last turn in which anything was done."""
    follower = _Follower()
    for event in told:
        follower.take_in(event)
    return follower.wake
