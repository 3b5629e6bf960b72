"""`/harbour`: the bot itself. Its name is the bot's own, where `/help` would be every other bot's."""

from discord import app_commands

from bot.doors import personal_data, records, wishes
from bot.doors.commands.completion import Choices, suggestions
from bot.doors.commands.settings import SettingsCommands
from bot.doors.replies import Answer, Interaction, attend
from bot.store.wishes import Reminders, Way


class HarbourCommands(app_commands.Group):
    """The group `/harbour`."""

    def __init__(self) -> None:
        super().__init__(name="harbour", description="About this bot, and how to use it", guild_only=True)
        self.add_command(SettingsCommands())

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
    async def show(self, interaction: Interaction) -> None:
        """See and change all your wishes: how and when the bot calls you, quiet hours, vacation."""
        await attend(interaction, wishes.show)

    @me.command()
    @app_commands.describe(
        way="Where the bot calls you",
        reminders="How often it reminds you, where time runs",
        on_deck="Tell me directly when I come next",
    )
    @app_commands.choices(
        way=[
            app_commands.Choice(name="channel: by a mention there", value="channel"),
            app_commands.Choice(name="direct: by a direct message", value="direct"),
            app_commands.Choice(name="none: not at all", value="none"),
        ],
        reminders=[
            app_commands.Choice(name="twice: at half time and before the end", value="twice"),
            app_commands.Choice(name="once: before the end", value="once"),
            app_commands.Choice(name="never", value="never"),
        ],
    )
    async def calls(
        self,
        interaction: Interaction,
        way: Way | None = None,
        reminders: Reminders | None = None,
        on_deck: bool | None = None,
    ) -> None:
        """Say how the bot calls you, and how often, on all servers."""
        await attend(interaction, lambda answer: wishes.call(answer, way, reminders, on_deck=on_deck))

    @me.command(name="quiet-hours")
    @app_commands.rename(begin="from", end="to")
    @app_commands.describe(
        begin="When they begin, by the 24-hour clock, as 22:30",
        end="When they end, as 7:00",
        zone="Your time zone: type a city and pick from the list",
    )
    async def quiet_hours(self, interaction: Interaction, begin: str, end: str, zone: str = "") -> None:
        """Say when the bot is not to call you, by the clock on your wall."""
        await attend(interaction, lambda answer: wishes.be_quiet(answer, begin, end, zone))

    @quiet_hours.autocomplete("zone")
    async def _zones(self, _: Interaction, current: str) -> Choices:
        return suggestions(sorted(wishes.zones()), current.replace(" ", "_"))

    @me.command()
    @app_commands.describe(first="The first day, as 2026-12-24", last="The last day")
    async def away(self, interaction: Interaction, first: str, last: str) -> None:
        """Tell your tables that you are on vacation; for some days your time does not run."""
        await attend(interaction, lambda answer: wishes.go_away(answer, first, last))

    @me.command(name="records")
    @app_commands.describe(listed="Whether your name and rating stand in lists that others see")
    async def stand_in_records(self, interaction: Interaction, listed: bool) -> None:
        """Say whether you want to stand in lists of records, on all servers."""

        async def work(answer: Answer) -> None:
            await records.choose_lists(answer, wanted=listed)

        await attend(interaction, work)
