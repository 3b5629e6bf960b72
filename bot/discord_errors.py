"""Classifies the errors between the bot and Discord."""

import aiohttp
import discord

UNHEARD = (aiohttp.ClientError, TimeoutError, OSError)
"""The connection failed, so it is unknown whether Discord received a request."""

DISCORD_FAILED = (discord.HTTPException, discord.RateLimited, *UNHEARD)
"""Discord refused a request, permanently or for now, or could not be reached."""

BROKEN = (*DISCORD_FAILED, discord.GatewayNotFound, discord.ConnectionClosed)
"""A request failed, or the connection to Discord was lost or refused."""

UNKNOWN_MESSAGE = 10008
ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_CHANNEL = 10003
THREAD_ARCHIVED = 50083
"""Codes of Discord's refusals."""

_NO_DIRECT_MESSAGES = frozenset({50007, 50278, 10013})
"""Codes for a user who accepts no direct messages, shares no server with the bot, or is deleted."""

_BAD_FORMS = frozenset({50035, 50006, 40005})
"""Codes for a message whose contents are invalid, empty or too large."""

_REASONS = {
    UNKNOWN_CHANNEL: "that channel is gone (`/gm task:move` takes the game to another one)",
    50001: "it may not see that channel (it needs View Channel, or in a private thread a mention)",
    50013: "it lacks a permission there (it needs View Channel, Send Messages or, in a thread, Send Messages"
    " in Threads, and Attach Files)",
    THREAD_ARCHIVED: "the thread is archived",
    160005: "the thread is locked",
}


def is_bad_form(error: Exception) -> bool:
    """Return whether Discord will never accept the message because its contents are invalid."""
    return isinstance(error, discord.HTTPException) and error.code in _BAD_FORMS


def is_about_emojis(error: Exception) -> bool:
    """Return whether Discord rejects a message because one of its emojis was deleted."""
    return is_bad_form(error) and "emoji" in str(error).lower()


def takes_no_direct_messages(error: Exception) -> bool:
    """Return whether a user accepts no direct messages, shares no server with the bot, or is deleted."""
    return isinstance(error, discord.HTTPException) and error.code in _NO_DIRECT_MESSAGES


def was_refused(error: Exception) -> bool:
    """Return whether Discord certainly did not carry out the request."""
    server_error = 500
    refused = isinstance(error, discord.HTTPException) and error.status < server_error
    return refused or isinstance(error, discord.RateLimited)


def reason(error: Exception) -> str:
    """Return the reason for a refusal in words, for people who can do something about it."""
    if isinstance(error, discord.RateLimited):
        return "Discord asks the bot to wait a while"
    code = error.code if isinstance(error, discord.HTTPException) else 0
    return _REASONS.get(code, "Discord does not answer as it should")
