"""Failures of a running bot's disk or database server. After a while, the disk or server works again."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from sandbox import Sandbox
from tests.postgresql import Server

KINDS = ("full", "read-only", "io", "late")
"""The kinds of disk failure, which `tests.bot.tried` describes."""

CALM = (0.5, 4.0)
SPELL = (0.1, 1.5)
"""The least and most seconds: between two spells of bad weather, and of one spell."""


REQUESTS = 5
"""The number of the bot's requests between two failures. Even on a slow machine it must progress."""

RESTARTED = 0.3
"""The share of the server's failures that end and restart it."""


@dataclass
class Weather:
    """Lets a bot's disk fail at random by `luck`, but never while the bot starts."""

    file: Path
    discord: Sandbox
    luck: Random
    spells: Counter[str] = field(default_factory=Counter)
    """The number of each kind of weather."""
    held: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The weather does not affect commands of the host."""

    async def blow(self) -> None:
        """Let the weather change until the task is cancelled."""
        while True:
            await self._there()
            await asyncio.sleep(self.luck.uniform(*CALM))
            if not self.discord.gateway.sessions:
                # A bot that cannot read its database at its start reports the error and ends.
                continue
            kind = self.luck.choice(KINDS)
            self.spells[kind] += 1
            self.file.write_text(kind, encoding="utf-8")
            await asyncio.sleep(self.luck.uniform(*SPELL))
            self.clear()

    def clear(self) -> None:
        """Let the disk work."""
        self.file.write_text("", encoding="utf-8")

    async def _there(self) -> None:
        await self.discord.world.changes.until(lambda: bool(self.discord.gateway.sessions))


@dataclass
class Squalls:
    """Cuts a bot's connections to its server, or restarts the server, but never while the bot starts."""

    server: Server
    discord: Sandbox
    luck: Random
    spells: Counter[str] = field(default_factory=Counter)
    """The number of each kind of failure."""
    held: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Nothing happens to the server while this lock is held, because commands of the host give up at once."""

    async def blow(self) -> None:
        """Cause failures until the task is cancelled."""
        while True:
            await self.discord.world.changes.until(lambda: bool(self.discord.gateway.sessions))
            made = len(self.discord.journal)
            await asyncio.sleep(self.luck.uniform(*CALM))
            await self.discord.world.changes.until(partial(self._got_on, made))
            async with self.held:
                if self.discord.gateway.sessions:
                    self._strike()

    def clear(self) -> None:
        """Wait until the server is available."""

    def _got_on(self, made: int) -> bool:
        """Return whether the bot has made enough requests in addition to the first `made`."""
        return len(self.discord.journal) >= made + REQUESTS

    def _strike(self) -> None:
        if self.luck.random() < RESTARTED:
            self.spells["server killed"] += 1
            self.server.kill()
            self.server.start()
        else:
            self.spells["connections cut"] += 1
            self.server.cut("blank")
