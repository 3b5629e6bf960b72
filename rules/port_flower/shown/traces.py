"""The traces of the latest turns, made from their events: the paths of boats and sharks."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from rules.engine.event import Decided, Event, TurnOver
from rules.engine.record import Record
from rules.engine.traces import TurnTraces
from rules.port_flower import events
from rules.port_flower.board import Point, Square
from rules.port_flower.plans import BOAT, PIECES
from rules.port_flower.state import RaceState, SharkUnderWay

TraceEnding = Literal["sailed", "stayed", "hit", "repelled", "met_shark", "landed", "finished"]


_ENDINGS: Mapping[type[Event], TraceEnding] = {
    events.BoatMetShark: "met_shark",
    events.BoatHit: "hit",
    events.BoatHitByOrder: "hit",
    events.Landed: "landed",
    events.Finished: "finished",
    events.SharkRepelled: "repelled",
    events.SharkRepelledByOrder: "repelled",
}


class Hit(Record):
    """A boat met a shark. `placed` is where the boat was put, a square or `port`; `None` while in tow."""

    seat: int
    at: str
    placed: str | None = None


class Trace(Record):
    """A movement by `seat` along a path that includes the start (only `port` if a boat stayed there)."""

    piece: str
    seat: int
    route: str
    path: list[str]
    hits: list[Hit] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    end: TraceEnding = "sailed"


Lack = Literal["ashore", "timeout", "stuck", "restocked", "forfeited", "resigned"]

_LACKS: Mapping[type[Event], Lack] = {
    events.Restocked: "restocked",
    events.TurnLost: "stuck",
    events.MoveForfeited: "forfeited",
    events.SeatResigned: "resigned",
}


class Missed(Record):
    """A seat that did not sail or did not complete its turn, and the reason."""

    seat: int
    why: Lack


class Placed(Record):
    """A seat's placement in the set-up: `buoy 3` on a point, or `island 1` on a square."""

    seat: int
    what: str
    at: Point | Square


class Traces(TurnTraces[Trace]):
    """Movements in the latest turns, turns missed since then, and placements after the latest decision."""

    def __init__(self) -> None:
        super().__init__()
        self.missed: list[Missed] = []
        self.placed: list[Placed] = []

    def under_way(self, task: SharkUnderWay, seat: int) -> None:
        """Record the path so far of a shark that waits for an answer, because no event has this path yet."""
        self._sail(PIECES[task.shark], seat, task.route, task.run)
        self.newest[-1].end = "sailed"

    def take_in(self, event: Event) -> None:
        """Record the traces of an event."""
        match event:
            case Decided():
                self.placed.clear()
            case events.BoatMoved():
                self._sail(BOAT, event.seat, event.route, event.path)
            case events.SharkMoved():
                self._sail(event.shark, event.by, event.route, event.path)
            case events.BoatPlaced():
                self._put(event)
            case events.Placement() if event.by != "draw":
                self.placed.append(Placed(seat=event.by, what=event.what, at=event.place))
            case _:
                if isinstance(event, events.BoatEvent):
                    self._miss(event)
                if self.newest:
                    _add(self.newest[-1], event)

    def _miss(self, event: events.BoatEvent) -> None:
        why = event.reason if isinstance(event, events.TurnSkipped) else _LACKS.get(type(event))
        if why in {"timeout", "restocked"}:
            self.begin()
        if why is not None:
            self.missed.append(Missed(seat=event.seat, why=why))

    def _sail(self, piece: str, seat: int, route: str, path: Sequence[str]) -> None:
        """Record the path of a piece, or its continuation after a hit."""
        self.begin()
        if self.newest and self.newest[-1].piece == piece:
            self.newest[-1].path += path[1:]
            self.newest[-1].end = "sailed"
        else:
            end: TraceEnding = "sailed" if len(path) > 1 else "stayed"
            self.newest.append(Trace(piece=piece, seat=seat, route=route, path=list(path), end=end))

    def begin(self) -> None:
        """If a new turn has begun, also forget the missed turns."""
        if self._past:
            self.missed = []
        super().begin()

    def _put(self, event: events.BoatPlaced) -> None:
        for trace in reversed(self.newest):
            for hit in reversed(trace.hits):
                if hit.seat == event.seat and hit.placed is None:
                    hit.placed = event.at
                    return


def _add(trace: Trace, event: Event) -> None:
    trace.end = _ENDINGS.get(type(event), trace.end)
    if isinstance(event, events.BuoyReached):
        trace.reached.append(event.buoy)
    elif isinstance(event, events.BoatMetShark | events.BoatHit):
        trace.hits.append(Hit(seat=event.seat, at=event.at))


def traces_of(state: RaceState, told: Sequence[Event]) -> Traces:
    """Return the traces of the events `told` and, unless the turn is over, of a shark under way."""
    found = Traces().follow(told)
    is_over = bool(told) and isinstance(told[-1], TurnOver)
    if isinstance(state.task, SharkUnderWay) and not is_over:
        found.under_way(state.task, state.turn_seat)
    return found
