"""Who may read a channel by now: a follower of a game is told no more than they could read there."""

import discord

from bot.store.rows import GameRow


async def may_read(client: discord.Client, row: GameRow, user: int) -> bool:
    """Whether that user is on the game's server and sees its channel, as Discord says now.

    Raises what Discord's library does where it cannot be asked.
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
