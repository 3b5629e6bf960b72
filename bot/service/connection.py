"""Connects to Discord, with retries while Discord is unavailable."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.discord_errors import DISCORD_FAILED

log = logging.getLogger(__name__)

SHORTEST, LONGEST = 1.0, 300.0
"""The shortest and the longest delay before a retry, in seconds."""

SERVER_ERROR = 500

_LATER = {408, 425, 429}
"""The HTTP statuses of temporary refusals, in addition to Discord's own errors (500 and above)."""

Result = TypeVar("Result")
Sleep = Callable[[float], Awaitable[None]]


async def reach(attempt: Callable[[], Awaitable[Result]], pause: Sleep = asyncio.sleep) -> Result:
    """Call `attempt` until it succeeds, and return its result. Raises errors that retries cannot fix.

    The pause before a retry doubles each time, up to `LONGEST`.
    """
    seconds = SHORTEST
    while True:
        try:
            return await attempt()
        except (*DISCORD_FAILED, discord.GatewayNotFound, discord.RateLimited) as error:
            status = error.status if isinstance(error, discord.HTTPException) else SERVER_ERROR
            if status < SERVER_ERROR and status not in _LATER:
                raise
            log.warning(
                "Discord cannot be reached (%s); next try in %.0f s",
                str(error) or type(error).__name__,
                seconds,
            )
        await pause(seconds)
        seconds = min(LONGEST, 2 * seconds)
