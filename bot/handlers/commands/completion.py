"""Autocomplete: at most 25 suggestions that contain what was typed, those that begin with it first.

Capitals, blanks and quotation marks make no difference.
"""

import re
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from discord import app_commands

from bot.narration.seat_names import with_players
from bot.sessions.table import Table
from rules.engine.action import Action, Resign, notation
from rules.engine.errors import HarbourmasterError

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


def actions(
    offered: Sequence[Action],
    legal: Sequence[Action],
    typed: str,
    leads_to: Callable[[Action], str],
    loses: Callable[[Action], bool],
) -> Choices:
    """Choices of actions by their notation, and where they lead.

    What `loses` something for certain comes behind the others, as in menus, and giving up last of all,
    whatever was typed.

    They are among what is `offered`; where nothing of that was typed, among all that is `legal`.
    """
    return _actions(offered, typed, leads_to, loses) or _actions(legal, typed, leads_to, loses)


def _actions(
    possible: Sequence[Action],
    typed: str,
    leads_to: Callable[[Action], str],
    loses: Callable[[Action], bool],
) -> Choices:
    lines = {notation(action): action for action in possible if not isinstance(action, Resign)}
    last = [notation(action) for action in possible if isinstance(action, Resign)]
    fitting = sorted(suggestions(lines, typed), key=lambda choice: loses(lines[choice.value]))
    found = [told(choice, leads_to(lines[choice.value])) for choice in fitting]
    return [*found, *suggestions(last, typed)][:LIMIT]


def leading(table: Table, seat: int) -> Callable[[Action], str]:
    """Says where a seat's actions lead, with players in place of seats that bear letters."""
    match = table.match
    say = with_players(match.game, match.shown, table.row.names())
    return lambda action: say(match.game.leads_to(match.shown, seat, action))


def losing(table: Table, seat: int) -> Callable[[Action], bool]:
    """Says whether a control for that action would warn."""
    game, state = table.match.game, table.match.shown
    return lambda action: bool(game.label(state, seat, action, len(game.path(state, seat, action))).warning)


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
