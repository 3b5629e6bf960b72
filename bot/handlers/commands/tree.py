"""The tree of slash commands, and what happens when the library itself cannot carry one out."""

import logging

import discord
from discord import app_commands

from bot.handlers.responses import Interaction, Response, attend
from bot.host import Host
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree[Host]):
    """Offers its commands on servers that installed the bot, and nowhere else.

    Answers those that never reach their function: outdated ones, and options that make no sense.
    """

    def __init__(self, client: Host) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether to go on: every command and every request for suggestions begins here, in its task."""
        return interaction.client.attends(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person privately what to do, or give the mishap a number."""
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
