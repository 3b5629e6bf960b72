"""`/settings` shows the bot's settings on a server; Discord offers it only to users with Manage Server."""

from discord import app_commands

from bot.handlers.responses import Interaction, attend
from bot.settings import server


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
async def settings(interaction: Interaction) -> None:
    """See and change this bot's settings on this server; requires Manage Server."""
    await attend(interaction, server.show)
