"""The active ship attacks another ship on its square (section 6.9)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import Attack
from rules.dangerous_sea.battle import fight
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.shown.forecast import attack_label
from rules.dangerous_sea.state import SeaState, Turn
from rules.engine.label import Label


class Attacking(TurnOffer[Attack]):
    """The active ship may attack at any time of the turn, but may fight each ship only once (R27)."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Attack]:
        return (Attack(seat=state.captain(seat)) for seat in state.foes_of(room))

    def labels(self, room: Turn, state: SeaState, action: Attack) -> tuple[Label, ...]:
        return Label("Attack"), attack_label(state, room.seat, state.seat_of(action.seat) or room.seat)

    def check(self, room: Turn, state: SeaState, action: Attack) -> None:
        other = state.seat_of(action.seat)
        who = state.called(other) if other else action.seat
        if other == room.seat:
            raise refusal("not_here.own")
        if other is None or state.ship(other).at != state.ship(room.seat).at:
            raise refusal("not_here", who=who)
        if other in room.fought:
            raise refusal("already_battled", who=who)
        if state.ship(other).out:
            raise refusal("captain_out", who=who)

    def answer(self, room: Turn, play: Play, action: Attack) -> None:
        fight(play, room.seat, play.state.seat_of(action.seat) or 0)
