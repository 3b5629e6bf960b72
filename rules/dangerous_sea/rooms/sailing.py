"""Sailing, exploring and looking: the actions that cost points (sections 6.3, 6.4 and 7)."""

from collections.abc import Iterator
from typing import TypeAlias

from rules.dangerous_sea.actions import Explore, Look, Sail
from rules.dangerous_sea.board import DIRECTIONS, NEIGHBOURS, Direction, Square
from rules.dangerous_sea.events import ShipMoved
from rules.dangerous_sea.hazards import meet
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.rooms.ending_turn import end
from rules.dangerous_sea.routes import nearest_to_take
from rules.dangerous_sea.shown import forecast
from rules.dangerous_sea.state import Reaction, SeaState, Turn
from rules.engine.label import Label

Step: TypeAlias = Sail | Explore | Look

_WORDS = {
    "sail": (forecast.STEP, forecast.sail_label),
    "explore": (forecast.STEP, forecast.explore_label),
    "look": (Label("Look"), forecast.look_label),
}
"""The first label of each kind of step, and the function that labels a direction."""


class Sailing(TurnOffer[Sail | Explore | Look]):
    """Each step costs a point. A stopped ship may only look."""

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
        first, forecast_of = _WORDS[action.kind]
        if isinstance(action, Sail) and _beside(room, state, action.dir) in nearest_to_take(state, room):
            first = forecast.ON
        told = forecast_of(state, room, action.dir)
        unknown = (way for way in DIRECTIONS if _beside(room, state, way) not in state.tiles)
        # All unknown squares have the same hint, so only the first label shows it.
        again = not isinstance(action, Sail) and action.dir != next(unknown, action.dir)
        return first, told._replace(hint="", below="") if again else told

    def check(self, room: Turn, state: SeaState, action: Step) -> None:
        at = _beside(room, state, action.dir)
        if not state.points_left(room):
            raise refusal("no_action_points")
        if room.stopped and not isinstance(action, Look):
            raise refusal("ship_stopped")
        if (at in state.tiles) != isinstance(action, Sail):
            raise refusal("already_revealed" if at in state.tiles else "not_revealed", at=at)

    def answer(self, room: Turn, play: Play, action: Step) -> None:
        if isinstance(action, Look):
            room.spent += 1
            play.reveal(_beside(room, play.state, action.dir), room.seat, "look")
        else:
            sail(play, room, action.dir)


def _beside(room: Turn, state: SeaState, direction: Direction) -> Square:
    return NEIGHBOURS[state.ship(room.seat).at or ""][direction]


def sail(play: Play, turn: Turn, direction: Direction) -> None:
    """Move the ship and resolve its new square: reveal, hazard, then attacks by ships there (section 6.4)."""
    state, seat = play.state, turn.seat
    ship = state.ship(seat)
    start, to = ship.at or "", NEIGHBOURS[ship.at or ""][direction]
    turn.spent += 1
    ship.at = to
    known = to in state.tiles
    play.tell(ShipMoved(seat=seat, start=start, to=to, mode="sail" if known else "explore"))
    if not known:
        play.reveal(to, seat, "explore")
    if meet(play, seat):
        end(play, turn, "ill")
        return
    place = state.order.index(seat)
    around = [*state.order[place:], *state.order[:place]]
    if foes := sorted(state.foes_of(turn), key=around.index):
        play.open(Reaction(against=seat, seats=foes))
