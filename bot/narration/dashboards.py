"""The text of a server's dashboard: the open games, the awaited players, and their waiting times."""

from collections.abc import Callable, Sequence

from bot.escaping import quoted
from bot.narration.deadlines import time_limit
from bot.sessions.lobby import options_of
from bot.sessions.outbox_planner import awaited_seats
from bot.store.rows import PRACTICE, GameRow, urgency
from rules.engine.registry import game as find_game
from rules.engine.registry import games

TEXT_LIMIT = 3900
"""The maximum number of characters of text in one message: slightly below Discord's limit."""

ROOM_FOR_MORE = 300
"""The number of characters reserved for the last lines: the count of unlisted games, and a link."""


def dashboard_text(
    listed: Sequence[tuple[GameRow, int]], count: int, may_show: Callable[[GameRow], bool], page: str = ""
) -> str:
    """Return a line for each open game, with a link to the game's newest message, while there is room.

    `count` is the number of all open games. `may_show` decides whether all readers of the dashboard may see a
    game; other games are only counted. `page` is the address of the server's page, or empty.
    """
    shown = [_line(row, message) for row, message in listed if may_show(row)]
    hidden = sum(not may_show(row) for row, _ in listed)
    title = "## ⚓ Open games\n"
    lines: list[str] = []
    room = TEXT_LIMIT - len(title) - ROOM_FOR_MORE
    for line in shown:
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    more = count - hidden - len(lines)
    apart = [f"{hidden} private game{'s' if hidden > 1 else ''}"] if hidden else []
    apart += [f"{more} more"] if more > 0 else []
    lines += [f"-# … and {' and '.join(apart)}."] if apart else []
    lines = lines or ["No game is open. `/play` opens one."]
    return title + "\n".join([*lines, *([f"[Games and records in a browser]({page})"] if page else [])])


def _line(row: GameRow, message: int) -> str:
    if row.slug not in games():
        return f"A game in <#{row.channel}> that this bot cannot play any more ({row.slug})."
    title = find_game(row.slug).title
    practice = " (practice)" if row.preset == PRACTICE else ""
    way = f"https://discord.com/channels/{row.guild}/{row.channel}" + (f"/{message}" if message else "")
    return f"**[{title}]({way})**{practice} in <#{row.channel}> · {_stands(row)}"


def _stands(row: GameRow) -> str:
    """Return a game's status, in which players are named but not mentioned."""
    if row.status == "lobby":
        _, most = find_game(row.slug).seat_range(options_of(row))
        return f"in its lobby, {len(row.members)} of {most} seats taken, since <t:{row.created}:R>."
    if row.status == "paused":
        return f"paused since <t:{row.updated}:R>."
    position, names = row.position, row.names()
    asked = position.awaited if position and awaited_seats(row) else ()
    if not asked:
        return "under way."
    waits = [f"**{quoted(names.get(one.seat, '?'), 40)}**" for one in asked]
    first = min(asked, key=lambda one: (urgency(row.deadline(one), one.since), one.seat))
    told = f"waits for {', '.join(waits)} since <t:{min(one.since for one in asked)}:R>."
    return told + time_limit(row.deadline(first))
