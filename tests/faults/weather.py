"""The disk of a bot at work fails for a while, and takes everything again; or its server goes away."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from sandbox import Sandbox
from tests.postgresql import Server

KINDS = ("full", "read-only", "io", "late")
"""The kinds of disk failure. `tests.bot.tried` describes them."""

CALM = (0.5, 4.0)
SPELL = (0.1, 1.5)
"""The least and most seconds between two spells of bad weather, and of one spell."""


REQUESTS = 5
"""How many requests a bot makes between two blows, however slow its machine is: it must get on in between."""

RESTARTED = 0.3
"""Which part of what befalls a server is its end, and a new start."""


@dataclass
class Weather:
    """Lets a bot's disk fail at random by `luck`, but never while the bot starts."""

    file: Path
    discord: Sandbox
    luck: Random
    spells: Counter[str] = field(default_factory=Counter)
    """How often there was each weather."""
    held: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Commands of the host look at no weather."""

    async def blow(self) -> None:
        """Let the weather change until this is cancelled."""
        while True:
            await self._there()
            await asyncio.sleep(self.luck.uniform(*CALM))
            if not self.discord.gateway.sessions:
                # A bot that cannot read its database at its start says so and ends.
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
    """Cuts a bot's connections to its server, or kills and starts that, but never while the bot starts."""

    server: Server
    discord: Sandbox
    luck: Random
    spells: Counter[str] = field(default_factory=Counter)
    """How often what happened."""
    held: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Nothing happens to the server while somebody holds this: commands of the host give up at once."""

    async def blow(self) -> None:
        """Blow until this is cancelled."""
        while True:
            await self.discord.world.changes.until(lambda: bool(self.discord.gateway.sessions))
            made = len(self.discord.journal)
            await asyncio.sleep(self.luck.uniform(*CALM))
            await self.discord.world.changes.until(partial(self._got_on, made))
            async with self.held:
                if self.discord.gateway.sessions:
                    self._strike()

    def clear(self) -> None:
        """The server is there."""

    def _got_on(self, made: int) -> bool:
        """Return whether the bot has made some more requests than those."""
        return len(self.discord.journal) >= made + REQUESTS

    def _strike(self) -> None:
        if self.luck.random() < RESTARTED:
            self.spells["server killed"] += 1
            self.server.kill()
            self.server.start()
        else:
            self.spells["connections cut"] += 1
            self.server.cut("blank")
