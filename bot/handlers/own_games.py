"""`/games` lists the games that the user plays; games that wait for the user come first."""

from bot.handlers.responses import Response
from bot.narration import logbook
from bot.narration.deadlines import time_limit
from bot.store.rows import AwaitedRow
from rules.engine.registry import game as find_game


async def show(answer: Response, page: int) -> None:
    """Show one page of the user's games."""
    store, user = answer.interaction.client.store, answer.interaction.user.id
    awaited, rows = await store.awaited_of(user), await store.games_of(user)
    lines = [
        f"⏰ **{find_game(one.slug).title}** in <#{one.channel}> waits for you (asked <t:{one.since}:R>,"
        f" game {one.game}).{time_limit(one.until)}{_way(one)}"
        for one in awaited
    ]
    waiting = {one.game for one in awaited}
    for row in (row for row in rows if row.id not in waiting):
        state = {"lobby": "in its lobby", "paused": "paused"}.get(row.status, "others are to move")
        lines.append(f"**{find_game(row.slug).title}** in <#{row.channel}>: {state} (game {row.id}).")
    told = logbook.listed(lines, page)
    await answer.say(told or "You are in no game. Open one with /play, or join one in its channel.")


def _way(one: AwaitedRow) -> str:
    """Return a link to the post in which the user can answer; empty if there is none."""
    if not one.message:
        return ""
    return f" [Go there](https://discord.com/channels/{one.guild}/{one.channel}/{one.message})"
