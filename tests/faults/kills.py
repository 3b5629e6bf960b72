"""The time at which the bot is killed: at its start, at one of its requests, or shortly after it."""

import asyncio
import re
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from random import Random

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox import Sandbox
from sandbox.rest.api import ROOT
from tests.bot.program import Program

START_UP = 1.0
"""The seconds that the bot takes to start, approximately."""

MOMENT = 0.05
"""The seconds that the bot takes to store a decision, draw its board and post it, approximately."""

TARGETS: dict[str, int] = {
    "* /*": 60,
    "GET /*": 4,
    "POST /channels/*/messages": 3,
    "PATCH /channels/*/messages/*": 6,
    "POST /interactions/*/callback": 15,
    "POST /webhooks/*": 6,
    "PATCH /webhooks/*": 6,
}
"""Kinds of requests, each with the last number at which the bot is killed after a few seconds of play."""

_VARIABLE = re.compile(r"\d{5,}|interaction-token[^/]*")


@dataclass(frozen=True)
class Kill:
    """A death at a request, or `later` seconds after the request.

    `number` counts the requests of this kind since the start. Number 0 is the start itself. A `lost` request
    is cut off while it arrives, so it is not carried out. Any other request is carried out, but if `later` is
    0, nobody learns of that.
    """

    kind: str
    number: int
    lost: bool = False
    later: float = 0.0


def draw(luck: Random) -> Kill:
    """Return a random death."""
    kind, latest = luck.choice(list(TARGETS.items()))
    number = luck.randint(1, latest)
    way = luck.randrange(8)
    if way == 0:
        return Kill("", 0, later=luck.uniform(0, START_UP))
    if way < 4:
        return Kill(kind, number, lost=True)
    return Kill(kind, number, later=luck.choice([0.0, luck.uniform(0, MOMENT)]))


class KillSwitch:
    """Sees every request before Discord does, and kills the bot at the chosen request."""

    def __init__(self) -> None:
        self._bot: Program | None = None
        self._kill = Kill("", 0)
        self._seen = 0
        self._timer: asyncio.TimerHandle | None = None
        self.moments: Counter[str] = Counter()
        """The places of the kills, for the report."""

    def mount(self, _: Sandbox, app: web.Application) -> None:
        """Intercept requests before the server's routes."""
        app.middlewares.append(self._watch)

    def arm(self, bot: Program, kill: Kill) -> None:
        """Wait for the request at which `bot` is killed next."""
        self.disarm()
        self._bot, self._kill, self._seen = bot, kill, 0
        if kill.number == 0:
            self._pull_later("start-up")

    def disarm(self) -> None:
        """Cancel the kill."""
        self._bot = None
        if self._timer:
            self._timer.cancel()

    def pull(self) -> None:
        """Kill the bot now, although the request has not come."""
        self._pull("no particular moment")

    @web.middleware
    async def _watch(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        what = f"{request.method} {request.path.removeprefix(ROOT)}"
        if not request.path.startswith(ROOT) or not fnmatchcase(what, self._kill.kind):
            return await handler(request)
        self._seen += 1
        if self._bot is None or self._seen != self._kill.number:
            return await handler(request)
        moment = _VARIABLE.sub("…", what)
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
