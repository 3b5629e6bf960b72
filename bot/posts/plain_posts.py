"""Fallbacks for posts that Discord rejects: a mistake of ours must not silence a game.

First plain words and a button, then only the headline, so that players can always continue.
"""

import discord
from discord import ui

from bot.escaping import mention
from bot.narration.mentions import lobby_call, lobby_called, lobby_title, retired_call, turn_call
from bot.narration.post_story import PostStory
from bot.posts.content import lobby_buttons, story
from bot.posts.control_ids import ControlId
from bot.posts.message import Message, layout
from bot.store.rows import GameRow, PostRow
from rules.engine.match import Match

STORY_LIMIT = 1500
"""Characters of narration."""


def plain_lobby(row: GameRow, post: PostRow, machine: int) -> list[Message]:
    """Return the lobby in few words, the simplest version last."""
    buttons = lobby_buttons(row, machine) if post.live and row.status == "lobby" else []
    called = row.pinged(lobby_called(row, post))
    return [
        Message(layout(ui.TextDisplay(lobby_call(row, post)), *buttons), called=called),
        Message(layout(ui.TextDisplay(lobby_title(row)), *buttons)),
    ]


def plain_turn(row: GameRow, post: PostRow, match: Match, told: PostStory, machine: int = 0) -> list[Message]:
    """Return what happened and whose turn it is, without board and menus, the simplest version last."""
    called = tuple(member.user for member in row.members if member.seat in post.called)
    words = ui.TextDisplay[ui.LayoutView](story(row, post, told, STORY_LIMIT))
    calls = " ".join(map(mention, called))
    bare = f"{retired_call(match)}\n### The game goes on. {calls}"
    choices = [_choices(row)] if match.position.status == "running" else []
    return [
        Message(
            layout(ui.TextDisplay(turn_call(row, post, match, told.rows, machine)), words, *choices),
            called=row.pinged(called),
        ),
        Message(layout(ui.TextDisplay(bare), *choices), called=row.pinged(called)),
    ]


def plain_retired(row: GameRow, post: PostRow, match: Match, told: PostStory) -> list[Message]:
    """Return what happened in a finished turn, the simplest version last."""
    call = retired_call(match)
    return [
        Message(layout(ui.TextDisplay(call), ui.TextDisplay(story(row, post, told, STORY_LIMIT)))),
        Message(layout(ui.TextDisplay(call))),
    ]


def _choices(row: GameRow) -> "ui.ActionRow[ui.LayoutView]":
    button: ui.Button[ui.LayoutView] = ui.Button(
        label="Your choices",
        style=discord.ButtonStyle.primary,
        custom_id=str(ControlId("choices", row.id)),
    )
    return ui.ActionRow(button)
