"""`/watch replay` and the button that offers one: an animated picture, to everybody or to oneself."""

from bot.doors.press import Press
from bot.doors.replies import Answer
from bot.posts.pictures import Attachment
from bot.posts.replays import Extent, Reel, Replay
from bot.tables.table import Table
from bot.telling.lookback import find, moments_of
from rules.engine.errors import HarbourmasterError

FILE = "replay.gif"

MAY_NOT = (
    "You may not attach files in this channel. Leave out `everybody`, and the replay comes to you alone."
)


async def show(
    answer: Answer, table: Table, part: Extent, first: str = "", last: str = "", *, everybody: bool = False
) -> None:
    """The replay of that part, or of what lies between two moments. Raises HarbourmasterError."""
    interaction = answer.interaction
    if everybody and not interaction.permissions.attach_files:
        raise HarbourmasterError(MAY_NOT)
    row, match = table.row, table.match
    journal = (await interaction.client.store.entries(row.id))[: match.position.last]
    posts = await interaction.client.store.posts(row.id)
    known = moments_of(row, journal)
    begin, end = (find(known, meant, posts).entry if meant else 0 for meant in (first, last))
    if begin and end and begin > end:
        raise HarbourmasterError("The first moment comes after the last. Give them the other way round.")
    entries = [stored.entry for stored in journal]
    reel = Reel(table.game, match.opening, match.seed, entries, row.names_at, part, begin, end)

    async def tell(done: int, of: int) -> None:
        if answer.is_awaited:
            await answer.say(f"🎞️ Drawing: {done} of {of} boards." if of else "🎞️ Playing the game again…")

    made = await interaction.client.replays.of(interaction.user.id, reel, tell)
    told = _told(table, made)
    if not everybody:
        await answer.say(told, pictures=[Attachment(made.data, FILE, made.alt)])
        return
    await answer.say("Here it is, for everybody.")
    await answer.show_all(told, Attachment(made.data, FILE, made.alt))


async def pressed(press: Press) -> None:
    """The button at the end of a game: all of it, to who pressed."""
    await show(press.answer, press.table, "game")


def _told(table: Table, made: Replay) -> str:
    size = f"{len(made.data) / 1e6:.1f} MB"
    return f"**{table.game.title}** · game {table.row.id} · {made.frames} frames, {size}"
