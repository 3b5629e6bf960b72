"""Two processes on one PostgreSQL database: the replacement of a killed process, and a shared load."""

import asyncio
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from bench.crowds import OURS_A_SECOND
from bench.durable import is_there, new_database
from bench.effort import Effort
from bench.findings import Finding, Findings
from bench.series import Series
from bench.servers import ABSENT
from bench.side import Arrivals, side
from bot.store.migrate import migrate_now
from bot.store.spare import NONE_FREE
from sandbox import ManualClock, RateLimits, Sandbox
from tests.bot.harbour import HURRY
from tests.bot.program import Program
from tests.sandbox.checked import CheckedSandbox

PROCESSES = 2


def measure(effort: Effort) -> Findings:
    """Measure the gap after a process is killed, and the loads of two processes and of one process."""
    found = Findings()
    if not is_there():
        found.rows += [Finding(budget, None, ABSENT) for budget in ("takeover", "shared")]
        return found
    with new_database() as url, tempfile.TemporaryDirectory() as folder:
        away, started = asyncio.run(_replaced(url, Path(folder), effort.starts))
    found.rows.append(Finding("takeover", max(away.values), away.told("s"), started.told("s")))
    (one,) = _loads(1, effort)
    two = _loads(PROCESSES, effort)
    told = " and ".join(f"{half.load:.2f}" for half in two)
    busiest = max(half.load for half in two)
    found.rows.append(Finding("shared", busiest / one.load, f"{told} of a core", f"{one.load:.2f} of a core"))
    return found


async def _replaced(url: str, folder: Path, times: int) -> tuple[Series, Series]:
    """Kill the active process `times` times. Return the seconds of each gap and of the first start."""
    away, started = [], []
    clock = ManualClock(datetime.now(UTC))
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=HURRY)) as discord:
        playing, spare = (Program(discord, url, folder / f"{number}.log") for number in range(2))
        began = time.perf_counter()
        await playing.launch()
        await _answered(discord)
        started.append(time.perf_counter() - began)
        for turn in range(times):
            await spare.launch()
            await spare.said(NONE_FREE, 1 + turn // 2)
            began = time.perf_counter()
            playing.kill()
            await playing.ended()
            await discord.world.changes.until(lambda: not discord.gateway.sessions)
            await _answered(discord)
            away.append(time.perf_counter() - began)
            playing, spare = spare, playing
        playing.kill()
        await playing.ended()
    return Series(tuple(away)), Series(tuple(started))


async def _answered(discord: Sandbox) -> None:
    """Wait until a bot has logged in and answered a command."""
    await discord.wait_for_bot("/harbour")
    await (await discord.persona("Ann").slash("/harbour me")).settled()


def _loads(processes: int, effort: Effort) -> list[Arrivals]:
    """Let `processes` processes share the turns, and return the costs of each process."""
    rates = [OURS_A_SECOND * (number + 1) // processes for number in range(processes)]
    rates = [later - before for before, later in zip([0, *rates], rates, strict=False)]
    with new_database() as url, ExitStack() as stack, ThreadPoolExecutor(processes) as threads:
        migrate_now(url)
        where = {"DATABASE_URL": url, "CLUSTERS": str(processes)}
        channels = effort.channels // processes
        sides = [stack.enter_context(side("cluster", channels, **where)) for _ in range(processes)]
        count = effort.arrivals // processes
        halves = [
            threads.submit(one.arrivals, channels, rate, count)
            for one, rate in zip(sides, rates, strict=True)
        ]
        return [half.result() for half in halves]
