"""Clocks: the cost of looking for due work in many games, and the delays when deadlines pass."""

import asyncio
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bench.effort import Effort
from bench.findings import Finding, Findings
from bench.positions import game_in
from bench.rows import PACE, lobby_row
from bench.series import Series
from bench.silent import people_in
from bot.service.garbage_collection import loading
from bot.sessions.bot_player import BotPlayer
from bot.sessions.lobby import start
from bot.sessions.table_options import PACES
from bot.sessions.tables import Tables
from bot.sessions.timekeeper import MOMENT, PERIOD, Timekeeper
from bot.store.migrate import migrate
from bot.store.rows import Change, EntryRow
from bot.store.store import Store
from rules.engine.event import dump_event
from tests.bot.alterations import Deaf

BEGAN = 1_000_000_000
"""The start of the first game, in seconds since 1970. Each later game begins one second later."""


class Clock:
    """A clock whose time is set by the measurement."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        """Return the seconds since 1970."""
        return self.now


def measure(effort: Effort) -> Findings:
    """Measure the load of a core while nothing is due, and the delays while many deadlines pass."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        shares, few, rest = asyncio.run(_measured(f"sqlite:///{folder}/clocks.db", effort))
    found = Findings()
    told = f"{1000 * shares.median * PERIOD:.1f} ms every {PERIOD:.0f} s with {effort.clocks:,} games"
    found.rows.append(Finding("clocks", 100 * shares.median, told, ""))
    late = PERIOD + few.took
    told = f"{late:.1f} s, the last of {few.games:,} that were due at once among {effort.clocks:,}"
    found.rows.append(Finding("clocks_late", late, told, ""))
    for name, crowd in (("clocks_free", few), ("clocks_crowd", rest)):
        told = (
            f"{1000 * crowd.waits.share(0.99):.1f} ms, at most {1000 * crowd.waits.high:.0f} ms;"
            f" {crowd.games:,} games due at once, {1000 * crowd.took / crowd.games:.0f} ms each"
        )
        found.rows.append(Finding(name, 1000 * crowd.waits.share(0.99), told, ""))
    return found


class Crowd(NamedTuple):
    """Games whose deadlines passed together.

    `took` is the time until the rules had answered in all games, and `waits` are delays of other work, all in
    seconds.
    """

    games: int
    took: float
    waits: Series


async def _measured(url: str, effort: Effort) -> tuple[Series, Crowd, Crowd]:
    """Return a core's loads while no game is due, a crowd of `effort.due` games, and a crowd of the rest."""
    await migrate(url)
    clock = Clock(BEGAN + effort.clocks)
    store = await Store.open(url, clock)
    for first in range(0, effort.clocks, effort.callers):
        channels = range(first, min(first + effort.callers, effort.clocks))
        await asyncio.gather(*(store.commit(_begun(channel)) for channel in channels))
    with loading():  # As in the bot, garbage collection skips the objects that are loaded here.
        keeper = Timekeeper(Tables(store, Deaf(), BotPlayer(0), clock, lambda: bytes(32)), lambda: True)
    shares = []
    for _ in range(effort.rounds):
        began = time.process_time()
        for work in (keeper.be_there, keeper.look, keeper.show_anew, keeper.remind, keeper.forget):
            await work()
        for _ in range(int(PERIOD / MOMENT)):
            await keeper.carry_out_plans()
        shares.append((time.process_time() - began) / PERIOD)
        clock.now += int(PERIOD)
    few = await _due(keeper, store, clock, BEGAN + PACES[PACE].turn + effort.due - 1)
    rest = await _due(keeper, store, clock, BEGAN + PACES[PACE].turn + effort.clocks - 1)
    await store.close()
    return Series(tuple(shares)), few, rest


async def _due(keeper: Timekeeper, store: Store, clock: Clock, now: int) -> Crowd:
    """Set the clock to `now`, and measure until the rules have answered in all games that are due."""
    clock.now = now
    # The bot notes its presence, because otherwise the jump of the clock would count as an outage.
    await store.be_there(clock.now)
    games = len(await store.overdue(clock.now))
    began = time.perf_counter()
    waits: list[float] = []
    others = asyncio.create_task(_others(waits))
    await keeper.look()
    took = time.perf_counter() - began
    others.cancel()
    left = len(await store.overdue(clock.now))
    if left:
        raise RuntimeError(f"{left} deadlines did not act")
    return Crowd(games, took, Series(tuple(waits)))


async def _others(waits: list[float]) -> None:
    """Yield to the event loop again and again, and record the seconds until control returns."""
    while True:
        wanted = time.perf_counter()
        await asyncio.sleep(0)
        waits.append(time.perf_counter() - wanted)


def _begun(channel: int) -> Change:
    """Return the change that starts the game in a channel."""
    lobby = lobby_row(f"C{channel}", channel, game_in(channel), people_in(channel), BEGAN)
    ready = replace(lobby, seed=channel.to_bytes(32, "big"))
    row, advance = start(ready, (), BEGAN + channel)
    entry = EntryRow(advance.entry, tuple(map(dump_event, advance.events)))
    return Change(row, entry)
