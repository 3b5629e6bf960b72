"""When the bot is killed: at its start, at a request of its own, or a moment later."""

import asyncio
import re
from collections import Counter
from dataclasses import dataclass
from random import Random

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox import Sandbox
from sandbox.rest.api import ROOT
from tests.faults.process import BotProcess

START_UP = 1.0
"""Seconds: about what the bot takes until it can be spoken to."""

REQUESTS_OF_START_UP = 6
LONGEST_LIFE = 60
"""Requests after which every life is over: about thirty decisions."""

MOMENT = 0.05
"""Seconds: about what the bot takes to store a decision, draw its board and post it."""

_VARIABLE = re.compile(r"\d{5,}|interaction-token[^/]*")


@dataclass(frozen=True)
class Kill:
    """Die at the request of that number, counted from the start of a life, or `later` seconds after it.

    Number 0 is the start of the program itself. A `lost` request never reaches Discord's heart: the
    connection is cut while it is still coming in. Any other is carried out, but when `later` is 0 nobody
    learns of it.
    """

    request: int
    lost: bool = False
    later: float = 0.0


def draw(luck: Random) -> Kill:
    """One of the ways to die, drawn by lot; a quarter of them while the bot is starting."""
    kind = luck.randrange(8)
    if kind == 0:
        return Kill(0, later=luck.uniform(0, START_UP))
    request = luck.randint(1, REQUESTS_OF_START_UP if kind == 1 else LONGEST_LIFE)
    if kind < 4:
        return Kill(request, lost=True)
    return Kill(request, later=luck.choice([0.0, luck.uniform(0, MOMENT)]))


class KillSwitch:
    """Sees every request before Discord does, and kills the bot at the right one."""

    def __init__(self) -> None:
        self._bot: BotProcess | None = None
        self._kill = Kill(0)
        self._seen = 0
        self._timer: asyncio.TimerHandle | None = None
        self.moments: Counter[str] = Counter()
        """Where the kills hit."""

    def mount(self, _: Sandbox, app: web.Application) -> None:
        """Stand before the server's routes."""
        app.middlewares.append(self._watch)

    def arm(self, bot: BotProcess, kill: Kill) -> None:
        """Wait for that moment in the life which begins now."""
        self.disarm()
        self._bot, self._kill, self._seen = bot, kill, 0
        if kill.request == 0:
            self._pull_later("start-up")

    def disarm(self) -> None:
        """Let it live."""
        self._bot = None
        if self._timer:
            self._timer.cancel()

    @web.middleware
    async def _watch(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(ROOT):
            return await handler(request)
        self._seen += 1
        if self._bot is None or self._seen != self._kill.request:
            return await handler(request)
        moment = f"{request.method} {_VARIABLE.sub('…', request.path.removeprefix(ROOT))}"
        if self._kill.lost:
            await request.content.readany()
            self._pull(f"{moment}, lost")
            return web.Response(status=503)
        if self._kill.later:
            self._pull_later(moment)
            return await handler(request)
        response = await handler(request)
        self._pull(f"{moment}, done")
        return response

    def _pull_later(self, moment: str) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._kill.later, self._pull, f"soon after {moment}")

    def _pull(self, moment: str) -> None:
        if self._bot:
            self._bot.kill()
            self._bot = None
            self.moments[moment] += 1
