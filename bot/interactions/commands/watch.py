"""`/watch`: commands for everybody, players or not, to look back at games and follow them."""

from typing import Literal

from discord import app_commands

from bot.following import digest, look_back
from bot.following import handlers as following
from bot.handlers import stats
from bot.handlers.press import Visit
from bot.handlers.responses import Interaction, Response, attended
from bot.interactions.commands import channel
from bot.interactions.commands.completion import LIMIT, Choices, fixed, named, or_nothing
from bot.replays import handlers as replays
from bot.replays.animation import Extent
from rules.engine.registry import games


class WatchCommands(app_commands.Group):
    """The group `/watch`."""

    def __init__(self) -> None:
        super().__init__(name="watch", description="Look back at games, and follow them", guild_only=True)

    @app_commands.command()
    @app_commands.describe(
        moment="Its number, some of its words, or the link of a message; leave out for the latest",
        text="The board in words instead of a picture",
    )
    @attended
    async def at(self, answer: Response, moment: str = "", text: bool = False) -> None:
        """See the board of this channel's game at an earlier moment, with buttons to other moments."""
        await look_back.show(answer, await channel.latest(answer.interaction), moment, in_words=text)

    @app_commands.command()
    @app_commands.describe(
        part="What to show; leave out for the last turn",
        first="From this moment on, instead of a part: its number, some of its words, or a message's link",
        last="Up to this moment",
        everybody="Show it to everybody in the channel, not to you alone",
    )
    @app_commands.choices(
        part=fixed({"turn": "The last turn", "round": "The last round", "game": "The whole game"})
    )
    @attended
    async def replay(
        self,
        answer: Response,
        part: Extent = "turn",
        first: str = "",
        last: str = "",
        everybody: bool = False,
    ) -> None:
        """See this channel's game as an animation: a turn, a round, or all of it."""
        table = await channel.latest(answer.interaction)
        await replays.show(answer, table, part, first, last, everybody=everybody)

    @app_commands.command()
    @app_commands.describe(how="How often; leave out for each turn")
    @app_commands.choices(
        how=[*fixed(following.PACES), *fixed({following.STOP: "Not any more"})],
    )
    @attended
    async def follow(
        self, answer: Response, how: Literal["turn", "round", "end", "stop"] | None = None
    ) -> None:
        """Follow this channel's game by direct messages, and choose how often."""
        visit = Visit(answer, await channel.latest(answer.interaction))
        if how == "stop":
            await following.stop(visit)
        else:
            await following.follow(visit, how)

    @app_commands.command()
    @app_commands.describe(game="An earlier game: its id or the link of a message; leave out for the latest")
    @attended
    async def digest(self, answer: Response, game: str = "") -> None:
        """See what happened in a game of this channel since you last looked, with the result covered."""
        await digest.show(Visit(answer, await channel.meant(answer.interaction, game)))

    @app_commands.command()
    @app_commands.describe(game="An earlier game: its id or the link of a message; leave out for the latest")
    @attended
    async def stats(self, answer: Response, game: str = "") -> None:
        """See statistics of a game of this channel: turns, time, actions, and the luck of the dice."""
        await stats.show(answer, await channel.meant(answer.interaction, game))

    @app_commands.command(name="records")
    @app_commands.describe(
        game="Of one kind of game; leave out for all",
        mine="Your own instead of the server's",
        page="1 is the first; the list goes on behind it",
    )
    @attended
    async def records_page(
        self,
        answer: Response,
        game: str = "",
        mine: bool = False,
        page: app_commands.Range[int, 1] = 1,
    ) -> None:
        """See this server's records: games, ratings, bests; or your own, with places and head to head."""
        await stats.show_records(answer, game, page, mine=mine)

    @records_page.autocomplete("game")
    async def _kinds(self, _: Interaction, current: str) -> Choices:
        return named(((game.title, slug) for slug, game in games().items()), current)

    @digest.autocomplete("game")
    @stats.autocomplete("game")
    @or_nothing
    async def _games(self, interaction: Interaction, current: str) -> Choices:
        return await channel.suggestions(interaction, current)

    @replay.autocomplete("first")
    @replay.autocomplete("last")
    @at.autocomplete("moment")
    @or_nothing
    async def _moments(self, interaction: Interaction, current: str) -> Choices:
        found = await look_back.suggestions(await channel.latest(interaction), LIMIT, current)
        return [app_commands.Choice(name=one.listed, value=str(one.place)) for one in found]
