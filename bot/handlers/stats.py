"""`/watch stats` and `/watch records`: the statistics of a game, and records of a server or a user."""

import asyncio
from functools import partial

from bot.escaping import quoted
from bot.handlers.press import Press
from bot.handlers.responses import Response
from bot.narration.logbook import listed
from bot.posts.build import action_row
from bot.posts.control_ids import ControlId
from bot.posts.hindsight import COMPARE, compared
from bot.records.statistics import reckoned
from bot.records.text import of_person, of_server
from bot.sessions.hindsight_worker import must_be_over
from bot.sessions.table import Table
from rules.engine.registry import game as find_game

NOTHING_YET = "Nobody has had a turn yet, so there is nothing to count."

UNDER_WAY = "-# I am comparing the choices of this game with mine. That takes up to two minutes."

NO_GAME_YET = "No game{kind} has ended on this server yet. Open one with /play."

NONE_OF_YOURS = "You have finished no game{kind} on this server yet. Open one with /play."

IN_A_BROWSER = "-# [In a browser]({link}): those of games that everybody here may see."


async def show(answer: Response, table: Table) -> None:
    """Show statistics and, after the game, the button “Compare with the bot”. Raises NoGame for a lobby."""
    rows = [action_row(COMPARE, ControlId("hindsight", table.row.id))] if table.match.finished else []
    await answer.say(await _figures(answer, table), rows)


async def compare(press: Press) -> None:
    """Show what the bot would have chosen in a finished game.

    Raises NoHindsight if the game is not over, another game is being compared, or the comparison fails.
    """
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


async def show_records(answer: Response, slug: str, page: int, *, mine: bool) -> None:
    """Show records of the server or (`mine`) of the user, of one or all games. Raises UnknownGame, NoPage."""
    interaction = answer.interaction
    client, user = interaction.client, interaction.user.id
    kind = f" of {find_game(slug).title}" if slug else ""
    results = await client.store.results_on(interaction.guild_id or 0)
    wanted = [one for one in results if slug in {"", one.slug}]
    machine = client.tables.machine.user
    tell = partial(of_person, wanted, machine, user) if mine else partial(of_server, wanted, machine)
    lines = await asyncio.to_thread(tell)
    nothing = (NONE_OF_YOURS if mine else NO_GAME_YET).format(kind=kind)
    link = client.tables.spectators.server_link(interaction.guild_id or 0)
    told = listed(lines, page) if lines else nothing
    await answer.say("\n".join([told, *([IN_A_BROWSER.format(link=link)] if link else [])]))
