"""The tree of slash commands, and errors that discord.py raises before a command runs."""

import logging

import discord
from discord import app_commands

from bot.handlers.responses import Interaction, Response, attend
from bot.host import Host
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree[Host]):
    """Offers the commands on servers, and responds to outdated commands and impossible options."""

    def __init__(self, client: Host) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether this process handles the command or the autocomplete request."""
        return interaction.client.attends(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Show the user privately what to do, or the number of an unexpected error."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no suggestions could be made: %s", error)
            return

        async def work(_: Response) -> None:
            if isinstance(error, app_commands.CommandInvokeError):
                raise error.original
            if isinstance(error, app_commands.TransformerError):
                raise HarbourmasterError(f"“{error.value}” cannot be used there. Choose something else.")
            raise HarbourmasterError(
                "That command has changed. Reload Discord, then type it again."
            ) from error

        await attend(interaction, work)
