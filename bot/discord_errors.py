"""What can go wrong between the bot and Discord: the errors by which it shows, and what they are called."""

import aiohttp
import discord

UNHEARD = (aiohttp.ClientError, TimeoutError, OSError)
"""The connection failed: nobody knows whether Discord has heard a request."""

DISCORD_FAILED = (discord.HTTPException, discord.RateLimited, *UNHEARD)
"""Discord refused a request, for good or for now, or could not be reached. What was stored is not touched."""

BROKEN = (*DISCORD_FAILED, discord.GatewayNotFound, discord.ConnectionClosed)
"""The connection to Discord is lost, or was not made."""

UNKNOWN_MESSAGE = 10008
ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_CHANNEL = 10003
THREAD_ARCHIVED = 50083
"""Codes of Discord's refusals."""

_NO_DIRECT_MESSAGES = frozenset({50007, 50278, 10013})
"""Those of direct messages: closed ones, of somebody on no server of ours, of an account that is gone."""

_BAD_FORMS = frozenset({50035, 50006, 40005})
"""Those of what a message is made of: its form, that nothing is in it, or too much."""

_REASONS = {
    UNKNOWN_CHANNEL: "that channel is gone (`/gm task:move` takes the game to another one)",
    50001: "it may not see that channel (it needs View Channel, or in a private thread a mention)",
    50013: "it lacks a permission there (it needs View Channel, Send Messages or, in a thread, Send Messages"
    " in Threads, and Attach Files)",
    THREAD_ARCHIVED: "the thread is archived",
    160005: "the thread is locked",
}


def is_bad_form(error: Exception) -> bool:
    """Whether Discord will never take that message: the mistake is ours."""
    return isinstance(error, discord.HTTPException) and error.code in _BAD_FORMS


def is_about_emojis(error: Exception) -> bool:
    """Whether Discord does not take a message because of an emoji that is not the bot's any more."""
    return is_bad_form(error) and "emoji" in str(error).lower()


def takes_no_direct_messages(error: Exception) -> bool:
    """Whether somebody lets no direct message of ours in, shares no server with us, or is gone."""
    return isinstance(error, discord.HTTPException) and error.code in _NO_DIRECT_MESSAGES


def was_refused(error: Exception) -> bool:
    """Whether Discord has certainly not done what it was asked for."""
    server_error = 500
    refused = isinstance(error, discord.HTTPException) and error.status < server_error
    return refused or isinstance(error, discord.RateLimited)


def reason(error: Exception) -> str:
    """Why Discord does not take something, for people who can do something about it."""
    if isinstance(error, discord.RateLimited):
        return "Discord asks the bot to wait a while"
    code = error.code if isinstance(error, discord.HTTPException) else 0
    return _REASONS.get(code, "Discord does not answer as it should")
