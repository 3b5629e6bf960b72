"""Setting a standing answer for prizes won in defence (decision 10.2)."""

from collections.abc import Iterator
from typing import get_args

from rules.engine import rooms
from rules.engine.label import Label
from rules.privateer.actions import SetPrizePolicy
from rules.privateer.play import Play
from rules.privateer.state import PrivateerState, PrizePolicy

_POLICIES = {"ask": "Ask me about beaten boarders", "scuttle": "Scuttle beaten boarders unasked"}


class SettingPrizePolicy(rooms.Anytime[PrivateerState, Play, SetPrizePolicy]):
    """A standing answer for beaten boarders is possible if the option `defender_prize` is `ask`."""

    def actions(self, state: PrivateerState, seat: int) -> Iterator[SetPrizePolicy]:
        if state.options.defender_prize == "ask" and not state.seat(seat).resigned:
            yield from (SetPrizePolicy(policy=policy) for policy in get_args(PrizePolicy))

    def labels(self, state: PrivateerState, seat: int, action: SetPrizePolicy) -> tuple[Label, ...]:
        told = Label("Prizes won in defence", "A standing answer, so that nobody waits for you.")
        in_force = action.policy == state.seat(seat).prize_policy
        return told, Label(_POLICIES[action.policy], "So it stands now." if in_force else "")

    def answer(self, play: Play, action: SetPrizePolicy) -> None:
        play.state.seat(play.seat).prize_policy = action.policy
