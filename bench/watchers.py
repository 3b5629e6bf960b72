"""Games on the web: the cost of a crowd of spectators, and the time until all of them have seen a turn."""

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.effort import Effort
from bench.findings import Finding, Findings
from bench.harbourmaster_stage import HarbourmasterStage
from bench.silent import FIRST_CHANNEL, GUILD
from bot.metrics import DRAWING_SECONDS

ADDRESS = "https://games.example.org"

PACE = 10
"""The seconds between two turns in a game that a crowd watches."""

WARM = 5
"""The number of turns at the start that are not measured."""

PATIENCE = 120
"""The seconds after which the measurement fails if not all spectators have seen a turn."""

ROOT = Path(__file__).resolve().parent.parent


class WatchedStage(HarbourmasterStage):
    """The complete bot with games on the web."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    @property
    def chosen(self) -> Mapping[str, object]:
        """The settings that give games pages."""
        return {"web_address": ADDRESS, "web_port": self.port}

    async def begin(self, channels: int) -> None:
        """Log in, begin games, and let the server's games have pages."""
        await super().begin(channels)
        await self.client.store.set_up(GUILD, lambda chosen: replace(chosen, web=True))

    @property
    def drawn(self) -> int:
        """The number of boards that the bot has drawn so far."""
        samples = next(iter(DRAWING_SECONDS.collect())).samples
        return int(next(one.value for one in samples if one.name.endswith("_count")))

    async def path(self) -> str:
        """Return the path of the game's page on the site."""
        table = await self.client.tables.in_channel(FIRST_CHANNEL)
        return self.client.tables.spectators.link(table.row).removeprefix(ADDRESS)


def measure(effort: Effort) -> Findings:
    """Measure turns of a game without spectators, and with a crowd that fetches the page and the board."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        alone, watched, drawn = asyncio.run(_measured(WatchedStage(Path(folder)), effort))
    found = Findings()
    cost = median(turn.cost for turn in watched) - median(turn.cost for turn in alone)
    told = f"{1000 * cost:.0f} ms for each turn of {effort.watchers:,} spectators, a turn every {PACE} s"
    found.rows.append(Finding("watchers", cost / PACE, told))
    found.rows.append(Finding("watchers_drawn", drawn, f"{drawn:.2f}, including the channel's board"))
    seen = [turn.seen for turn in watched]
    told = f"{median(seen):.1f} s (at most {max(seen):.1f}), each with page and board"
    found.rows.append(Finding("watchers_seen", median(seen), told))
    return found


class Turn(NamedTuple):
    """A turn: its processor seconds, and the seconds from its press until all spectators have `seen` it."""

    cost: float
    seen: float


async def _measured(stage: WatchedStage, effort: Effort) -> tuple[list[Turn], list[Turn], float]:
    """Return turns without a crowd, turns with a crowd, and the boards drawn for each turn with a crowd."""
    await stage.begin(1)
    for _ in range(WARM):
        await _turn(stage)
    alone = [await _turn(stage) for _ in range(effort.watched)]
    crowd = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.crowd_of_watchers", str(stage.port), await stage.path(),
        str(effort.watchers), cwd=ROOT, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        # Wait until all spectators have arrived.
        await _all_have_seen(crowd)
        before, watched = stage.drawn, [await _turn(stage, crowd) for _ in range(effort.watched)]
        drawn = (stage.drawn - before) / effort.watched
    finally:
        crowd.terminate()
        await crowd.wait()
    await stage.close()
    return alone, watched, drawn


async def _turn(stage: WatchedStage, crowd: asyncio.subprocess.Process | None = None) -> Turn:
    press = await stage.next_press(0)
    began, spent = time.monotonic(), stage.spent
    await stage.press(press)
    if crowd is None:
        await stage.client.outbox.idle()
    else:
        await _all_have_seen(crowd)
    return Turn(stage.spent - spent, time.monotonic() - began)


async def _all_have_seen(crowd: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(PATIENCE):
        seen = crowd.stdout and await crowd.stdout.readline()
    if not seen:
        raise RuntimeError("the spectators went away")
