"""`/watch stats` shows the statistics of a game, and how its choices compare with the bot's."""

import asyncio

from bot.escaping import quoted
from bot.handlers.press import Press
from bot.handlers.responses import Response
from bot.posts.build import action_row
from bot.posts.control_ids import ControlId
from bot.posts.hindsight import COMPARE, compared
from bot.records.statistics import reckoned
from bot.sessions.hindsight_worker import must_be_over
from bot.sessions.table import Table

NOTHING_YET = "Nobody has had a turn yet, so there is nothing to count."

UNDER_WAY = "-# I am comparing the choices of this game with mine. That takes up to two minutes."


async def show(answer: Response, table: Table) -> None:
    """Show statistics and, after the game, the button “Compare with the bot”. Raises NoGame for a lobby."""
    rows = [action_row(COMPARE, ControlId("hindsight", table.row.id))] if table.match.finished else []
    await answer.say(await _figures(answer, table), rows)


async def compare(press: Press) -> None:
    """Show what the bot would have chosen in a finished game. Raises NoHindsight if that is impossible."""
    answer, table, client = press.answer, press.table, press.interaction.client
    must_be_over(table.match)
    figures = await _figures(answer, table)
    await answer.say(f"{figures}\n{UNDER_WAY}")
    match, journal = await table.whole()
    posts = await client.store.posts(table.row.id)
    found = await client.hindsight.of(match)
    told = await asyncio.to_thread(compared, table.row, match, journal, posts, found)
    await answer.say(f"{figures}\n{told}")


async def _figures(answer: Response, table: Table) -> str:
    row = table.row
    match, journal = await table.whole()
    told = await asyncio.to_thread(reckoned, row, match, journal)
    origin = await answer.interaction.client.store.origin_of(row.id)
    brought = f"\n-# Brought from {quoted(origin)}, with names as they stood in the file." if origin else ""
    return f"**{table.game.title}** · game {row.id}{brought}\n{told or NOTHING_YET}"
