"""The dice lie: one piece after the other sails (section 6, phases 3 and 4)."""

from collections.abc import Iterator

from rules.engine.action import Action
from rules.engine.label import Label
from rules.port_flower.actions import Absent, Move
from rules.port_flower.events import MoveForfeited, TurnSkipped
from rules.port_flower.forecast import boat_or_shark, forecast, piece_name
from rules.port_flower.orders import canonical, read_order
from rules.port_flower.plans import BOAT, Movement, Plans
from rules.port_flower.play import Play
from rules.port_flower.refusals import illegal
from rules.port_flower.rooms import Question
from rules.port_flower.rooms.placing_boats import stop_sailing
from rules.port_flower.rooms.sailing_shark import send_shark
from rules.port_flower.route import read_route
from rules.port_flower.sailing_boat import sail
from rules.port_flower.state import RaceState, ShareWind


class SharingWind(ShareWind, Question[Move | Absent]):
    """6: every die to a piece, until each that may move has moved or nothing is left."""

    def kind(self, state: RaceState) -> str:
        return "move"

    def plays_itself(self, state: RaceState) -> bool:
        return True

    def go_on(self, play: Play) -> bool:
        """End the sailing when all movements are made, or what is left of the plan was spoilt (R26)."""
        state = play.state
        if len(state.moved) > state.options.sharks_per_turn:
            stop_sailing(play)
            return True
        if self.spoilt:
            # R26: what was sailed stays, the rest is forfeited.
            self.spoilt = False
            if not state.plans().exist():
                play.tell(MoveForfeited(seat=state.turn_seat))
                stop_sailing(play)
                return True
        return False

    def asks(self, state: RaceState) -> str:
        left = " ".join(f"{die}{state.dice[die]}" for die in state.dice if die in state.dice_left)
        return f"shares out the wind: {left}"

    def actions(self, state: RaceState) -> Iterator[Move]:
        return map(Move.of, state.plans().choices())

    def labels(self, state: RaceState, action: Move | Absent) -> tuple[Label, ...]:
        """Piece, dice, route, port square; the last one tells the whole movement and its result."""
        if isinstance(action, Absent):
            return (Label("Absent"),)
        _, piece, dice, *rest = action.path()
        shown = " ".join(f"{die}{state.dice[die]}" for die in state.dice if die in dice)
        way = [Label(action.route)] * (len(rest) - 1)
        return Label("Sail"), Label(piece_name(state, piece)), Label(shown), *way, _whole(state, action)

    def canonical(self, state: RaceState, action: Action) -> Action:
        return canonical(state, action) if isinstance(action, Move) else action

    def check(self, state: RaceState, action: Move | Absent) -> None:
        if isinstance(action, Move):
            _ordered(state, action)

    def absent(self, state: RaceState) -> Absent:
        return Absent()

    def answer(self, play: Play, action: Move | Absent) -> None:
        state = play.state
        if isinstance(action, Absent):
            play.tell(TurnSkipped(seat=state.turn_seat, reason="timeout"))
            stop_sailing(play)
            return
        movement, plans = _ordered(state, action)
        state.moved[movement.piece] = movement.route.dice
        if movement.piece == BOAT:
            sail(play, movement, plans)
        else:
            send_shark(play, movement, plans.course(movement))

    def take(self, play: Play, action: Move | Absent) -> None:
        self.answer(play, action)


def _ordered(state: RaceState, action: Move) -> tuple[Movement, Plans]:
    """The legal movement that is ordered, and the plans it is one of. Raises IllegalAction."""
    movement, plans = read_order(state, action), state.plans()
    refusal = plans.refusal(movement)
    if refusal is not None:
        raise illegal(refusal)
    return movement, plans


def _whole(state: RaceState, move: Move) -> Label:
    """The whole movement with its result."""
    movement = Movement(move.piece, read_route(move.route, state.wind), move.leaves_by)
    result = forecast(state.plans(), movement)
    name = boat_or_shark(move.piece)
    if result.startswith("stay"):
        return Label(f"{name}: {result}")
    start = f"{move.route} from {move.leaves_by}" if move.leaves_by else move.route
    return Label(f"{name}: {start} {result}")
