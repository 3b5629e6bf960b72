"""Lets another process think for the bot, so that the bot stays responsive."""

import asyncio
import contextlib
import logging
from asyncio.subprocess import DEVNULL, Process

from bot.sessions.programs.start import start
from rules.engine.thinking import ThinkingRequest

log = logging.getLogger(__name__)

PATIENCE = 15.0
"""The seconds after which the process is given up if it does not answer."""

IDLE = 300.0
"""The idle seconds after which the process is ended. Starting it again takes less than a second."""

PROGRAM = "bot.sessions.programs.thinking"


class Thinker:
    """A process that thinks about one question at a time, in order. It is started when it is needed."""

    def __init__(self, idle: float = IDLE, patience: float = PATIENCE) -> None:
        self._idle = idle
        self._patience = patience
        self._queue = asyncio.Lock()
        self._process: Process | None = None
        self._rest: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[int]] = set()

    @property
    def pid(self) -> int:
        """The id of the process; 0 while there is none."""
        return self._process.pid if self._process else 0

    async def think(self, question: ThinkingRequest) -> str:
        """Return the notation of the chosen action; empty if the process was too slow or has ended."""
        async with self._queue:
            if self._rest is not None:
                self._rest.cancel()
            try:
                async with asyncio.timeout(self._patience):
                    found = await self._asked(question)
            except (OSError, TimeoutError, ValueError) as error:
                log.warning("the process that thinks gave no answer: %r", error)
                self._stop()
                return ""
            except asyncio.CancelledError:
                # Otherwise the next caller would get the answer to this question.
                self._stop()
                raise
            if not found:
                self._stop()
            self._rest = asyncio.get_running_loop().call_later(self._idle, self._stop)
            return found

    async def _asked(self, question: ThinkingRequest) -> str:
        if self._process is None or self._process.returncode is not None:
            self._process = await start(PROGRAM, DEVNULL)
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no input or output")
        process.stdin.write(f"{question.model_dump_json()}\n".encode())
        await process.stdin.drain()
        return (await process.stdout.readline()).decode().strip()

    def _stop(self) -> None:
        """Kill the process; `close` waits until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            gone = asyncio.create_task(process.wait())
            self._ending.add(gone)
            gone.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the process."""
        if self._rest is not None:
            self._rest.cancel()
        self._stop()
        if self._ending:
            await asyncio.wait(self._ending)
