"""`/watch`: looking back, following, comparing; for everybody, players or not."""

from discord import app_commands

from bot.doors import lookback
from bot.doors.commands import channel
from bot.doors.commands.completion import LIMIT, Choices, named, or_nothing
from bot.doors.replies import Answer, Interaction, attend


class WatchCommands(app_commands.Group):
    """The group `/watch`."""

    def __init__(self) -> None:
        super().__init__(name="watch", description="Look back at games, and follow them", guild_only=True)

    @app_commands.command()
    @app_commands.describe(
        moment="Its number, some of its words, or the link of a message; leave out for the latest",
        text="The board in words instead of a picture",
    )
    async def at(self, interaction: Interaction, moment: str = "", text: bool = False) -> None:
        """See the board of this channel's game at an earlier moment, and step on from there."""

        async def work(answer: Answer) -> None:
            await lookback.show(answer, await channel.latest(interaction), moment, in_words=text)

        await attend(interaction, work)

    @at.autocomplete("moment")
    @or_nothing
    async def _moments(self, interaction: Interaction, current: str) -> Choices:
        found = await lookback.suggestions(await channel.latest(interaction), LIMIT, current)
        return named(((one.text, str(one.place)) for one in found), current)
