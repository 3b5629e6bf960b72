"""`/game ask`: what is done if the others at the table agree."""

from discord import app_commands

from bot.doors import asking
from bot.doors.commands import channel
from bot.doors.commands.completion import LIMIT, Choices, named, or_nothing
from bot.doors.replies import Answer, Interaction, attend
from bot.doors.visit import Visit
from bot.telling.moments import latest, listed


class AskCommands(app_commands.Group):
    """The group `/game ask`."""

    def __init__(self) -> None:
        super().__init__(name="ask", description="Ask the others to agree")

    @app_commands.command()
    @app_commands.describe(to="The moment; leave out for a list")
    async def undo(self, interaction: Interaction, to: str | None = None) -> None:
        """Go back, if those agree whom it touches."""

        async def work(answer: Answer) -> None:
            await asking.ask_to_undo(Visit(answer, await channel.running(interaction)), to)

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason="Why")
    async def pause(self, interaction: Interaction, reason: str | None = None) -> None:
        """Pause the game, or go on after a pause."""

        async def work(answer: Answer) -> None:
            await asking.ask_for_pause(Visit(answer, await channel.running(interaction)), reason)

        await attend(interaction, work)

    @app_commands.command(name="fresh-dice")
    @app_commands.describe(reason="Why")
    async def fresh_dice(self, interaction: Interaction, reason: str | None = None) -> None:
        """After an undo: other dice than those seen."""

        async def work(answer: Answer) -> None:
            await asking.ask(Visit(answer, await channel.running(interaction)), "fresh", reason)

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason="Why")
    async def end(self, interaction: Interaction, reason: str | None = None) -> None:
        """End the game without a result."""

        async def work(answer: Answer) -> None:
            await asking.ask(Visit(answer, await channel.running(interaction)), "end", reason)

        await attend(interaction, work)

    @undo.autocomplete("to")
    @or_nothing
    async def _moments(self, interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        found = await latest(interaction.client.store, table.row, LIMIT, current)
        offered = listed([(moment.text, moment.place) for moment in found])
        return named(((text, str(place)) for text, place in offered), current)
