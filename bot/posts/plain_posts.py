"""Simpler versions of posts that Discord rejects, so that players can continue in spite of our mistake.

The first version has plain text, the second only a headline. Both versions have the buttons with which
players continue, if any.
"""

import discord
from discord import ui

from bot.escaping import mention
from bot.narration.mentions import lobby_call, lobby_called, lobby_title, retired_call, turn_call
from bot.narration.post_story import PostStory
from bot.posts.build import action_row
from bot.posts.content import lobby_buttons, story
from bot.posts.control_ids import ControlId
from bot.posts.message import Message, layout
from bot.store.rows import GameRow, PostRow
from rules.engine.match import Match

STORY_LIMIT = 1500
"""The maximum number of characters of narration in a simple version."""


def plain_lobby(row: GameRow, post: PostRow, machine: int) -> list[Message]:
    """Return versions of a lobby's post in few words, the simplest last."""
    buttons = lobby_buttons(row, machine) if post.live and row.status == "lobby" else []
    called = row.pinged(lobby_called(row, post))
    return [
        Message(layout(ui.TextDisplay(lobby_call(row, post)), *buttons), called=called),
        Message(layout(ui.TextDisplay(lobby_title(row)), *buttons)),
    ]


def plain_turn(row: GameRow, post: PostRow, match: Match, told: PostStory, machine: int = 0) -> list[Message]:
    """Return versions of a turn's post without board and menus, the simplest last."""
    called = tuple(member.user for member in row.members if member.seat in post.called)
    words = ui.TextDisplay[ui.LayoutView](story(row, post, told, STORY_LIMIT))
    calls = " ".join(map(mention, called))
    bare = f"{retired_call(match)}\n### The game goes on. {calls}"
    choices = action_row("Your choices", ControlId("choices", row.id), discord.ButtonStyle.primary)
    rows = [choices] if match.position.status == "running" else []
    return [
        Message(
            layout(ui.TextDisplay(turn_call(row, post, match, told.rows, machine)), words, *rows),
            called=row.pinged(called),
        ),
        Message(layout(ui.TextDisplay(bare), *rows), called=row.pinged(called)),
    ]


def plain_retired(row: GameRow, post: PostRow, match: Match, told: PostStory) -> list[Message]:
    """Return versions of a finished turn's post without the board, the simplest last."""
    call = retired_call(match)
    return [
        Message(layout(ui.TextDisplay(call), ui.TextDisplay(story(row, post, told, STORY_LIMIT)))),
        Message(layout(ui.TextDisplay(call))),
    ]
