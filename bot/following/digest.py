"""`/watch digest` shows a user privately what happened in a game since they last looked."""

import asyncio

from bot.following.digest_text import Digest, digest_of
from bot.following.handlers import follow_button
from bot.handlers.gm_access import must_be_at_the_table
from bot.handlers.visit import Visit
from bot.posts.pictures import BOARD, Attachment
from bot.sessions.recent_steps import steps_to
from bot.sessions.table import Table
from bot.store.rows import Look
from rules.engine.match import Match

THEN = "board-then.png"
"""The file name of the picture of the board that the user last saw."""

BOTH = "-# The first board is as you last saw it; the second is the present one."

END = "-# The final board, the last turn and the result are covered."


async def show(visit: Visit) -> None:
    """Show the digest, then store that the user has looked. Raises HarbourmasterError."""
    client, table = visit.interaction.client, visit.table
    must_be_at_the_table(visit.interaction, table.row)
    row, match = table.row, table.match
    # The stored journal may be longer by now than the match in memory.
    journal = (await client.store.entries(row.id))[: match.position.last]
    look = await client.store.last_look(visit.user, row.id)
    found = await asyncio.to_thread(digest_of, row, match, journal, look)
    whole = match.with_journal([stored.entry for stored in journal])
    boards = await _boards(visit, table, whole, found)
    notes = [BOTH] * (len(boards) > 1) + [END] * found.spoils
    page = await table.page_of_now()
    watch = [f"-# [This moment in a browser]({page})"] if page else []
    text = "\n".join([found.text, *notes, *watch])
    await visit.answer.say(text, follow_button(row, visit.user), boards)
    await client.store.note_look(Look(visit.user, row.id, match.position.last, visit.now))


async def _boards(visit: Visit, table: Table, match: Match, found: Digest) -> list[Attachment]:
    """Return the public boards at the user's last look and now; one if equal, none if nothing is new."""
    if not found.fresh:
        return []
    now = await _board(visit, table, match, match.position.head)
    boards = [board.named(BOARD, spoiler=found.spoils) for board in now]
    if not found.then:
        return boards
    then = await visit.interaction.client.looks.at(match, found.then)
    return [*(board.named(THEN) for board in await _board(visit, table, then, found.then)), *boards]


async def _board(visit: Visit, table: Table, match: Match, entry: int) -> list[Attachment]:
    steps = await steps_to(table.game, entry, table.entries)
    pictures = visit.interaction.client.pictures
    return (await pictures.board(match, steps, table.row.names_at(entry), None))[:1]
