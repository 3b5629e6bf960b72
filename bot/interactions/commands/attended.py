"""Commands that acknowledge first, do their work, and tell the user about errors."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.handlers.responses import Interaction, Response, attend

Group = TypeVar("Group")
Options = ParamSpec("Options")


def attended(
    work: Callable[Concatenate[Group, Response, Options], Awaitable[None]],
) -> Callable[Concatenate[Group, Interaction, Options], Coroutine[Any, Any, None]]:
    """Make the callback of a command in a group of what it does; it responds by the `Response`."""

    @wraps(work)
    async def callback(
        group: Group, interaction: Interaction, /, *args: Options.args, **options: Options.kwargs
    ) -> None:
        await attend(interaction, lambda answer: work(group, answer, *args, **options))

    return callback
