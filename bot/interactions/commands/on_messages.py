"""The commands in the menu Apps of a turn's post, which show its board, replay from it, or undo to it."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.following import look_back
from bot.handlers import undo_pages
from bot.handlers.press import Visit
from bot.handlers.responses import Interaction, Response, attend
from bot.narration.look_back import moments_of, shown_by
from bot.replays import handlers as replays
from bot.sessions.errors import NoGame
from bot.sessions.table import Table
from bot.store.rows import PostRow

NO_POST = (
    "That message belongs to no game of this channel. Choose the post of a turn; `/watch at` finds a moment"
    " by its words."
)

MessageCommand = Callable[[Response, Table, PostRow], Awaitable[None]]
"""Handles a command on a game's post."""


def message_commands() -> list[app_commands.ContextMenu]:
    """Return the commands in the menu Apps."""
    named: dict[str, MessageCommand] = {
        "Board here": _board,
        "Look at this moment": _look,
        "Replay from here": _replay,
        "Undo to here": _undo,
    }
    return [
        app_commands.ContextMenu(name=name, callback=_callback(command)) for name, command in named.items()
    ]


def _callback(command: MessageCommand) -> Callable[[Interaction, discord.Message], Coroutine[Any, Any, None]]:
    async def callback(interaction: Interaction, message: discord.Message) -> None:
        async def work(answer: Response) -> None:
            await command(answer, *await _told_by(interaction, message))

        await attend(interaction, work)

    # discord.py learns from the annotations that the command is for messages.
    callback.__annotations__ = {"interaction": Interaction, "message": discord.Message}
    return callback


async def _told_by(interaction: Interaction, message: discord.Message) -> tuple[Table, PostRow]:
    """Return the channel's game and the post with `message`. Raises NoGame if there is no such post."""
    client = interaction.client
    game = await client.store.game_told_by(message.id, interaction.channel_id or 0)
    posts = await client.store.posts(game) if game else []
    post = next((post for post in posts if post.message == message.id), None)
    if post is None:
        raise NoGame(NO_POST)
    return await client.tables.table(game), post


async def _board(answer: Response, table: Table, post: PostRow) -> None:
    """Show a picture of the board at the post's beginning."""
    await look_back.show(answer, table, await _moment(table, post), in_words=False)


async def _look(answer: Response, table: Table, post: PostRow) -> None:
    """Show in words the board at the post's beginning."""
    await look_back.show(answer, table, await _moment(table, post), in_words=True)


async def _replay(answer: Response, table: Table, post: PostRow) -> None:
    """Show an animation from the beginning of the post until now."""
    await replays.show(answer, table, "turn", first=await _moment(table, post))


async def _undo(answer: Response, table: Table, post: PostRow) -> None:
    """Show the board at the post's beginning, and the button that goes back to it."""
    await undo_pages.look_behind(Visit(answer, table), post)


async def _moment(table: Table, post: PostRow) -> str:
    """Return the number of the post's first moment. Raises HarbourmasterError if there are no moments."""
    row = table.row
    match, journal = await table.whole()
    return str(shown_by(moments_of(row, match, journal), journal, post).place)
