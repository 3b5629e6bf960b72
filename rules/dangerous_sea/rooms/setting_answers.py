"""Answers given in advance, so that nobody waits (section 7.1)."""

from collections.abc import Iterator
from typing import get_args

from rules.dangerous_sea.actions import SetDemands, SetGhost, SetLandings
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Anytime, must_play
from rules.dangerous_sea.state import DemandPolicy, GhostPolicy, LandingPolicy, SeaState
from rules.engine.label import Label

_DEMANDS = {"ask": "Ask me every time", "insist": "Insist on a standard prize"}
_LANDINGS = {"ask": "Ask me every time", "unasked": "Take unasked what makes sense"}
_GHOST = {"ask": "Ask me every time", "face": "Face it first", "wait": "Wait"}


def standing_order(when: str, now: str) -> Label:
    """What a standing order is for, and to its own captain alone, how it stands."""
    return Label(when, f"A standing order, so that nobody waits for you. Now: {now.lower()}.")


class SettingDemands(Anytime[SetDemands]):
    """What becomes of demands; not in games without."""

    def actions(self, state: SeaState, seat: int) -> Iterator[SetDemands]:
        if state.options.negotiation and seat not in state.gone:
            yield from (SetDemands(policy=policy) for policy in get_args(DemandPolicy))

    def labels(self, state: SeaState, seat: int, action: SetDemands) -> tuple[Label, ...]:
        told = standing_order("When a winner demands", _DEMANDS[state.ship(seat).demands])
        return told, Label(_DEMANDS[action.policy])

    def check(self, state: SeaState, seat: int, action: SetDemands) -> None:
        must_play(state, seat)
        super().check(state, seat, action)

    def answer(self, play: Play, action: SetDemands) -> None:
        play.state.ship(play.seat).demands = action.policy


class SettingLandings(Anytime[SetLandings]):
    """What is taken where a storm has blown the ship."""

    def actions(self, state: SeaState, seat: int) -> Iterator[SetLandings]:
        if seat not in state.gone:
            yield from (SetLandings(policy=policy) for policy in get_args(LandingPolicy))

    def labels(self, state: SeaState, seat: int, action: SetLandings) -> tuple[Label, ...]:
        told = standing_order("After a storm", _LANDINGS[state.ship(seat).landings])
        return told, Label(_LANDINGS[action.policy])

    def check(self, state: SeaState, seat: int, action: SetLandings) -> None:
        must_play(state, seat)

    def answer(self, play: Play, action: SetLandings) -> None:
        play.state.ship(play.seat).landings = action.policy


class SettingGhost(Anytime[SetGhost]):
    """How the ship meets the Ghost Ship among others; not in games without it. Nobody else learns of it."""

    def actions(self, state: SeaState, seat: int) -> Iterator[SetGhost]:
        if state.options.ghost_ship and seat not in state.gone:
            yield from (SetGhost(policy=policy) for policy in get_args(GhostPolicy))

    def labels(self, state: SeaState, seat: int, action: SetGhost) -> tuple[Label, ...]:
        told = standing_order("When the Ghost Ship attacks", _GHOST[state.ship(seat).ghost])
        return told, Label(_GHOST[action.policy])

    def check(self, state: SeaState, seat: int, action: SetGhost) -> None:
        must_play(state, seat)
        super().check(state, seat, action)

    def answer(self, play: Play, action: SetGhost) -> None:
        play.state.ship(play.seat).ghost = action.policy
