"""`/harbour`: the bot itself. Its name is the bot's own, where `/help` would be every other bot's."""

from collections.abc import Mapping

from discord import app_commands

from bot.doors import personal_data, records
from bot.doors.commands.completion import Choices, named
from bot.doors.handbook import page, pages
from bot.doors.replies import Answer, Interaction, attend
from bot.store.rows import Reminders

REMINDED: Mapping[Reminders, str] = {
    "twice": "You are reminded at half time and shortly before your time is up.",
    "once": "You are reminded once, shortly before your time is up.",
    "never": "You are called when your turn begins, and not reminded of it.",
}


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

    @me.command()
    @app_commands.describe(reminders="How often, while a game with a clock waits for you")
    @app_commands.choices(
        reminders=[
            app_commands.Choice(name="twice: at half time and shortly before the end", value="twice"),
            app_commands.Choice(name="once: shortly before the end", value="once"),
            app_commands.Choice(name="never: only when your turn begins", value="never"),
        ]
    )
    async def calls(self, interaction: Interaction, reminders: Reminders) -> None:
        """Say how often you are reminded of a turn, on all servers."""

        async def work(answer: Answer) -> None:
            await interaction.client.store.wish(interaction.user.id, reminders)
            await answer.say(REMINDED[reminders])

        await attend(interaction, work)

    @me.command(name="records")
    @app_commands.describe(listed="Whether your name and rating stand in lists that others see")
    async def stand_in_records(self, interaction: Interaction, listed: bool) -> None:
        """Say whether you want to stand in lists of records, on all servers."""

        async def work(answer: Answer) -> None:
            await records.choose_lists(answer, wanted=listed)

        await attend(interaction, work)

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
