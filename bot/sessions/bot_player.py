"""The bot as a player."""

import asyncio
import contextlib
import logging
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Collection

from bot.sessions.programs.start import start
from rules.engine.action import Action
from rules.engine.advice import Advice, advice
from rules.engine.decision import Decision
from rules.engine.match import Match
from rules.engine.policy import Policy
from rules.engine.thinking import ThinkingRequest, request_for

log = logging.getLogger(__name__)

PATIENCE = 15.0
"""The seconds after which the process is given up if it does not answer."""

IDLE = 300.0
"""The idle seconds after which the process is ended. Starting it again takes less than a second."""

PROGRAM = "bot.sessions.programs.thinking"


class Thinker:
    """A process that thinks about one question at a time, in order. The process is started when needed."""

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
                # Stop the process. Otherwise the next caller would get the answer to this question.
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
        """Kill the process. `close` waits until the process has ended."""
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


class BotPlayer:
    """The bot as a player.

    The bot knows only what its seat sees. The bot's luck follows from the game's secret seed, so nobody can
    predict its actions, and everybody can check them afterwards.
    """

    def __init__(self, user: int, thinker: Thinker | None = None) -> None:
        """`thinker` chooses actions in another process for seats where the bot is `strong`."""
        self.user = user
        self.thinker = thinker or Thinker()
        self._thoughts: set[asyncio.Task[str]] = set()

    def turn(self, match: Match, own: Collection[int]) -> Decision | None:
        """Return the first decision of the seats `own`; `None` if none of these seats is asked."""
        return next((one for one in match.decisions if one.seat in own), None)

    async def choose(self, match: Match, decision: Decision, policy: Policy) -> Action:
        """Return the action that `policy` chooses, computed in another thread."""
        luck = match.luck_of(decision.seat)
        return await asyncio.to_thread(policy, match.game, match.state, decision, luck)

    def think(self, match: Match, decision: Decision) -> "asyncio.Task[str]":
        """Start thinking in another process. The task returns an action's notation, or an empty text."""
        luck = match.luck_of(decision.seat)
        asked = request_for(match.game, match.state, decision, "strong", luck)
        task = asyncio.create_task(self.thinker.think(asked), name=f"think-{match.opening.match}")
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
        return task

    async def close(self) -> None:
        """Stop thinking, and end the other process."""
        for task in self._thoughts:
            task.cancel()
        await asyncio.gather(*self._thoughts, return_exceptions=True)
        await self.thinker.close()

    async def advise(self, match: Match, decision: Decision) -> Advice:
        """Return the advice for a decision, computed in another thread."""
        return await asyncio.to_thread(advice, match.game, match.state, decision)
