"""Views of earlier moments: the board, the story, and a strip of buttons to other moments."""

import asyncio
from collections.abc import Sequence

from bot.following.handlers import follow_button
from bot.handlers.gm_access import must_be_at_the_table
from bot.handlers.press import Press
from bot.handlers.responses import Response
from bot.narration.look_back import PastMoment, find, link_of, moments_back, moments_of, told
from bot.posts.build import ControlRow, button
from bot.posts.control_ids import ControlId
from bot.posts.pictures import board_in_words
from bot.sessions.recent_steps import steps_to
from bot.sessions.table import Table

IN_WORDS = "words"
"""The value in a button's path that asks for the board in words instead of a picture."""

AT_ONCE = 100
"""The number of latest entries that are searched for suggestions. Users can type older moments."""


async def suggestions(table: Table, most: int, typed: str) -> list[PastMoment]:
    """Return at most `most` recent moments whose words contain the typed text, newest first."""
    row, wanted = table.row, typed.strip().casefold()
    last = row.last
    entries = await table.entries(max(1, last - AT_ONCE), last)
    return [
        one for one in moments_back(row, table.match, reversed(entries)) if wanted in one.text.casefold()
    ][:most]


async def show(answer: Response, table: Table, meant: str, *, in_words: bool) -> None:
    """Show the board at the moment that `meant` names, or the latest board. Raises HarbourmasterError."""
    must_be_at_the_table(answer.interaction, table.row)
    client, row = answer.interaction.client, table.row
    match, journal = await table.whole()
    posts = await client.store.posts(row.id)
    known = await asyncio.to_thread(moments_of, row, match, journal)
    moment = find(known, meant, posts) if meant else known[-1]
    then = await client.looks.at(match, moment.entry)
    steps, names = await steps_to(table.game, moment.entry, table.entries), row.names_at(moment.entry)
    link = link_of(row, posts, moment.entry)
    text = await asyncio.to_thread(told, row, match, journal, known, moment, link)
    strip = [_strip(row.id, known, moment, in_words=in_words)]
    strip += follow_button(row, answer.interaction.user.id)
    if in_words:
        await answer.say(f"{text}\n{board_in_words(then, steps, names, None)}", strip)
        return
    await answer.say(text, strip, await client.pictures.board(then, steps, names, None))


async def stepped(press: Press) -> None:
    """Handle a button that leads to another moment."""
    await show(press.answer, press.table, press.name, in_words=IN_WORDS in press.control.path)


def _strip(game: str, known: Sequence[PastMoment], moment: PastMoment, *, in_words: bool) -> ControlRow:
    last = len(known) - 1
    here = known.index(moment)
    # Two buttons can lead to the same moment; the word from the label makes their ids differ.
    goals = {"⏮ First": 0, "◀ Back": max(here - 1, 0), "▶ On": min(here + 1, last), "⏭ Last": last}
    mode = (IN_WORDS,) if in_words else ()
    row = ControlRow()
    for label, goal in goals.items():
        path = (str(known[goal].place), label.split()[1].lower(), *mode)
        row.add_item(button(label, ControlId("look", game, 0, path), disabled=goal == here))
    return row
