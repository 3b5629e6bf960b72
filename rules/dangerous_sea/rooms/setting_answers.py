"""Answers given in advance, so that nobody waits (section 7.1)."""

from collections.abc import Iterator
from typing import get_args

from rules.dangerous_sea.actions import SetDemands, SetGhost, SetLandings
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Anytime, must_play
from rules.dangerous_sea.state import DemandPolicy, GhostPolicy, LandingPolicy, SeaState
from rules.engine.label import Label

_DEMANDS = {"ask": "ask me", "insist": "insist"}
_LANDINGS = {"ask": "ask me", "unasked": "take what is wise"}
_GHOST = {"ask": "ask me", "face": "face it", "wait": "wait"}


def standing_order(when: str, order: str, *, holds: bool) -> tuple[Label, Label]:
    """What an order is for, and the order; its own captain alone reads whether it holds now."""
    return (
        Label(when, "A standing order, so that nobody waits for you."),
        Label(f"{'✓ ' if holds else ''}{when}: {order}"),
    )


class SettingDemands(Anytime[SetDemands]):
    """What becomes of demands; not in games without."""

    def actions(self, state: SeaState, seat: int) -> Iterator[SetDemands]:
        if state.options.negotiation and seat not in state.gone:
            yield from (SetDemands(policy=policy) for policy in get_args(DemandPolicy))

    def labels(self, state: SeaState, seat: int, action: SetDemands) -> tuple[Label, ...]:
        holds = state.ship(seat).demands == action.policy
        return standing_order("When a winner demands", _DEMANDS[action.policy], holds=holds)

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
        holds = state.ship(seat).landings == action.policy
        return standing_order("After a storm", _LANDINGS[action.policy], holds=holds)

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
        holds = state.ship(seat).ghost == action.policy
        return standing_order("When the ghost attacks", _GHOST[action.policy], holds=holds)

    def check(self, state: SeaState, seat: int, action: SetGhost) -> None:
        must_play(state, seat)
        super().check(state, seat, action)

    def answer(self, play: Play, action: SetGhost) -> None:
        play.state.ship(play.seat).ghost = action.policy
