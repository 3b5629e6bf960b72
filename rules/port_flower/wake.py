"""The wake of the last turn: what sailed where, put together from what was told, to be drawn and retold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Literal

from rules.engine.event import Event
from rules.engine.record import Record
from rules.port_flower.events import (
    BoatHit,
    BoatHitByOrder,
    BoatMetShark,
    BoatMoved,
    BoatPlaced,
    BuoyReached,
    Finished,
    Landed,
    SharkMoved,
    SharkRepelled,
    SharkRepelledByOrder,
    TurnStarted,
)
from rules.port_flower.plans import BOAT, PIECES
from rules.port_flower.rooms.sailing_shark import SailingShark
from rules.port_flower.state import RaceState

TraceEnding = Literal["sailed", "stayed", "hit", "repelled", "met_shark", "landed", "finished"]


_ENDINGS: Mapping[type[Event], TraceEnding] = {
    BoatMetShark: "met_shark",
    BoatHit: "hit",
    BoatHitByOrder: "hit",
    Landed: "landed",
    Finished: "finished",
    SharkRepelled: "repelled",
    SharkRepelledByOrder: "repelled",
}


class Hit(Record):
    """A boat that met a shark: where, and where it was put (a square or `port`; `None` while in tow)."""

    seat: int
    at: str
    placed: str | None = None


class Trace(Record):
    """One movement.

    `piece` is `boat` (then `seat` owns it) or `shark1` .. `shark4` (then `seat` moved it). `path` holds the
    squares sailed, the start included; a boat that stayed in the port has the path `port`, one that left it
    starts with the square it left by. `reached` are the buoys the movement reached.
    """

    piece: str
    seat: int
    route: str
    path: list[str]
    hits: list[Hit] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    end: TraceEnding = "sailed"


class Wake:
    """The movements of the last turn in which anything moved, as events tell them one after another."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []
        self._past = False
        """A new turn has begun: what is there goes with the next movement."""

    def follow(self, events: Iterable[Event]) -> None:
        """Take in what is told next."""
        for event in events:
            self._take_in(event)

    def under_way(self, task: SailingShark, seat: int) -> None:
        """Take in how far a shark has come that waits for an answer: no event has told that yet."""
        self._sail(PIECES[task.shark], seat, task.route, task.run)
        self.traces[-1].end = "sailed"

    def _take_in(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._past = True
            case BoatMoved():
                self._sail(BOAT, event.seat, event.route, event.path)
            case SharkMoved():
                self._sail(event.shark, event.by, event.route, event.path)
            case BoatPlaced():
                self._put(event)
            case _ if self.traces:
                _add(self.traces[-1], event)

    def _sail(self, piece: str, seat: int, route: str, path: Sequence[str]) -> None:
        """A piece sails, or sails on after a hit."""
        if self._past:
            self.traces.clear()
            self._past = False
        if self.traces and self.traces[-1].piece == piece:
            self.traces[-1].path += path[1:]
            self.traces[-1].end = "sailed"
        else:
            end: TraceEnding = "sailed" if len(path) > 1 else "stayed"
            self.traces.append(Trace(piece=piece, seat=seat, route=route, path=list(path), end=end))

    def _put(self, event: BoatPlaced) -> None:
        for trace in reversed(self.traces):
            for hit in reversed(trace.hits):
                if hit.seat == event.seat and hit.placed is None:
                    hit.placed = event.at
                    return


def _add(trace: Trace, event: Event) -> None:
    """What befell the piece that sailed last."""
    trace.end = _ENDINGS.get(type(event), trace.end)
    if isinstance(event, BuoyReached):
        trace.reached.append(event.buoy)
    elif isinstance(event, BoatMetShark | BoatHit):
        trace.hits.append(Hit(seat=event.seat, at=event.at))


def wake(state: RaceState, told: Sequence[Event]) -> list[Trace]:
    """What the latest events leave to be seen of the last turn in which anything moved."""
    found = Wake()
    found.follow(told)
    if isinstance(state.task, SailingShark):
        found.under_way(state.task, state.turn_seat)
    return found.traces
