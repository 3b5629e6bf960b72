"""`/harbour`: the user's preferences, and the bot itself."""

from discord import app_commands

from bot.handlers.help_pages import about_page
from bot.handlers.responses import Response, attended
from bot.settings import preferences


class HarbourCommands(app_commands.Group):
    """The group `/harbour`."""

    def __init__(self) -> None:
        super().__init__(name="harbour", description="About this bot, and about you", guild_only=True)

    @app_commands.command()
    @attended
    async def me(self, answer: Response) -> None:
        """See and change your preferences: notifications, quiet hours, vacation, lists, your data."""
        await preferences.show(answer)

    @app_commands.command()
    @attended
    async def about(self, answer: Response) -> None:
        """See what this bot is, which games it has, who made them, and what it stores about you."""
        await answer.say(about_page())
