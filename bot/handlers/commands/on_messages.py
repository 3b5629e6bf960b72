"""The commands in the menu Apps of a message, for the post of a turn: look at it, replay it, go back."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.handlers import look_back, replays, undo_pages
from bot.handlers.responses import Interaction, Response, attend
from bot.handlers.visit import Visit
from bot.narration.look_back import moments_of, shown_by
from bot.sessions.table import NoGame, Table
from bot.store.rows import PostRow

NO_POST = (
    "That message tells nothing of a game that is played here. Choose the post of a turn; `/watch at` finds a"
    " moment by its words."
)

MessageCommand = Callable[[Response, Table, PostRow], Awaitable[None]]
"""What is done about a post of a game."""


def message_commands() -> list[app_commands.ContextMenu]:
    """All of them."""
    named: dict[str, MessageCommand] = {
        "Board here": _board,
        "Look at this moment": _look,
        "Replay from here": _replay,
        "Undo to here": _undo,
    }
    return [app_commands.ContextMenu(name=name, callback=_callback(deed)) for name, deed in named.items()]


def _callback(deed: MessageCommand) -> Callable[[Interaction, discord.Message], Coroutine[Any, Any, None]]:
    async def callback(interaction: Interaction, message: discord.Message) -> None:
        async def work(answer: Response) -> None:
            await deed(answer, *await _told_by(interaction, message))

        await attend(interaction, work)

    # discord.py reads off the annotations what the command is for.
    callback.__annotations__ = {"interaction": Interaction, "message": discord.Message}
    return callback


async def _told_by(interaction: Interaction, message: discord.Message) -> tuple[Table, PostRow]:
    """The game of this channel that the message is a post of. Raises NoGame."""
    client = interaction.client
    game = await client.store.game_told_by(message.id, interaction.channel_id or 0)
    posts = await client.store.posts(game) if game else []
    post = next((post for post in posts if post.message == message.id), None)
    if post is None:
        raise NoGame(NO_POST)
    return await client.tables.table(game), post


async def _board(answer: Response, table: Table, post: PostRow) -> None:
    """The board that the post began with, as a picture."""
    await look_back.show(answer, table, await _moment(answer, table, post), in_words=False)


async def _look(answer: Response, table: Table, post: PostRow) -> None:
    """The same in words."""
    await look_back.show(answer, table, await _moment(answer, table, post), in_words=True)


async def _replay(answer: Response, table: Table, post: PostRow) -> None:
    """The animated picture of all that came since."""
    await replays.show(answer, table, "turn", first=await _moment(answer, table, post))


async def _undo(answer: Response, table: Table, post: PostRow) -> None:
    """Look at that board, and go back there: a game master alone, players if the others agree."""
    await undo_pages.look_behind(Visit(answer, table), post)


async def _moment(answer: Response, table: Table, post: PostRow) -> str:
    """The number of the moment whose board the post shows. Raises HarbourmasterError where there is none."""
    row, store = table.row, answer.interaction.client.store
    journal = (await store.entries(row.id))[: row.position.last if row.position else 0]
    return str(shown_by(moments_of(row, table.match, journal), journal, post).place)
