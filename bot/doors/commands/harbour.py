"""`/harbour`: the bot itself. Its name is the bot's own, where `/help` would be every other bot's."""

from discord import app_commands

from bot.doors import personal_data
from bot.doors.commands.completion import Choices, named
from bot.doors.handbook import page, pages
from bot.doors.replies import Answer, Interaction, attend


class HarbourCommands(app_commands.Group):
    """The group `/harbour`."""

    def __init__(self) -> None:
        super().__init__(name="harbour", description="About this bot, and how to use it", guild_only=True)

    me = app_commands.Group(name="me", description="What the bot keeps of you, and what you wish")

    @me.command()
    async def data(self, interaction: Interaction) -> None:
        """Get a file with all that is kept of you."""
        await attend(interaction, personal_data.hand_out)

    @me.command()
    async def forget(self, interaction: Interaction) -> None:
        """Have all that is kept of you deleted; you are asked first."""
        await attend(interaction, personal_data.ask)

    @app_commands.command(name="help")
    @app_commands.describe(topic="What you want to know; leave out to begin at the beginning")
    async def help_page(self, interaction: Interaction, topic: str = "start") -> None:
        """How to open a game, move, follow others, and what to do when something is wrong."""

        async def work(answer: Answer) -> None:
            await answer.say(page(topic))

        await attend(interaction, work)

    @help_page.autocomplete("topic")
    async def _topics(self, _: Interaction, current: str) -> Choices:
        return named(((topic.title, key) for key, topic in pages().items()), current)
