"""The post of a finished game in its server's hall (a channel for results)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from discord import ui

from bot.posts.build import Button, button
from bot.posts.content import SEA, gallery
from bot.posts.control_ids import ControlId
from bot.posts.message import Message, layout
from bot.posts.pictures import BOARD
from bot.records.statistics import ranking
from bot.store.rows import GameRow
from rules.engine.game import View
from rules.engine.match import Match

if TYPE_CHECKING:
    from render.encode import Picture


def hall_post(
    row: GameRow, match: Match, view: View, picture: "Picture | None", told: str, links: Mapping[str, str]
) -> Message:
    """Return a post with the ranking, the highlights `told`, the last board, a replay button, and links.

    `links` maps labels to addresses. The post mentions nobody.
    """
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay("\n".join([*ranking(row, match), f"-# {told}"]))]
    name, alt = "", ""
    if picture is not None:
        name, alt = BOARD, match.game.describe(view, row.names())[:1024]
        parts.append(gallery(name, alt))
    replay = button("Replay", ControlId("replay", row.id))
    ways = [Button(label=label, url=link) for label, link in links.items() if link]
    framed = ui.Container[ui.LayoutView](*parts, ui.ActionRow(replay, *ways), accent_colour=SEA)
    return Message(layout(ui.TextDisplay(_title(row, match)), framed), picture, name, alt)


def plain_hall(row: GameRow, match: Match) -> list[Message]:
    """Return a simple version of the post, with the ranking alone."""
    return [Message(layout(ui.TextDisplay("\n".join([_title(row, match), *ranking(row, match)]))))]


def _title(row: GameRow, match: Match) -> str:
    return f"### 🏁 {match.game.title}\n-# Game {row.id}, ended <t:{row.updated}:D>"
