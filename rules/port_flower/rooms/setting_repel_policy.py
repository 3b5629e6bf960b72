"""A standing order on repellents (section 7)."""

from collections.abc import Iterator
from typing import get_args

from rules.engine import rooms
from rules.engine.label import Label
from rules.port_flower.actions import SetRepelPolicy
from rules.port_flower.play import Play
from rules.port_flower.state import RaceState, RepelPolicy

_POLICIES = {"ask": "Ask me every time", "always": "Always use a repellent", "never": "Never use one"}


class SettingRepelPolicy(rooms.Anytime[RaceState, Play, SetRepelPolicy]):
    """A standing order to use or keep repellents, in races with repellents."""

    def actions(self, state: RaceState, seat: int) -> Iterator[SetRepelPolicy]:
        if state.seat(seat).active and state.options.repellent != "off":
            yield from (SetRepelPolicy(policy=policy) for policy in get_args(RepelPolicy))

    def labels(self, state: RaceState, seat: int, action: SetRepelPolicy) -> tuple[Label, ...]:
        told = Label("Answer to sharks", "A standing answer; only you see it.")
        in_force = action.policy == state.seat(seat).repel_policy
        return told, Label(_POLICIES[action.policy], "This is in force now." if in_force else "")

    def answer(self, play: Play, action: SetRepelPolicy) -> None:
        play.state.seat(play.seat).repel_policy = action.policy
