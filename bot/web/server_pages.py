"""The pages of servers: games, records and ratings, and a page for each listed person.

The pages contain only games that everybody on the server may see, and whose options allow pages.
"""

import asyncio
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import discord

from bot.bounded import BoundedDict
from bot.escaping import plain
from bot.narration.dates import day_and_time
from bot.posts.channel_access import OpenChannels
from bot.posts.page.bodies import Body, page
from bot.posts.page.markup import as_html
from bot.records.ratings import by_kind
from bot.records.statistics import lasting
from bot.records.text import Ranked, personal, ranked, remarkable
from bot.sessions.spectators import KEY, wishes_a_page
from bot.sessions.tables import Tables
from bot.store.rows import GameRow, Member, ResultRow
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.registry import games

NAME = re.compile(rf"(?P<server>\d{{1,20}})-(?P<key>[a-z2-7]{{{KEY}}})")
"""The pattern of a server's name in an address."""

FRESH = 20.0
"""Seconds for which a page is cached, and may show users who left the lists or were forgotten."""

KEPT = 64
"""The number of servers whose pages are cached."""

MOST = 50
"""The maximum number of running games, and of finished games, on a page."""

READ = 500
"""The maximum number of open games that are searched for running games."""

SOMEBODY = "somebody"

WIDE = 100
"""The width of a plot, in units of its own coordinates."""


class Plot(NamedTuple):
    """A rating on the scale of its list, from 0 to `WIDE`: lower bound, upper bound, estimate."""

    low: float
    high: float
    middle: float


class RankedLine(NamedTuple):
    """A person in a list, with the path of their page and a plot of their rating."""

    who: Ranked
    path: str
    plot: Plot | None


class Kind(NamedTuple):
    """One kind of game: its title, its ranking, and its highlights as HTML."""

    title: str
    lines: list[RankedLine]
    remarkable: str


class Listed(NamedTuple):
    """A game in a list: the path of its page, its title, its players or ranking, and its status."""

    path: str
    title: str
    people: str
    told: str


@dataclass(frozen=True)
class Ledger:
    """The data of a server at one time. `path` is the address of the server's page, with the secret `key`."""

    name: str
    path: str
    key: str
    running: list[GameRow]
    finished: list[GameRow]
    results: list[ResultRow]
    listed: frozenset[int]
    machine: int
    language: str
    link: Callable[[GameRow], str]

    @property
    def kinds(self) -> Iterator[Kind]:
        """The kinds of games, the most frequent kind first."""
        for slug, theirs in by_kind(self.results).items():
            people = ranked(theirs, self.machine)
            plots = _plots(people)
            lines = [RankedLine(one, self.person(one.user), plots.get(one.user)) for one in people]
            yield Kind(_title(slug), lines, as_html(remarkable(theirs, self.machine), {}))

    @property
    def running_games(self) -> Iterator[Listed]:
        """The running games."""
        for row in self.running:
            if row.position is not None and row.opening is not None:
                match = Match(find_game(row.slug), row.opening, row.seed, row.position)
                asked = [one for one in row.members if match.awaits(one.seat)]
                waits = "paused" if row.status == "paused" else f"waits for {self._names(asked)}"
                told = f"{match.game.headline(match.shown)} · {waits}"
                yield Listed(self.link(row), match.game.title, self._names(row.members), told)

    @property
    def hall(self) -> Iterator[Listed]:
        """The finished games, newest first."""
        came = {row.id: [one for one in self.results if one.game == row.id] for row in self.finished}
        for row in self.finished:
            seats = sorted(came[row.id], key=lambda one: (one.place or len(came[row.id]) + 1, one.seat))
            ranking = ", ".join(
                (f"{one.place}. " if one.place else "") + self._name(one.user, one.name) for one in seats
            )
            told = f"{day_and_time(seats[0].ended, self.language)} · {lasting(seats[0].seconds)}"
            yield Listed(self.link(row), _title(row.slug), ranking, told)

    def person(self, user: int) -> str:
        """Return the address of a person's page. The address does not reveal the person's id on Discord."""
        drawn = hmac.digest(self.key.encode(), f"person {user}".encode(), "sha256")
        return f"{self.path}/{drawn.hex()[:KEY]}"

    def somebody(self, path: str) -> "Somebody | None":
        """Return the listed person whose page has the address `path`; `None` if there is none."""
        own = [one for one in self.results if one.user in self.listed and self.person(one.user) == path]
        if not own:
            return None
        kinds = [
            [*personal(theirs, [one for one in self.results if one.slug == slug], self.machine)]
            for slug, theirs in by_kind(own).items()
        ]
        return Somebody(plain(own[-1].name, 40), [[as_html(line, {}) for line in kind] for kind in kinds])

    def _names(self, members: Sequence[Member]) -> str:
        return ", ".join(self._name(one.user, one.name) for one in members)

    def _name(self, user: int, name: str) -> str:
        return plain(name, 40) if user in self.listed or user == self.machine else SOMEBODY


class Somebody(NamedTuple):
    """A listed person, and their results in each kind of game as lines of HTML."""

    name: str
    kinds: list[list[str]]


def _plots(people: Sequence[Ranked]) -> dict[int, Plot]:
    """Return the plot of each rated user in a list; all plots have the same scale."""
    rated = {one.user: one.rating for one in people if one.rating}
    if not rated:
        return {}
    least = min(one.at_least for one in rated.values())
    most = max(one.value + one.unsure for one in rated.values())

    def at(points: int) -> float:
        return round(WIDE * (points - least) / (most - least), 1)

    return {
        user: Plot(at(one.at_least), at(one.value + one.unsure), at(one.value)) for user, one in rated.items()
    }


def _title(slug: str) -> str:
    found = games().get(slug)
    return found.title if found else slug


class ServerPages:
    """Makes the pages of servers, each at most once in `FRESH` seconds."""

    def __init__(self, tables: Tables, client: discord.Client, clock: Callable[[], float]) -> None:
        self._tables = tables
        self._client = client
        self._channels = OpenChannels(client)
        self._clock = clock
        self._kept: BoundedDict[int, tuple[float, Ledger]] = BoundedDict(KEPT)
        self._reading: dict[int, asyncio.Lock] = {}

    async def server(self, name: str) -> Body | None:
        """Return the page of the server with this name in addresses, or `None`. Raises HarbourmasterError."""
        ledger = await self._ledger(name)
        return await asyncio.to_thread(page, "server.html", ledger=ledger) if ledger else None

    async def person(self, name: str, person: str) -> Body | None:
        """Return the page of a person, or `None` if the person is not listed. Raises HarbourmasterError."""
        ledger = await self._ledger(name)
        if ledger is None:
            return None
        found = await asyncio.to_thread(ledger.somebody, f"{ledger.path}/{person}")
        return await asyncio.to_thread(page, "person.html", ledger=ledger, person=found) if found else None

    async def _ledger(self, name: str) -> Ledger | None:
        found = NAME.fullmatch(name)
        if found is None:
            return None
        guild = int(found["server"])
        key, link = self._tables.store.servers.of(guild).page, self._tables.spectators.server_link(guild)
        if not link or not hmac.compare_digest(key, found["key"]):
            return None
        async with self._reading.setdefault(guild, asyncio.Lock()):
            known = self._kept.get(guild)
            if known is None or known[1].key != key or self._clock() - known[0] >= FRESH:
                known = self._kept[guild] = (self._clock(), await self._read(guild, key))
        return known[1]

    async def _read(self, server: int, key: str) -> Ledger:
        store, spectators = self._tables.store, self._tables.spectators
        guild = self._client.get_guild(server)
        if guild is None:
            raise HarbourmasterError("Discord has not announced that server and its channels yet.")
        played = {one.id: one for one in await store.finished_on(server) if wishes_a_page(one.table)}
        results = [one for one in await store.results_on(server) if one.game in played]
        latest = [*dict.fromkeys(one.game for one in reversed(results))]
        going = [row for row, _ in await store.latest_on_server(server, READ) if spectators.shows(row)]
        seen = await self._channels.among(
            guild, [*(row.channel for row in going), *(played[game].channel for game in latest)]
        )
        results = [one for one in results if played[one.game].channel in seen]
        shown = [game for game in latest if played[game].channel in seen][:MOST]
        finished = [row for game in shown if (row := await self._row(game)) and spectators.shows(row)]
        running = [row for row in going if row.channel in seen][:MOST]
        users = {one.user for one in results} | {one.user for row in running for one in row.members}
        gone = await store.unlisted([*users])
        machine = self._tables.machine.user
        return Ledger(
            name=plain(guild.name, 100) or "A server",
            path=f"/s/{server}-{key}",
            key=key,
            running=running,
            finished=finished,
            results=results,
            listed=frozenset(one for one in users if one > 0 and one not in gone and one != machine),
            machine=machine,
            language=store.servers.of(server).language,
            link=lambda row: spectators.link(row).removeprefix(spectators.address),
        )

    async def _row(self, game: str) -> GameRow | None:
        try:
            return await self._tables.store.game(game)
        except HarbourmasterError:
            return None
