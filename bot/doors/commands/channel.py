"""From where a command was typed to the game it means."""

from bot.doors.replies import Interaction
from bot.tables.table import Table


async def running(interaction: Interaction) -> Table:
    """The game that occupies the channel of the command. Raises NoGame."""
    return await interaction.client.tables.in_channel(interaction.channel_id or 0)


async def latest(interaction: Interaction) -> Table:
    """The channel's game, or the last one it had. Raises NoGame."""
    return await interaction.client.tables.latest_in(interaction.channel_id or 0)
