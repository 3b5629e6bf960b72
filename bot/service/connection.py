"""Connecting to Discord, with retries while it is away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import discord

from bot.discord_errors import DISCORD_FAILED

log = logging.getLogger(__name__)

SHORTEST, LONGEST = 1.0, 300.0
"""Seconds before the first retry, and before each one after a long outage."""

SERVER_ERROR = 500

_LATER = {408, 425, 429}
"""Refusals that are temporary, besides those that blame Discord itself."""

Result = TypeVar("Result")
Sleep = Callable[[float], Awaitable[None]]


def pauses() -> Iterator[float]:
    """Seconds to wait between tries: twice as long each time."""
    seconds = SHORTEST
    while True:
        yield seconds
        seconds = min(LONGEST, 2 * seconds)


async def reach(attempt: Callable[[], Awaitable[Result]], pause: Sleep = asyncio.sleep) -> Result:
    """Do something that needs Discord, with retries. Raises errors that retries cannot fix."""
    for seconds in pauses():
        try:
            return await attempt()
        except (*DISCORD_FAILED, discord.GatewayNotFound, discord.RateLimited) as error:
            if not is_away(error):
                raise
            log.warning(
                "Discord cannot be reached (%s); next try in %.0f s",
                str(error) or type(error).__name__,
                seconds,
            )
        await pause(seconds)
    raise AssertionError("pauses have no end")


def is_away(error: Exception) -> bool:
    """Return whether a later try may help."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.status >= SERVER_ERROR or error.status in _LATER
