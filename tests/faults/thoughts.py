"""Kills, now and then, the processes that think for the strong seats of a bot."""

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

from bot.sessions.bot_player import PROGRAM
from tests.bot.program import Program

PEACE = (0.1, 2.0)
"""The least and most seconds between two checks for thinking processes."""

STRUCK = 0.5
"""The share of thinking processes that are killed."""


@dataclass
class Headaches:
    """Kills thinking processes of some bots, at random by `luck`. `struck` is the number of kills."""

    bots: Sequence[Program]
    luck: Random
    struck: int = 0

    async def strike(self) -> None:
        """Kill processes until the task is cancelled."""
        while True:
            await asyncio.sleep(self.luck.uniform(*PEACE))
            for thinker in chain.from_iterable(thinkers_of(bot.pid) for bot in self.bots):
                if self.luck.random() < STRUCK:
                    with suppress(ProcessLookupError):
                        os.kill(thinker, signal.SIGKILL)
                        self.struck += 1


def thinkers_of(bot: int) -> Iterator[int]:
    """Yield the ids of the thinking processes of a bot's process. This works only on Linux."""
    for thread in Path(f"/proc/{bot}/task").glob("*/children"):
        with suppress(OSError):
            yield from (child for child in map(int, thread.read_text().split()) if _thinks(child))


def _thinks(process: int) -> bool:
    try:
        return PROGRAM.encode() in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
