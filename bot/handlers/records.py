"""`/watch records` shows the records of this server or of the user."""

import asyncio
from functools import partial

from bot.handlers.responses import Response
from bot.narration.logbook import listed
from bot.records.text import of_person, of_server
from rules.engine.registry import game as find_game

NOTHING_YET = "No game{kind} has ended on this server yet. Open one with /play."

NONE_OF_YOURS = "You have finished no game{kind} on this server yet. Open one with /play."

IN_A_BROWSER = "-# [In a browser]({link}): those of games that everybody here may see."


async def show(answer: Response, slug: str, page: int, *, mine: bool) -> None:
    """Show the server's records or the user's own, of one game or of all. Raises UnknownGame, NoPage."""
    interaction = answer.interaction
    client, user = interaction.client, interaction.user.id
    kind = f" of {find_game(slug).title}" if slug else ""
    results = await client.store.results_on(interaction.guild_id or 0)
    wanted = [one for one in results if slug in {"", one.slug}]
    machine = client.tables.machine.user
    tell = partial(of_person, wanted, machine, user) if mine else partial(of_server, wanted, machine)
    lines = await asyncio.to_thread(tell)
    nothing = (NONE_OF_YOURS if mine else NOTHING_YET).format(kind=kind)
    link = client.tables.spectators.server_link(interaction.guild_id or 0)
    told = listed(lines, page) if lines else nothing
    await answer.say("\n".join([told, *([IN_A_BROWSER.format(link=link)] if link else [])]))
