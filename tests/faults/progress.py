"""Watches progress: whether anything happens while a test waits, and which task is stuck if nothing does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.store.rows import GameRow
from bot.store.store import Store
from sandbox import Sandbox
from tests.bot.databases import Where, address, look
from tests.faults.ledger import Deed, Ledger

STILL = 120.0
"""The seconds between two checks. If nothing was stored in between, the test is stuck."""

MOMENT = 0.05
"""The seconds of each short sleep between two checks. On a slow machine, all sleeps take longer."""

_STORED = "SELECT sum(version) FROM games UNION ALL SELECT sum(shown) FROM posts"

Result = TypeVar("Result")


class StandstillError(Exception):
    """Nothing was stored for a long time."""


def stored(database: Where) -> float:
    """Return a number that grows with each change of a game and each updated post."""
    return sum(float(number or 0) for (number,) in look(database, _STORED))


def running_games(database: Where) -> list[str]:
    """Return the ids of the running and paused games."""
    found = look(database, "SELECT id FROM games WHERE status IN ('running', 'paused') ORDER BY id")
    return [game for (game,) in found]


async def still() -> None:
    """Wait for a time that is long for programs, even if the machine is busy."""
    for _ in range(round(STILL / MOMENT)):
        await asyncio.sleep(MOMENT)


async def as_long_as_stored(
    awaitable: Awaitable[Result],
    database: Where,
    pause: Callable[[], Awaitable[object]] = still,
) -> Result:
    """Wait for an awaitable without a time limit, as long as something is stored between two checks.

    There is a `pause` between two checks. Raises StandstillError.
    """
    waiting, before = asyncio.ensure_future(awaitable), stored(database)
    try:
        while True:
            look = asyncio.ensure_future(pause())
            await asyncio.wait([waiting, look], return_when=asyncio.FIRST_COMPLETED)
            look.cancel()
            if waiting.done():
                return await waiting
            now = stored(database)
            if now == before:
                raise StandstillError(f"nothing was stored for {STILL:.0f} s")
            before = now
    finally:
        waiting.cancel()


async def standing(database: Where, discord: Sandbox, ledger: Ledger) -> list[str]:
    """Return in sentences what each open game waits for, and the results of people's last deeds."""
    store = await Store.open(address(database), lambda: 0)
    try:
        found = [await _waits(store, row, discord) for row in await store.open_games()]
    finally:
        await store.close()
    latest = {deed.person: deed for deed in ledger.deeds}
    return found + [_last(deed) for deed in latest.values()]


async def _waits(store: Store, row: GameRow, discord: Sandbox) -> str:
    names = row.names()
    awaited = row.position.awaited if row.position else ()
    asked = ", ".join(f"{names[one.seat]} ({one.kind})" for one in awaited) or "nobody"
    owed = [f"{post.id} ({post.attempts} failed tries)" for post in await store.due_posts_of(row.id)]
    channel = discord.world.channels.get(row.channel)
    where = f"#{channel.name}" if channel else "a channel that is gone"
    vote = " A vote is open." if row.vote else ""
    posts = f"It is owed the posts {', '.join(owed)}" if owed else "All posts are delivered"
    return f"game {row.id} ({row.slug}, {row.status}) in {where} waits for {asked}.{vote} {posts}."


def _last(deed: Deed) -> str:
    settled = deed.reply.interaction.settled.is_set()
    answer = f"was told “{deed.read}”" if deed.read else "was answered" if settled else "was not answered"
    return f"{deed.person.name} ({deed.line or deed.about} in #{deed.channel.name}) {answer}"
