"""`/harbour`: the user's preferences, and the bot itself."""

from discord import app_commands

from bot.handlers.help_pages import about_page
from bot.handlers.responses import Interaction, Response, attend
from bot.settings import preferences


class HarbourCommands(app_commands.Group):
    """The group `/harbour`."""

    def __init__(self) -> None:
        super().__init__(name="harbour", description="About this bot, and about you", guild_only=True)

    @app_commands.command()
    async def me(self, interaction: Interaction) -> None:
        """See and change your preferences: notifications, quiet hours, vacation, lists, your data."""
        await attend(interaction, preferences.show)

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """See what this bot is, which games it has, who made them, and what it stores about you."""

        async def work(answer: Response) -> None:
            await answer.say(about_page())

        await attend(interaction, work)
