"""The web server: handles requests for pages of games and servers."""

import logging
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web

from bot.posts.page.bodies import Body, file, page
from bot.posts.pictures import Pictures
from bot.service.config import SettingsProblem
from bot.web.boards import Boards
from bot.web.games import Book, Games
from bot.web.live import Feeds
from bot.web.rates import Rates, TooMany
from bot.web.server_pages import ServerPages
from rules.engine.errors import HarbourmasterError

if TYPE_CHECKING:
    from bot.host import Host

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"

YEAR = 31_536_000
"""The seconds of a year."""

HEARTBEAT = 25.0
"""Seconds after which an open page gets an empty event if nothing happens."""

FOREVER = f"private, max-age={YEAR}, immutable"
"""The cache header of files whose address changes with the contents; shared caches must not store them."""

ASK_AGAIN = "private, no-cache"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # The address of a game must stay private, because anybody who knows the address can watch the game.
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Harbourmaster",
}

EVENTS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    # Without this header, nginx would buffer the events.
    "X-Accel-Buffering": "no",
}

PROBLEMS = {
    HTTPStatus.NOT_FOUND: "There is no such page, or it is gone. Ask for the link where you got it.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Pages of games can only be looked at.",
    HTTPStatus.TOO_MANY_REQUESTS: "You asked for too much at once. Wait a little, then try again.",
    HTTPStatus.SERVICE_UNAVAILABLE: "This page cannot be shown just now. Try again in a minute.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong here. Try again in a minute.",
}

AnswerTo = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """The pages of games and servers as an aiohttp application."""

    def __init__(
        self, games: Games, servers: ServerPages, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._games = games
        self._servers = servers
        self.feeds = Feeds(games)
        self._rates = Rates(clock)
        self.app = web.Application(middlewares=[self._polite])
        add, game = self.app.router.add_get, r"/g/{game:[A-Za-z0-9-]{1,60}}"
        server = r"/s/{server:[a-z0-9-]{1,60}}"
        add(game, self._game)
        add(game + r"/{place:[1-9]\d{0,8}}", self._moment)
        add(game + r"/{place:[1-9]\d{0,8}}/part", self._part)
        add(game + r"/{place:[1-9]\d{0,8}}.png", self._picture)
        add(game + "/story", self._story)
        add(game + "/game.jsonl", self._file)
        add(game + "/live", self._live, allow_head=False)
        add(server, self._server)
        add(server + r"/{person:[0-9a-f]{26}}", self._person)
        add(r"/{asset:site\.(?:css|js|svg)|dice\.js}", self._asset)

    # Addresses

    async def _game(self, request: web.Request) -> web.Response:
        return _sent(request, await (await self._book(request)).game())

    async def _moment(self, request: web.Request) -> web.Response:
        return _sent(request, await (await self._book(request)).at(_place(request)))

    async def _part(self, request: web.Request) -> web.Response:
        return _sent(request, await (await self._book(request)).at(_place(request), "moment.html"))

    async def _story(self, request: web.Request) -> web.Response:
        return _sent(request, await (await self._book(request)).story())

    async def _file(self, request: web.Request) -> web.Response:
        book = await self._book(request)
        answer = _sent(request, await book.file())
        row = book.chronicle.row
        answer.headers["Content-Disposition"] = f'attachment; filename="{row.slug}-{row.id}.jsonl"'
        return answer

    async def _picture(self, request: web.Request) -> web.Response:
        drawn, tag = await (await self._book(request)).picture(_place(request))
        return _sent(request, drawn, FOREVER if request.query.get("v") == tag else ASK_AGAIN)

    async def _server(self, request: web.Request) -> web.Response:
        return _sent(request, await self._servers.server(request.match_info["server"]))

    async def _person(self, request: web.Request) -> web.Response:
        name, person = request.match_info["server"], request.match_info["person"]
        return _sent(request, await self._servers.person(name, person))

    async def _asset(self, request: web.Request) -> web.Response:
        found = file(request.match_info["asset"])
        return _sent(request, found, FOREVER if request.query.get("v") == found.tag else ASK_AGAIN)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Send the tag of the game's page whenever the tag changes, until the connection closes."""
        name = request.match_info["game"]
        with self._rates.stream(_asker(request)):
            feed = await self.feeds.join(name)
            if feed is None:
                raise web.HTTPNotFound
            answer = web.StreamResponse(headers={**HEADERS, **EVENTS})
            try:
                await answer.prepare(request)
                known = request.headers.get("Last-Event-ID", "")
                while feed.state:
                    told = f"id: {feed.state}\ndata: {feed.state}\n\n" if feed.state != known else ":\n\n"
                    known = feed.state
                    await answer.write(told.encode())
                    await feed.other(known, HEARTBEAT)
                await answer.write(b"event: gone\ndata:\n\n")
            except ConnectionError:
                # The browser closed the page.
                pass
            finally:
                self.feeds.leave(name, feed)
        return answer

    async def _book(self, request: web.Request) -> Book:
        book = await self._games.find(request.match_info["game"])
        if book is None:
            raise web.HTTPNotFound
        return book

    # Privacy

    @web.middleware
    async def _polite(self, request: web.Request, handler: AnswerTo) -> web.StreamResponse:
        """Limit the rate of requests, and turn errors into pages."""
        try:
            self._rates.ask(_asker(request))
            return await handler(request)
        except TooMany as refused:
            answer = _problem(HTTPStatus.TOO_MANY_REQUESTS)
            answer.headers["Retry-After"] = str(refused.seconds)
            return answer
        except web.HTTPException as refused:
            answer = _problem(HTTPStatus(refused.status))
            if "Allow" in refused.headers:
                answer.headers["Allow"] = refused.headers["Allow"]
            return answer
        except HarbourmasterError as error:
            log.warning("a page of a game could not be made: %s", error)
            return _problem(HTTPStatus.SERVICE_UNAVAILABLE)
        except Exception:
            # The request itself is not logged, because it is private.
            log.exception("a page of a game could not be made")
            return _problem(HTTPStatus.INTERNAL_SERVER_ERROR)


def _asker(request: web.Request) -> str:
    """Return the client's address: the last address that the proxy added, else the connection's address."""
    return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or request.remote or ""


def _place(request: web.Request) -> int:
    return int(request.match_info["place"])


def _sent(request: web.Request, found: Body | None, cache: str = ASK_AGAIN) -> web.Response:
    """Return a response with the body, or 304 if the browser has this body. Raises HTTPNotFound for None."""
    if found is None:
        raise web.HTTPNotFound
    headers = {
        **HEADERS,
        "Content-Type": found.kind,
        "Cache-Control": cache,
        "ETag": f'W/"{found.tag}"',
        "Vary": "Accept-Encoding",
    }
    if found.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    if found.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=found.packed, headers={**headers, "Content-Encoding": "gzip"})
    return web.Response(body=found.data, headers=headers)


def _problem(status: HTTPStatus) -> web.Response:
    said = PROBLEMS.get(status, PROBLEMS[HTTPStatus.NOT_FOUND])
    found = page("problem.html", status=status.value, phrase=status.phrase, said=said)
    headers = {**HEADERS, "Content-Type": found.kind, "Cache-Control": "no-store"}
    return web.Response(status=status, body=found.data, headers=headers)


class WebServer:
    """Serves the pages to a proxy, on a port of this machine."""

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._then = Pictures()
        pages = ServerPages(host.tables, host, time.monotonic)
        self.site = Site(Games(host.tables, Boards(host.pictures, self._then)), pages)
        silent = logging.getLogger("bot.web.requests")
        # aiohttp would log the addresses of people who make invalid requests.
        silent.disabled = True
        self._runner = web.AppRunner(self.site.app, access_log=None, logger=silent, handle_signals=False)

    async def start(self) -> None:
        """Begin to serve. Raises SettingsProblem if the port cannot be used."""
        port = self._host.settings.web_port
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, LOOPBACK, port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise SettingsProblem(
                f"WEB_PORT {port} cannot be used: {error.strerror}. Choose another, or leave it empty."
            ) from error
        self.site.feeds.start()
        self._host.store.listeners.append(self.site.feeds.hear)

    async def stop(self) -> None:
        """Stop, and close all connections."""
        self._host.store.listeners.remove(self.site.feeds.hear)
        await self.site.feeds.stop()
        await self._runner.cleanup()
        self._then.close()
