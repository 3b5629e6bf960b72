"""`/watch stats`: a game in figures, for everybody."""

import asyncio

from bot.doors.replies import Answer
from bot.tables.table import Table
from bot.telling.tally import reckoned

NOTHING_YET = "Nobody has had a turn yet, so there is nothing to count."


async def show(answer: Answer, table: Table) -> None:
    """What the game has come to: of a running one what everybody may know. Raises NoGame for a lobby."""
    row, match = table.row, table.match
    # The game may have gone on since.
    journal = (await answer.interaction.client.store.entries(row.id))[: match.position.last]
    told = await asyncio.to_thread(reckoned, row, match, journal)
    await answer.say(f"**{table.game.title}** · game {row.id}\n{told or NOTHING_YET}")
