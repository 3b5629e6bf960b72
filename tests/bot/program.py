"""The bot as a separate program, which can be killed."""

import asyncio
import os
import sys
from pathlib import Path

from sandbox import Sandbox
from tests.bot.databases import Where, address
from tests.bot.forked import Forked, fork

PROJECT = Path(__file__).resolve().parents[2]


def environment(**settings: str) -> dict[str, str]:
    """Return the environment of a project's program with only these settings."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    return {**kept, "PYTHONPATH": str(PROJECT), **settings}


class Program:
    """A program that can be restarted: `python -m bot run` against a sandbox, always on one database.

    The output is added to the file `log`. `more` are further settings. With a file `weather`, the program's
    disk fails as the file states (`tests.bot.tried`). For another version of the bot, `module` is the
    program's name, or the folder of the complete project.
    """

    def __init__(
        self,
        discord: Sandbox,
        database: Where,
        log: Path = Path(os.devnull),
        weather: Path | None = None,
        module: str | Path = "bot",
        **more: str,
    ) -> None:
        self._discord = discord
        self.log = log
        self.ahead = 0
        """The seconds by which the program's clock is ahead."""
        self._weather = weather
        self._module, self._project = ("bot", module) if isinstance(module, Path) else (module, PROJECT)
        self._environment = environment(
            PYTHONPATH=str(self._project),
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            DATABASE_URL=address(database),
            **more,
        )
        self._process: asyncio.subprocess.Process | Forked | None = None

    async def launch(self, ahead: int = 0) -> None:
        """Start the program with its clock `ahead` seconds fast."""
        self.ahead = ahead
        module = ["tests.bot.ahead", str(ahead)] if ahead else [self._module]
        if self._weather:
            module = ["tests.bot.tried", str(self._weather), str(ahead)]
        if self._project == PROJECT:
            self._process = await fork(*module, "run", env=self._environment, log=self.log)
            return
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", *module, "run", cwd=self._project, env=self._environment, stderr=log
            )

    async def command(self, *arguments: str) -> tuple[int, str]:
        """Run a host's command on the same database. Returns the exit code and the output."""
        said = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, *arguments, cwd=self._project, env=self._environment,
            stdout=said, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        told, _ = await process.communicate()
        return await process.wait(), told.decode()

    async def start(self) -> None:
        """Start the program and wait until it is ready."""
        await self.launch()
        await self._discord.wait_for_bot("/game")

    async def said(self, words: str, times: int = 1) -> None:
        """Wait until `words` are in the log `times` times. Raises TimeoutError after half a minute."""
        async with asyncio.timeout(30):
            while self.log.read_text(encoding="utf-8").count(words) < times:  # noqa: ASYNC110 - a file
                await asyncio.sleep(0.05)

    def kill(self) -> None:
        """Kill the program immediately, like a power cut."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def gone(self) -> int:
        """Wait until the program has ended and Discord has noticed. Returns the exit code."""
        assert self._process is not None
        code = await self._process.wait()
        await self._discord.world.changes.until(lambda: not self._discord.gateway.sessions)
        return code

    async def ended(self) -> int:
        """Wait until the program has ended. Returns the exit code."""
        assert self._process is not None
        return await self._process.wait()

    @property
    def pid(self) -> int:
        """The process id of the last start; 0 before the first start."""
        return self._process.pid if self._process else 0

    @property
    def has_ended(self) -> bool:
        """Whether the program was started and has ended."""
        return self._process is not None and self._process.returncode is not None

    def terminate(self) -> None:
        """Ask the program to end, as a hosting platform does, without waiting."""
        assert self._process is not None
        self._process.terminate()

    async def stop_alone(self) -> int:
        """Ask the program to end while other processes play on. Returns the exit code."""
        self.terminate()
        return await self.ended()

    async def stop(self) -> int:
        """Ask the program to end, as a hosting platform does. Returns the exit code."""
        assert self._process is not None
        self._process.terminate()
        return await self.gone()
