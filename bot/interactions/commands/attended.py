"""A decorator for commands: it acknowledges the interaction first, and reports errors to the user."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.handlers.responses import Interaction, Response, attend

_Group = TypeVar("_Group")
_Options = ParamSpec("_Options")


def attended(
    work: Callable[Concatenate[_Group, Response, _Options], Awaitable[None]],
) -> Callable[Concatenate[_Group, Interaction, _Options], Coroutine[Any, Any, None]]:
    """Return a command's callback: it acknowledges the interaction, then calls `work` with the `Response`."""

    @wraps(work)
    async def callback(
        group: _Group, interaction: Interaction, /, *args: _Options.args, **options: _Options.kwargs
    ) -> None:
        await attend(interaction, lambda answer: work(group, answer, *args, **options))

    return callback
