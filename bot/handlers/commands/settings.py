"""`/settings`: how the bot is set up on a server; Discord offers it to who has Manage Server alone."""

from discord import app_commands

from bot.handlers import settings as server
from bot.handlers.responses import Interaction, attend


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
async def settings(interaction: Interaction) -> None:
    """See and change how the bot is set up on this server; for who has Manage Server."""
    await attend(interaction, server.show)
