"""Autocomplete with at most 25 suggestions that contain the typed text.

Suggestions that begin with the text come first. Case, blanks and quotation marks are ignored.
"""

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from discord import app_commands

from bot.posts.menus import Menu, menu_of
from bot.sessions.table import Table
from rules.engine.action import Action, Resign, notation
from rules.engine.decision import Awaited
from rules.engine.errors import HarbourmasterError

Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]
P = ParamSpec("P")
C = TypeVar("C", Choices, Numbers)
V = TypeVar("V", bound=str)

LIMIT = 25
LONGEST = 100
"""The maximum number of characters in a name or a value, which Discord sets."""

_NO_LETTERS = re.compile(r'[\s"“”„]')


def or_nothing(
    complete: Callable[P, Coroutine[Any, Any, C]],
) -> Callable[P, Coroutine[Any, Any, C]]:
    """Wrap a completion so that it suggests nothing if a game, a seat or the right to look is missing."""

    @wraps(complete)
    async def quietly(*args: P.args, **kwargs: P.kwargs) -> C:
        try:
            return await complete(*args, **kwargs)
        except HarbourmasterError:
            return []

    return quietly


def fixed(names: Mapping[V, str]) -> Choices:
    """Return all choices of an option. `names` maps each value to the value's name."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


def actions(menu: Menu, legal: Sequence[Action], typed: str) -> Choices:
    """Return choices of actions. A choice's name has words and the notation, and its value is the notation.

    Actions with a certain loss come late, and resigning comes last. If no action on offer matches the input,
    all `legal` actions are searched.
    """
    return _actions(menu, menu.sensible_first(), typed) or _actions(menu, legal, typed)


def _actions(menu: Menu, possible: Sequence[Action], typed: str) -> Choices:
    sure = [action for action in possible if loses(menu, action) and not isinstance(action, Resign)]
    last = [action for action in possible if isinstance(action, Resign)]
    others = [action for action in possible if action not in {*sure, *last}]
    found = (
        named(((_in_words(menu, one), notation(one)) for one in some), typed) for some in (others, sure, last)
    )
    return [choice for choices in found for choice in choices][:LIMIT]


def _in_words(menu: Menu, action: Action) -> str:
    """Return a name like `Boat F2 N4 → F6 (move boat N4 from F2)`, then the menu's hint if it fits."""
    hint = menu.label(action, len(menu.path(action))).hint
    name = with_notation(with_mark(menu, action), notation(action))
    return f"{name} · {hint}" if hint and len(name) + len(hint) + 3 <= LONGEST else name


def with_mark(menu: Menu, action: Action) -> str:
    """Return the action's name, with a warning sign in front if the action certainly loses something."""
    marked = loses(menu, action) and not isinstance(action, Resign)
    return f"{'⚠️ ' if marked else ''}{menu.in_words(action)}"


def with_notation(words: str, line: str) -> str:
    """Return the words, followed by the notation `line` if both fit."""
    name = f"{words} ({line})"
    return name if len(name) <= LONGEST and words.casefold() != line.casefold() else words[:LONGEST]


def menu_for(table: Table, seat: int) -> Menu:
    """Return a menu of all answers and free actions that the seat has now."""
    row, match = table.row, table.match
    awaited = match.awaits(seat) or Awaited(seat=seat, kind="", since=0, stamp=0)
    return with_free_actions(menu_of(row.id, match, awaited, row.names()))


def with_free_actions(menu: Menu) -> Menu:
    """Return the menu with the seat's free actions added."""
    game, state, seat = menu.game, menu.state, menu.seat

    def path(action: Action) -> tuple[str, ...]:
        return game.path(state, seat, action) if action.free else menu.path(action)

    free = game.free_actions(state, seat)
    return replace(menu, actions=(*menu.actions, *free), offered=(*menu.offered, *free), path=path)


def loses(menu: Menu, action: Action) -> bool:
    """Return whether a control for the action would warn the user."""
    return bool(menu.label(action, len(menu.path(action))).warning)


def numbers(pairs: Iterable[tuple[str, str]], typed: str) -> Numbers:
    """Return choices for the pairs (name, whole number) in which the name or the number matches `typed`."""
    return [app_commands.Choice(name=one.name, value=int(one.value)) for one in named(pairs, typed)]


def named(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Return choices for the pairs (name, value) in which the name or the value matches `typed`."""
    wanted = _bare(typed)
    spelled = typed.strip().casefold()
    fitting = [
        pair for pair in pairs if len(pair[1]) <= LONGEST and any(wanted in _bare(text) for text in pair)
    ]
    fitting.sort(
        key=lambda pair: (
            not any(text.casefold().startswith(spelled) for text in pair),
            not any(_bare(text).startswith(wanted) for text in pair),
        )
    )
    return [app_commands.Choice(name=name[:LONGEST], value=value) for name, value in fitting[:LIMIT]]


@lru_cache(maxsize=4096)
def _bare(text: str) -> str:
    """Return the text in lower case without blanks and quotation marks."""
    return _NO_LETTERS.sub("", text.casefold())
