"""Autocomplete: at most 25 suggestions that contain what was typed, those that begin with it first.

Capitals, blanks and quotation marks make no difference.
"""

import re
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from discord import app_commands

from bot.posts.menus import Menu, menu_of
from bot.sessions.table import Table
from rules.engine.action import Action, Resign, notation
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Awaited

Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]
P = ParamSpec("P")
C = TypeVar("C", Choices, Numbers)

LIMIT = 25
LONGEST = 100
"""Characters Discord allows in a name or a value."""

_NO_LETTERS = re.compile(r'[\s"“”„]')


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


def actions(menu: Menu, legal: Sequence[Action], typed: str) -> Choices:
    """Choices of actions in the words of their controls, with the notation behind, which is what is chosen.

    They come in the order of the controls: what loses something for certain behind the others, and giving up
    last of all, whatever was typed. They are among what is offered; where nothing of that was typed, among
    all that is `legal`.
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
    """`Boat F2 N4 → F6 (move boat N4 from F2)`; and what menus tell below it, where there is room."""
    hint = menu.label(action, len(menu.path(action))).hint
    name = with_notation(with_mark(menu, action), notation(action))
    return f"{name} · {hint}" if hint and len(name) + len(hint) + 3 <= LONGEST else name


def with_mark(menu: Menu, action: Action) -> str:
    """What an action is called; before it a mark where it loses something for certain."""
    marked = loses(menu, action) and not isinstance(action, Resign)
    return f"{'⚠️ ' if marked else ''}{menu.in_words(action)}"


def with_notation(words: str, line: str) -> str:
    """The words, and what they stand for behind them, if there is room for all of it."""
    name = f"{words} ({line})"
    return name if len(name) <= LONGEST and words.casefold() != line.casefold() else words[:LONGEST]


def menu_for(table: Table, seat: int) -> Menu:
    """All that the seat may do now, what it is asked and what it may do at any time, in words of its own."""
    row, match = table.row, table.match
    awaited = match.awaits(seat) or Awaited(seat=seat, kind="", since=0, stamp=0)
    return with_free_actions(menu_of(row.id, match, awaited, row.names()))


def with_free_actions(menu: Menu) -> Menu:
    """The menu with what its seat may do at any time."""
    game, state, seat = menu.game, menu.state, menu.seat

    def path(action: Action) -> tuple[str, ...]:
        return game.path(state, seat, action) if action.free else menu.path(action)

    free = game.free_actions(state, seat)
    return replace(menu, actions=(*menu.actions, *free), offered=(*menu.offered, *free), path=path)


def loses(menu: Menu, action: Action) -> bool:
    """Whether a control for that action would warn."""
    return bool(menu.label(action, len(menu.path(action))).warning)


def numbers(texts: Iterable[str], typed: str) -> Numbers:
    """Choices for an option that takes a whole number."""
    return [
        app_commands.Choice(name=choice.name, value=int(choice.value)) for choice in suggestions(texts, typed)
    ]


def named(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Choices from (name, value) pairs; either may be typed."""
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
    """The letters of a text as people type them: without capitals, blanks and quotation marks."""
    return _NO_LETTERS.sub("", text.casefold())
