"""The button Story shows everything since the user's last turn, in private and page by page."""

import asyncio

from discord import ui

from bot.escaping import quoted
from bot.handlers.press import Press
from bot.narration.logbook import NOTHING, PAGE, story_back
from bot.narration.truncate import Portion, pages_back
from bot.posts.build import ControlRow, button
from bot.posts.control_ids import ControlId
from bot.sessions.recent_steps import steps_to
from bot.store.rows import GameRow


async def pressed(press: Press) -> None:
    """Show one page of the story since the user's last turn.

    A user without a seat sees the story since the last turn of the first awaited player.
    """
    row = press.table.row
    match, entries = await press.table.whole()
    seats = row.seats_of(press.user)
    seat = next(iter((*seats, *(one.seat for one in match.position.awaited))), 0)
    steps = await steps_to(match.game, match.position.head, press.table.entries, seat)
    first = steps[0].entry.number if steps else 1
    posts = await press.interaction.client.store.posts(row.id)
    viewer = seats[0] if seats else None
    known = await press.interaction.client.outbox.counts.up_to(press.table, first, match.position.last + 1)
    counts = known.copy()

    def portions() -> list[Portion]:
        return [*pages_back(story_back(row, match, entries, viewer, posts, first, counts), PAGE)]

    found = await asyncio.to_thread(portions)
    number = min(press.number or 1, len(found))
    head = f"**The whole story** since {_since(row, seat, own=bool(seats))}"
    where = f" · page {len(found) - number + 1} of {len(found)}" if len(found) > 1 else ""
    told = found[number - 1].text or NOTHING
    await press.answer.say(f"{head}{where}\n{told}", _strip(row.id, number, len(found)))


def _since(row: GameRow, seat: int, *, own: bool) -> str:
    name = row.names().get(seat, "")
    return "your last turn" if own or not name else f"the last turn of **{quoted(name, 40)}**"


def _strip(game: str, number: int, last: int) -> list[ControlRow]:
    """Return the buttons for earlier and later pages, if there are several."""
    if last == 1:
        return []
    goals = {"◀ Earlier": number + 1, "Later ▶": number - 1}
    buttons = [
        button(
            label,
            ControlId("story", game, 0, (str(goal), label.strip(" ◀▶").lower())),
            disabled=not 1 <= goal <= last,
        )
        for label, goal in goals.items()
    ]
    return [ui.ActionRow(*buttons)]
