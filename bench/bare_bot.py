"""A discord.py bot that does almost nothing. Its cost is the lower bound for all bots with this library.

`python -m bench.bare_bot` starts the bot, with Discord's addresses from the environment.
"""

import asyncio
import os

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class BareBot(discord.Client):
    """A bot that answers presses with a message and has one command."""

    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(intents=intents)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(hello)

    async def setup_hook(self) -> None:
        """Register the command."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Print that the bot is ready."""
        print("ready", flush=True)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer()
            await self.get_partial_messageable(interaction.channel_id or 0).send("Ahoy.")


@app_commands.command()
async def hello(interaction: discord.Interaction) -> None:
    """Say hello."""
    await interaction.response.send_message("Ahoy.")


async def main() -> None:
    """Serve until the process ends."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    async with BareBot() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
