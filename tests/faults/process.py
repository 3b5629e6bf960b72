"""The bot as a program of its own, as a host runs it, so that it can be killed like one."""

import asyncio
import os
import sys
from pathlib import Path

from sandbox import ManualClock, Sandbox
from sandbox.interactions import SECONDS_TO_ANSWER

ROOT = Path(__file__).resolve().parents[2]


class BotProcess:
    """`python -m bot run` on one SQLite file, one life after the other."""

    def __init__(self, discord: Sandbox, clock: ManualClock, folder: Path) -> None:
        """Keep its games and its log in `folder`; `clock` is the one of `discord`."""
        self._discord = discord
        self._clock = clock
        self.database_url = f"sqlite:///{folder / 'games.db'}"
        self.log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Begin a life; it ends by itself only through `kill` or `stop`."""
        settings = {
            "DISCORD_TOKEN": self._discord.token,
            "DISCORD_API_URL": self._discord.api_url,
            "DISCORD_GATEWAY_URL": self._discord.gateway_url,
            "DATABASE_URL": self.database_url,
            "PYTHONPATH": str(ROOT),
        }
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "bot",
                "run",
                env={**os.environ, **settings},
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """SIGKILL, now: nothing of it runs after this."""
        if self._process and self._process.returncode is None:
            self._process.kill()

    async def end(self) -> int:
        """Wait for the end of this life; people are told that what they did last was not answered.

        Returns the exit code, -9 when it was killed.
        """
        assert self._process is not None
        code = await self._process.wait()
        await self._discord.world.changes.until(lambda: not self._discord.gateway.sessions)
        self._clock.advance(SECONDS_TO_ANSWER)
        return code

    async def abandon(self) -> None:
        """Leave nothing of it running."""
        if self._process:
            self.kill()
            await self._process.wait()

    async def stop(self) -> int:
        """SIGTERM: it finishes and posts what it has accepted. Returns the exit code."""
        assert self._process is not None
        self._process.terminate()
        return await self.end()
