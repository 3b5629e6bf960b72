"""The games that are watched on the web, with cached pages."""

import asyncio
import hmac
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from functools import partial

from bot.bounded import BoundedDict
from bot.narration.look_back import PastMoment
from bot.posts.page.bodies import Body, body, page
from bot.posts.page.chronicle import Chronicle
from bot.posts.page.ways import OnTheWeb
from bot.sessions.errors import NoGame
from bot.sessions.spectators import KEY, key_of
from bot.sessions.table import Table
from bot.sessions.tables import Tables
from bot.store.rows import EntryRow, GameRow
from bot.web.boards import Boards, SeenBoard
from rules.engine.errors import HarbourmasterError

NAME = re.compile(rf"(?P<game>[A-Za-z0-9]{{1,16}})-(?P<key>[a-z2-7]{{{KEY}}})")
"""The pattern of a game's name in an address."""

KEPT = 64
"""The number of games whose pages are cached."""

KEPT_PAGES = 200
"""The number of cached pages and parts per game."""

JSON_LINES = "application/x-ndjson"


class Book:
    """A game and its pages; each page is made once. `ways` has the pages' addresses."""

    def __init__(self, chronicle: Chronicle, boards: Boards, ways: OnTheWeb) -> None:
        self.chronicle = chronicle
        self.ways = ways
        self._boards = boards
        self._pages: BoundedDict[Hashable, asyncio.Task[Body]] = BoundedDict(KEPT_PAGES)
        self._now: asyncio.Task[SeenBoard] | None = None

    async def game(self) -> Body:
        """Return the page of the current moment."""
        return await self._once("game", lambda: self._page("game.html", self.chronicle.now, place=0))

    async def at(self, place: int, template: str = "game.html") -> Body | None:
        """Return a moment's page, or only the part that moment.html makes; `None` without such a moment."""
        moment = self.chronicle.moment(place)
        if moment is None:
            return None
        return await self._once((template, place), lambda: self._page(template, moment, place=place))

    async def story(self) -> Body:
        """Return the page with the whole story."""
        make = partial(page, "story.html", ways=self.ways, game=self.chronicle)
        return await self._once("story", lambda: asyncio.to_thread(make))

    async def file(self) -> Body:
        """Return the game as a file."""
        return await self._once("file", lambda: asyncio.to_thread(self._file))

    async def picture(self, place: int) -> tuple[Body | None, str]:
        """Return the picture at the moment `place`, or `None`, and the picture's tag."""
        moment = self.chronicle.moment(place)
        board = moment and await self._board(moment)
        return (await board.picture(), board.tag) if board else (None, "")

    async def _once(self, key: Hashable, make: Callable[[], Awaitable[Body]]) -> Body:
        """Return a cached or new page. Simultaneous requests wait for the same page."""
        made = self._pages.get(key)
        if made is None:
            made = self._pages[key] = asyncio.ensure_future(make())
        try:
            return await asyncio.shield(made)
        except BaseException:
            if made.done():
                self._pages.pop(key, None)
            raise

    async def _page(self, template: str, moment: PastMoment, place: int) -> Body:
        board = await self._board(moment)
        if board is not None:
            # The picture must be drawn first, because the page contains the picture's size.
            await board.picture()

        game, ways = self.chronicle, self.ways
        picture = ways.picture(moment.place, board.tag) if board else ""
        values = {"moment": moment, "board": board, "picture": picture, "place": place}
        return await asyncio.to_thread(page, template, ways=ways, game=game, **values)

    def _file(self) -> Body:
        return body(self.chronicle.export.encode(), JSON_LINES)

    async def _board(self, moment: PastMoment) -> SeenBoard | None:
        """Return the board at a moment; `None` if the moment was played under unknown rules."""
        try:
            if moment != self.chronicle.now:
                return await self._boards.past(self.chronicle, moment)
            if self._now is None:
                self._now = asyncio.ensure_future(self._boards.now(self.chronicle))
            return await asyncio.shield(self._now)
        except HarbourmasterError:
            return None


class Games:
    """Finds games by their names in addresses."""

    def __init__(self, tables: Tables, boards: Boards) -> None:
        self._tables = tables
        self._boards = boards
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._journals: dict[str, list[EntryRow]] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def find(self, name: str) -> Book | None:
        """Return the game with this name in addresses, or `None`. Raises HarbourmasterError."""
        found = NAME.fullmatch(name)
        if found is None:
            return None
        try:
            table = await self._tables.table(found["game"])
        except NoGame:
            return None
        row = table.row
        # A wrong key gets the same response as an unknown game, in a time that reveals nothing about the key.
        if not hmac.compare_digest(key_of(row), found["key"]) or not self._tables.spectators.shows(row):
            return None
        return await self._book(table)

    async def _book(self, table: Table) -> Book:
        """Return the game in its current state, which is read only once."""
        game = table.row.id
        async with self._opening.setdefault(game, asyncio.Lock()):
            row, match = table.row, table.match
            known, server = self._books.get(game), self._server_of(row)
            if known is None or known.chronicle.row is not row or known.ways.server != server:
                journal = await self._journal(table)
                language = self._tables.store.servers.of(row.guild).language
                chronicle = Chronicle(
                    row, match, journal[: match.position.last], language, self._tables.machine.user
                )
                await asyncio.to_thread(chronicle.prepare)
                ways = OnTheWeb(self._tables.spectators.link(row), server)
                known = self._books[game] = Book(chronicle, self._boards, ways)
        self._books.move_to_end(game)
        if len(self._books) > KEPT:
            forgotten, _ = self._books.popitem(last=False)
            self._journals.pop(forgotten, None)
            self._opening.pop(forgotten, None)
        return known

    def _server_of(self, row: GameRow) -> str:
        spectators = self._tables.spectators
        return spectators.server_link(row.guild).removeprefix(spectators.address)

    async def _journal(self, table: Table) -> list[EntryRow]:
        """Return the whole journal; only its new entries are read from the store."""
        known, last = self._journals.get(table.row.id, []), table.match.position.last
        if len(known) < last:
            known = [*known, *await table.entries(len(known) + 1, last)]
        self._journals[table.row.id] = known
        return known
