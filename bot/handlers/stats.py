"""`/watch stats`: the figures of a game, for everybody."""

import asyncio

from bot.escaping import quoted
from bot.handlers.responses import Response
from bot.narration.statistics import reckoned
from bot.sessions.table import Table

NOTHING_YET = "Nobody has had a turn yet, so there is nothing to count."


async def show(answer: Response, table: Table) -> None:
    """Show the figures; those of a running game hold only public facts. Raises NoGame for a lobby."""
    row, match = table.row, table.match
    # The game may have continued since.
    store = answer.interaction.client.store
    journal = (await store.entries(row.id))[: match.position.last]
    told = await asyncio.to_thread(reckoned, row, match, journal)
    origin = await store.origin_of(row.id)
    brought = f"\n-# Brought from {quoted(origin)}, with names as they stood in the file." if origin else ""
    await answer.say(f"**{table.game.title}** · game {row.id}{brought}\n{told or NOTHING_YET}")
