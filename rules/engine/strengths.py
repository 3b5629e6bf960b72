"""The strengths of the bot as a player, and all policies by their names."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, TypeAlias, get_args

from rules.engine.easy import easy
from rules.engine.game import AnyGame
from rules.engine.policy import Policy, at_random, steady
from rules.engine.strong import never, strong
from rules.engine.texts import skill

Strength: TypeAlias = Literal["easy", "steady", "strong"]

STRENGTHS: tuple[Strength, ...] = get_args(Strength)
"""Every strength, the weakest first."""


def offered(game: AnyGame) -> tuple[Strength, ...]:
    """Return the strengths that people may choose in this game, the weakest first."""
    return tuple(strength for strength in STRENGTHS if strength != "strong" or skill(game).strong.offered)


def player(game: AnyGame, strength: Strength, late: Callable[[], bool] = never) -> Policy:
    """Return the policy of a strength, or steady if strong is not offered. `late` can end a strong search."""
    chosen = strength if strength in offered(game) else "steady"
    if chosen == "strong" and late is not never:
        return strong(skill(game).strong, late)
    return policies(game)[chosen]


@cache
def policies(game: AnyGame) -> Mapping[str, Policy]:
    """Map the names that people type to all policies that may play a game, including the game's own."""
    how = skill(game)
    return {
        "random": at_random,
        "easy": easy(how.easy),
        "steady": steady,
        "strong": strong(how.strong),
        **game.policies,
    }
