"""Sailing, exploring and looking: what costs points (sections 6.3, 6.4 and 7)."""

from collections.abc import Iterator
from typing import TypeAlias

from rules.dangerous_sea import forecast, turns
from rules.dangerous_sea.actions import Explore, Look, Sail
from rules.dangerous_sea.board import DIRECTIONS, NEIGHBOURS, Direction, Square
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.state import SeaState, Turn
from rules.engine.label import Label

Step: TypeAlias = Sail | Explore | Look

_FIRST = {"sail": Label("Sail"), "explore": Label("Explore"), "look": Label("Look")}


class Sailing(TurnOffer[Sail | Explore | Look]):
    """A point each; a ship that was stopped may only look."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Step]:
        if not state.points_left(room):
            return
        for direction in DIRECTIONS:
            known = _beside(room, state, direction) in state.tiles
            if not room.stopped:
                yield Sail(dir=direction) if known else Explore(dir=direction)
            if not known:
                yield Look(dir=direction)

    def labels(self, room: Turn, state: SeaState, action: Step) -> tuple[Label, ...]:
        match action:
            case Sail():
                told = forecast.sail_label(state, room, action.dir)
            case Explore():
                told = forecast.explore_label(state, room, action.dir)
            case _:
                told = forecast.look_label(state, room, action.dir)
        return _FIRST[action.kind], told

    def check(self, room: Turn, state: SeaState, action: Step) -> None:
        at = _beside(room, state, action.dir)
        if not state.points_left(room):
            raise refusal("no_action_points")
        if room.stopped and not isinstance(action, Look):
            raise refusal("ship_stopped")
        if isinstance(action, Sail) and at not in state.tiles:
            raise refusal("not_revealed", at=at)
        if not isinstance(action, Sail) and at in state.tiles:
            raise refusal("already_revealed", at=at)

    def answer(self, room: Turn, play: Play, action: Step) -> None:
        if isinstance(action, Look):
            room.spent += 1
            play.reveal(_beside(room, play.state, action.dir), room.seat, "look")
        else:
            turns.sail(play, room, action.dir)


def _beside(room: Turn, state: SeaState, direction: Direction) -> Square:
    return NEIGHBOURS[state.ship(room.seat).at or ""][direction]
