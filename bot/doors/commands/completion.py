"""Autocomplete: at most 25 suggestions that contain what was typed, those that begin with it first."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from discord import app_commands

from rules.engine.action import Action, Resign, notation
from rules.engine.errors import HarbourmasterError

Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]
P = ParamSpec("P")
C = TypeVar("C", Choices, Numbers)

LIMIT = 25
LONGEST = 100
"""Characters Discord allows in a name or a value."""


def or_nothing(
    complete: Callable[P, Coroutine[Any, Any, C]],
) -> Callable[P, Coroutine[Any, Any, C]]:
    """A completion that suggests nothing where there is no game, no seat or no right to look."""

    @wraps(complete)
    async def quietly(*args: P.args, **kwargs: P.kwargs) -> C:
        try:
            return await complete(*args, **kwargs)
        except HarbourmasterError:
            return []

    return quietly


def suggestions(texts: Iterable[str], typed: str) -> Choices:
    """Choices whose name is their value."""
    return named(((text, text) for text in texts), typed)


def actions(possible: Sequence[Action], typed: str, leads_to: Callable[[Action], str]) -> Choices:
    """Choices of actions by their notation, and where they lead; giving up comes last, whatever was typed."""
    lines = {notation(action): action for action in possible if not isinstance(action, Resign)}
    last = [notation(action) for action in possible if isinstance(action, Resign)]
    found = [told(choice, leads_to(lines[choice.value])) for choice in suggestions(lines, typed)]
    return [*found, *suggestions(last, typed)][:LIMIT]


def told(choice: "app_commands.Choice[str]", where: str) -> "app_commands.Choice[str]":
    """The choice with where it leads behind its name, if anything is said of that."""
    return (
        app_commands.Choice(name=f"{choice.name} {where}"[:LONGEST], value=choice.value) if where else choice
    )


def numbers(texts: Iterable[str], typed: str) -> Numbers:
    """Choices for an option that takes a whole number."""
    return [
        app_commands.Choice(name=choice.name, value=int(choice.value)) for choice in suggestions(texts, typed)
    ]


def named(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Choices from (name, value) pairs; either may be typed."""
    wanted = typed.strip().casefold()
    fitting = [
        pair for pair in pairs if len(pair[1]) <= LONGEST and any(wanted in text.casefold() for text in pair)
    ]
    fitting.sort(key=lambda pair: not any(text.casefold().startswith(wanted) for text in pair))
    return [app_commands.Choice(name=name[:LONGEST], value=value) for name, value in fitting[:LIMIT]]
