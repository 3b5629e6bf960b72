"""Checks who may read a channel, so that followers learn only what they could read there."""

import asyncio
from collections.abc import Iterable

import discord

from bot.bounded import BoundedDict
from bot.discord_errors import DISCORD_FAILED
from bot.store.rows import GameRow

KEPT = 10_000
"""The number of threads whose parents are cached."""

ASKED_FOR = 25
"""The maximum number of threads requested from Discord at the same time."""

NOWHERE = 0
"""The parent of private and unknown threads, which count as invisible."""


async def may_read(client: discord.Client, row: GameRow, user: int) -> bool:
    """Ask Discord whether a user is on the game's server and sees its channel.

    Raises discord.py's errors if Discord cannot answer.
    """
    guild = client.get_guild(row.guild)
    if guild is None:
        return False
    try:
        place = guild.get_channel_or_thread(row.channel) or await guild.fetch_channel(row.channel)
        member = await guild.fetch_member(user)
        if not isinstance(place, discord.Thread):
            return place.permissions_for(member).view_channel
        rights = place.parent.permissions_for(member) if place.parent else discord.Permissions.none()
        if place.is_private() and not rights.manage_threads:
            await place.fetch_member(user)
    except (discord.NotFound, discord.Forbidden):
        return False
    return rights.view_channel


def read_with(
    place: discord.abc.GuildChannel | discord.Thread | None,
) -> discord.abc.GuildChannel | None:
    """Return the channel whose readers may read `place`; `None` for a private thread."""
    if isinstance(place, discord.Thread):
        return None if place.is_private() else place.parent
    return place


class OpenChannels:
    """Finds the channels that everybody on a server may see.

    Discord shows archived threads only on request. A thread never leaves its channel, so each thread is
    requested only once. At most `ASKED_FOR` threads are requested at a time; unrequested threads count as
    private.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._homes: BoundedDict[int, int] = BoundedDict(KEPT)
        """The channel of each thread."""

    async def among(self, guild: discord.Guild, channels: Iterable[int]) -> frozenset[int]:
        """Return those channels and threads that everybody may see; request unknown threads in order."""
        all_of_them = [*dict.fromkeys(channels)]
        asleep = [
            one for one in all_of_them if guild.get_channel_or_thread(one) is None and one not in self._homes
        ]
        await asyncio.gather(*(self._look_up(guild, one) for one in asleep[:ASKED_FOR]))
        return frozenset(one for one in all_of_them if self._is_open(guild, one))

    async def _look_up(self, guild: discord.Guild, channel: int) -> None:
        try:
            found = await guild.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            found = None
        except DISCORD_FAILED:
            # The next call requests the thread again.
            return
        shown = found if isinstance(found, discord.Thread) and not found.is_private() else None
        self._homes[channel] = shown.parent_id if shown else NOWHERE

    def _is_open(self, guild: discord.Guild, channel: int) -> bool:
        known = guild.get_channel_or_thread(channel) or guild.get_channel(self._homes.get(channel, NOWHERE))
        place = read_with(known)
        return place is not None and place.permissions_for(guild.default_role).view_channel
