"""Handlers of `/watch replay`, of the page that `/game export` makes, and of their buttons."""

import asyncio
from functools import partial

from bot.handlers.gm_access import must_be_at_the_table
from bot.handlers.press import Press, Visit
from bot.handlers.responses import Response
from bot.narration.look_back import find, moments_of
from bot.posts.page.chronicle import Chronicle
from bot.posts.pictures import Attachment
from bot.replays.animation import Extent, Reel, Replays
from bot.replays.page_file import make as make_page
from bot.service.export_files import Document, fitting
from bot.sessions.table import Table
from rules.engine.errors import HarbourmasterError

FILE = "replay.gif"

OPEN_IT = "Save it and open it in a browser: it is one file, and loads nothing from elsewhere."

MAY_NOT = (
    "You may not attach files in this channel. Leave out `everybody`, and the replay comes to you alone."
)


async def show(
    answer: Response, table: Table, part: Extent, first: str = "", last: str = "", *, everybody: bool = False
) -> None:
    """Show the replay of a part of the game, or between two moments. Raises HarbourmasterError."""
    interaction = answer.interaction
    must_be_at_the_table(interaction, table.row)
    if everybody and not interaction.permissions.attach_files:
        raise HarbourmasterError(MAY_NOT)
    row = table.row
    match, journal = await table.whole()
    posts = await interaction.client.store.posts(row.id)
    known = await asyncio.to_thread(moments_of, row, match, journal)
    begin, end = (find(known, meant, posts).entry if meant else 0 for meant in (first, last))
    if begin and end and begin > end:
        raise HarbourmasterError("The first moment comes after the last. Give them the other way round.")
    reel = Reel(match.game, match.opening, match.seed, match.entries, row.names_at, part, begin, end)
    made = await interaction.client.shared(Replays).of(interaction.user.id, reel, partial(_tell, answer))
    size = f"{len(made.data) / 1e6:.1f} MB"
    told = f"**{match.game.title}** · game {row.id} · {made.frames} moments, {size}"
    if not everybody:
        await answer.say(told, pictures=[Attachment(made.data, FILE, made.alt)])
        return
    await answer.show_all(told, Attachment(made.data, FILE, made.alt))


async def page(visit: Visit) -> tuple[str, Document]:
    """Return a sentence, and the game's page as a file. Raises NoReplay, or NoGame for a lobby."""
    must_be_at_the_table(visit.interaction, visit.table.row)
    row, client = visit.table.row, visit.interaction.client
    match, journal = await visit.table.whole()
    language = client.store.servers.of(row.guild).language
    maker = partial(make_page, Chronicle(row, match, journal, language, visit.machine))
    reel = Reel(match.game, match.opening, match.seed, match.entries, row.names_at)
    tell = partial(_tell, visit.answer)
    made = await client.shared(Replays).of(visit.user, reel, tell, maker, f"page {language}")
    told = f"**{match.game.title}** · game {row.id} · {made.frames} moments. {OPEN_IT}"
    return told, fitting(f"{row.slug}-{row.id}.html", made.data)


async def page_pressed(press: Press) -> None:
    """Handle the button Page of a finished game."""
    told, document = await page(press)
    await press.answer.say(told, document=document)


async def _tell(answer: Response, done: int, of: int) -> None:
    if answer.is_awaited:
        await answer.say(f"🎞️ Drawing: {done} of {of} boards." if of else "🎞️ Playing the game again…")


async def pressed(press: Press) -> None:
    """Handle the button Replay of a finished game."""
    await show(press.answer, press.table, "game")
