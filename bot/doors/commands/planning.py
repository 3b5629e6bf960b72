"""`/game plan`: what I do when I am asked."""

from discord import app_commands

from bot.doors import planning
from bot.doors.commands import channel
from bot.doors.replies import Answer, Interaction, attend
from bot.doors.visit import Visit


class PlanCommands(app_commands.Group):
    """The group `/game plan`."""

    def __init__(self) -> None:
        super().__init__(name="plan", description="What you do when you are asked")

    @app_commands.command()
    @app_commands.describe(action="In notation", wait="Not next, but when you are asked for it")
    async def add(self, interaction: Interaction, action: str, wait: bool = False) -> None:
        """Plan an answer; nobody else sees it."""

        async def work(answer: Answer) -> None:
            await planning.add(Visit(answer, await channel.running(interaction)), action, wait=wait)

        await attend(interaction, work)

    @app_commands.command(name="list")
    async def show(self, interaction: Interaction) -> None:
        """Your plans, and what became of others."""

        async def work(answer: Answer) -> None:
            await planning.show(Visit(answer, await channel.running(interaction)))

        await attend(interaction, work)

    @app_commands.command()
    @app_commands.describe(number="Which; leave out for all")
    async def drop(self, interaction: Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        """Give a plan up."""

        async def work(answer: Answer) -> None:
            await planning.drop(Visit(answer, await channel.running(interaction)), number)

        await attend(interaction, work)
