"""Costs for hosts: the memory for games and servers, and the time to start."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import methodcaller
from pathlib import Path

from bench.effort import Effort
from bench.findings import Curve, Finding, Findings, compared
from bench.machine import processor_time_of
from bench.positions import game_in, new_match
from bench.rows import running_row
from bench.series import Series
from bench.side import Kind, side
from bench.silent import SEATS, people_in
from bot.store.migrate import migrate
from bot.store.rows import Change, GameRow
from bot.store.store import Store
from sandbox import Sandbox
from tests.sandbox.checked import CheckedSandbox

ROOT = Path(__file__).resolve().parent.parent

PROGRAMS: Mapping[Kind, Sequence[str]] = {"harbourmaster": ("bot", "run"), "bare": ("bench.bare_bot",)}
"""The bots to start, as modules with their arguments."""

READY = "ready"
"""The line that a bot prints when it is ready."""


def measure(effort: Effort) -> Findings:
    """Measure the memory for games and servers, and the time to start with stored games."""
    found = Findings()
    _measure_memory(effort, found)
    _measure_servers(effort, found)
    _measure_start(effort, found)
    return found


def _measure_memory(effort: Effort, found: Findings) -> None:
    *_, many, most = effort.running
    ours, bare = (_memories(kind, effort.running) for kind in ("harbourmaster", "bare"))
    told = f"{ours[-2]:.0f} MB with {many:,} games", f"{bare[-2]:.0f} MB"
    grown = f"{ours[-1]:.0f} MB with {most:,} games", f"{ours[-2]:.0f} MB"
    found.rows.append(Finding("memory", ours[-2] / bare[-2], *told))
    found.rows.append(Finding("memory_growth", ours[-1] / ours[-2], *grown))
    lines = _lines(effort.running, ours, bare)
    found.curves.append(Curve("memory", "Memory by number of running games", "running games", "MB", lines))


def _memories(kind: Kind, counts: Sequence[int]) -> list[float]:
    with side(kind, 0) as bot:
        memories = []
        for count in counts:
            bot.grow(count)
            memories.append(bot.memory())
        return memories


def _measure_servers(effort: Effort, found: Findings) -> None:
    (ours, seconds), (bare, least) = (_servers(kind, effort.servers) for kind in ("harbourmaster", "bare"))
    told = f"{ours:.0f} kB and {seconds * 1e3:.1f} ms at the login", f"{bare:.0f} kB, {least * 1e3:.1f} ms"
    found.rows.append(Finding("discord_server", ours / bare, *told))


def _servers(kind: Kind, count: int) -> tuple[float, float]:
    """Return the average kilobytes and processor seconds of a server."""
    with side(kind, 0) as bot:
        bot.join(count)
        before = bot.memory()
        seconds = bot.join(count)
        return (bot.memory() - before) * 1e3 / count, seconds / count


def _measure_start(effort: Effort, found: Findings) -> None:
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        ours, bare = asyncio.run(_starts(Path(folder), effort))
    found.rows.append(compared("start", ours[-1], bare, methodcaller("told", "s", 2)))
    lines = _lines(effort.stored, [one.median for one in ours], [bare.median] * len(ours))
    found.curves.append(
        Curve("start", "Time from start to ready", "stored games", "s of processor time", lines)
    )


async def _starts(folder: Path, effort: Effort) -> tuple[list[Series], Series]:
    """Return the processor seconds of starts: our bot with each number of stored games, and the bare bot.

    The first start of each bot does not count, because only that start compiles Python files.
    """
    databases = [await _stored(folder / f"{count}.db", count) for count in effort.stored]
    ours: list[list[float]] = [[] for _ in databases]
    bare: list[float] = []
    async with CheckedSandbox() as first, CheckedSandbox() as second:
        await _start("harbourmaster", first, databases[0])
        await _start("bare", second, "")
        for _ in range(effort.starts):
            for number, database in enumerate(databases):
                ours[number].append(await _start("harbourmaster", first, database))
            bare.append(await _start("bare", second, ""))
    return [Series(tuple(values)) for values in ours], Series(tuple(bare))


async def _start(kind: Kind, discord: Sandbox, database: str) -> float:
    """Return the processor seconds until a bot is ready."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "DATABASE_URL": database,
    }
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", *PROGRAMS[kind], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said = b""
    try:
        while bot.stdout is not None and READY.encode() not in said:
            said = await bot.stdout.readline()
            if not said:
                raise RuntimeError(f"{kind} did not start")
        return processor_time_of(bot.pid)
    finally:
        bot.terminate()
        await bot.communicate()


async def _stored(file: Path, count: int) -> str:
    """Return the address of a database with `count` running games."""
    url = f"sqlite:///{file}"
    await migrate(url)
    store = await Store.open(url, time.time)
    await asyncio.gather(*(store.commit(Change(_game(channel))) for channel in range(count)))
    await store.close()
    return url


def _game(channel: int) -> GameRow:
    game = game_in(channel)
    match = new_match(game, game.options(), SEATS, channel)
    # The stored journal is empty because it is not read at a start.
    position = match.position.model_copy(update={"last": 0})
    return replace(running_row(f"B{channel}", channel, match, people_in(channel)), position=position)


def _lines(numbers: Sequence[int], *sides: Sequence[float]) -> dict[str, list[tuple[float, float]]]:
    ours, bare = ([*zip(map(float, numbers), values, strict=True)] for values in sides)
    return {"Harbourmaster": ours, "bare discord.py bot": bare}
