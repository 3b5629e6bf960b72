"""The dice lie: one piece after the other sails (section 6, phases 3 and 4)."""

from collections.abc import Hashable, Iterator

from rules.engine.action import Action
from rules.engine.label import Label
from rules.port_flower.actions import Absent, Move
from rules.port_flower.events import MoveForfeited, TurnSkipped
from rules.port_flower.forecast import boat_or_shark, forecast, piece_name, to_go
from rules.port_flower.landings import column, destination, landings, outcome, result
from rules.port_flower.orders import canonical, read_order
from rules.port_flower.plans import BOAT, Movement, Plans
from rules.port_flower.play import Play
from rules.port_flower.refusals import illegal
from rules.port_flower.rooms import Question
from rules.port_flower.rooms.placing_boats import stop_sailing
from rules.port_flower.rooms.sailing_shark import send_shark
from rules.port_flower.route import read_route
from rules.port_flower.sailing import PORT
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

    def path(self, state: RaceState, action: Action) -> tuple[str, ...]:
        """7: the piece, where it ends, and the way there: dice, directions and port square in one answer.

        Where there are too many ends for a menu their column is asked for before them.
        """
        if not isinstance(action, Move):
            return action.path()
        plans, movement = state.plans(), _movement(state, action)
        way = f"{action.route}@{action.leaves_by}" if action.leaves_by else action.route
        return action.piece, *filter(None, [column(plans, movement)]), outcome(plans, movement), way

    def comes_to(self, state: RaceState, action: Action) -> Hashable:
        return result(state, _movement(state, action)) if isinstance(action, Move) else action

    def labels(self, state: RaceState, action: Move | Absent) -> tuple[Label, ...]:
        """The last one tells the whole movement and its result."""
        if isinstance(action, Absent):
            return (Label("Absent"),)
        plans, movement = state.plans(), _movement(state, action)
        number = landings(state).get(destination(plans, movement)) if movement.piece == BOAT else None
        dot = f"{number} · " if number else ""
        name, result = boat_or_shark(movement.piece), forecast(plans, movement)
        way = "" if result.startswith("stay") else action.route
        way += f" from {action.leaves_by}" if action.leaves_by else ""
        hint, side = to_go(plans, movement), column(plans, movement)
        towards = "stays in port" if side == PORT else f"to column {side}"
        return (
            Label(piece_name(state, action.piece)),
            *([Label(f"{name} {towards}")] if side else []),
            Label(f"{dot}{name} {result}", hint),
            Label(f"{dot}{name}: {' '.join(filter(None, (way, result)))}", hint),
        )

    @staticmethod
    def leads_to(state: RaceState, action: Move) -> str:
        """What comes of a movement."""
        return forecast(state.plans(), _movement(state, action))

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


def _movement(state: RaceState, move: Move) -> Movement:
    """The movement that a listed action is."""
    return Movement(move.piece, read_route(move.route, state.wind), move.leaves_by)
