"""Replays: the animated picture of `/watch replay`, and the page of a game, to everybody or to oneself."""

import asyncio
from collections.abc import Sequence
from functools import partial

from bot.handlers.gm_access import must_be_at_the_table
from bot.handlers.press import Press
from bot.handlers.responses import Response
from bot.handlers.visit import Visit
from bot.narration.gm_events import struck_out
from bot.narration.look_back import find, moments_of
from bot.narration.narrator import narrator_of
from bot.narration.story_counts import StoryCounts
from bot.posts.page import Tale
from bot.posts.page import make as make_page
from bot.posts.pictures import Attachment
from bot.posts.replays import Extent, Reel, Replay
from bot.service.export_files import Document, whole_text
from bot.sessions.table import Table
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow
from rules.engine.errors import HarbourmasterError
from rules.engine.journal import line
from rules.engine.match import Match

FILE = "replay.gif"

OPEN_IT = "Save it and open it in a browser: it is one file, and asks nothing of any other place."

MAY_NOT = (
    "You may not attach files in this channel. Leave out `everybody`, and the replay comes to you alone."
)


async def show(
    answer: Response, table: Table, part: Extent, first: str = "", last: str = "", *, everybody: bool = False
) -> None:
    """The replay of that part, or of what lies between two moments. Raises HarbourmasterError."""
    interaction = answer.interaction
    must_be_at_the_table(interaction, table.row)
    if everybody and not interaction.permissions.attach_files:
        raise HarbourmasterError(MAY_NOT)
    row, match = table.row, table.match
    journal = (await interaction.client.store.entries(row.id))[: match.position.last]
    posts = await interaction.client.store.posts(row.id)
    known = await asyncio.to_thread(moments_of, row, match, journal)
    begin, end = (find(known, meant, posts).entry if meant else 0 for meant in (first, last))
    if begin and end and begin > end:
        raise HarbourmasterError("The first moment comes after the last. Give them the other way round.")
    reel = reel_of(row, match, journal, part, begin, end)
    made = await interaction.client.replays.of(interaction.user.id, reel, partial(_tell, answer))
    told = _told(table, made)
    if not everybody:
        await answer.say(told, pictures=[Attachment(made.data, FILE, made.alt)])
        return
    await answer.say("Here it is, for everybody.")
    await answer.show_all(told, Attachment(made.data, FILE, made.alt))


async def page(visit: Visit) -> tuple[str, Document]:
    """The page of the game, with what is to be said of it. Raises NoReplay, and NoGame in its lobby."""
    must_be_at_the_table(visit.interaction, visit.table.row)
    row, match, client = visit.table.row, visit.table.match, visit.interaction.client
    journal = (await client.store.entries(row.id))[: match.position.last]
    export = whole_text(match, journal)
    language = client.store.servers.of(row.guild).language
    maker = partial(make_page, _tale(row, match, journal, language), export)
    reel = reel_of(row, match, journal)
    made = await client.replays.of(visit.user, reel, partial(_tell, visit.answer), maker, f"page {language}")
    name = f"{row.slug}-{row.id}.html"
    told = f"**{match.game.title}** · game {row.id} · {made.frames} moments. {OPEN_IT}"
    return told, Document(name, made.data)


async def page_pressed(press: Press) -> None:
    """The button Page of a game that is over."""
    told, document = await page(press)
    await press.answer.say(told, document=document)


def reel_of(
    row: GameRow,
    match: Match,
    journal: Sequence[EntryRow],
    part: Extent = "game",
    first: int = 0,
    last: int = 0,
) -> Reel:
    """What is to be shown of a stored game."""
    entries = [stored.entry for stored in journal]
    return Reel(match.game, match.opening, match.seed, entries, row.names_at, part, first, last)


def _tale(row: GameRow, match: Match, journal: Sequence[EntryRow], language: str) -> Tale:
    """How everybody reads it; what was undone is marked."""
    narrator = narrator_of(row, match.shown, undo_paths_in(journal))
    narrator.counts = StoryCounts(match.game, journal)
    counts = {*line([stored.entry for stored in journal], match.position.head)}

    def told(number: int) -> list[str]:
        stored = journal[number - 1]
        lines = narrator.tell(stored)
        return lines if number in counts or not stored.entry.moves else struck_out(lines)

    people = {one.user: one.name for one in row.former} | {one.user: one.name for one in row.members}
    return Tale(told, people, language)


async def _tell(answer: Response, done: int, of: int) -> None:
    """How far it is."""
    if answer.is_awaited:
        await answer.say(f"🎞️ Drawing: {done} of {of} boards." if of else "🎞️ Playing the game again…")


async def pressed(press: Press) -> None:
    """The button at the end of a game: all of it, to who pressed."""
    await show(press.answer, press.table, "game")


def _told(table: Table, made: Replay) -> str:
    size = f"{len(made.data) / 1e6:.1f} MB"
    return f"**{table.game.title}** · game {table.row.id} · {made.frames} moments, {size}"
