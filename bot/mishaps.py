"""What can go wrong between the bot and Discord: the errors by which it shows, and what they are called."""

import aiohttp
import discord

UNHEARD = (aiohttp.ClientError, TimeoutError, OSError)
"""The connection failed: nobody knows whether Discord has heard a request."""

DISCORD_FAILED = (discord.HTTPException, *UNHEARD)
"""Discord refused a request or could not be reached. What was stored is not touched by it."""

BROKEN = (*DISCORD_FAILED, discord.GatewayNotFound, discord.ConnectionClosed)
"""The connection to Discord is lost, or was not made."""

UNKNOWN_MESSAGE = 10008
ALREADY_ACKNOWLEDGED = 40060
INVALID_FORM_BODY = 50035
THREAD_ARCHIVED = 50083
"""Codes of Discord's refusals."""

_REASONS = {
    50001: "it may not see that channel (it needs View Channel, or in a private thread a mention)",
    50013: "it lacks a permission there (it needs View Channel, Send Messages or, in a thread, Send Messages"
    " in Threads, and Attach Files)",
    THREAD_ARCHIVED: "the thread is archived",
    160005: "the thread is locked",
}


def reason(error: Exception) -> str:
    """Why Discord does not take something, for people who can do something about it."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    return _REASONS.get(code, "Discord does not answer as it should")
