"""A standing order for ships that arrive (section 7, R34)."""

from collections.abc import Iterator
from typing import get_args

from rules.dangerous_sea.actions import SetStance
from rules.dangerous_sea.events import StanceSet
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Anytime, must_play
from rules.dangerous_sea.rooms.setting_answers import standing_order
from rules.dangerous_sea.state import SeaState, Stance
from rules.engine.label import Label

_STANCES = {"ask": "ask me", "fight": "attack", "hold": "hold back"}


class SettingStance(Anytime[SetStance]):
    """What the ship does when another arrives where it lies."""

    def actions(self, state: SeaState, seat: int) -> Iterator[SetStance]:
        if seat not in state.gone:
            yield from (SetStance(policy=policy) for policy in get_args(Stance))

    def labels(self, state: SeaState, seat: int, action: SetStance) -> tuple[Label, ...]:
        holds = state.ship(seat).stance == action.policy
        return standing_order("When a ship arrives", _STANCES[action.policy], holds=holds)

    def check(self, state: SeaState, seat: int, action: SetStance) -> None:
        must_play(state, seat)

    def answer(self, play: Play, action: SetStance) -> None:
        play.state.ship(play.seat).stance = action.policy
        play.tell(StanceSet(seat=play.seat, policy=action.policy))
