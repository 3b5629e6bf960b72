"""Two servers that differ only in hidden things give the same bytes at all addresses."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple, cast

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.narration.look_back import PastMoment
from bot.posts.page.chronicle import Chronicle
from bot.posts.page.ways import OnTheWeb
from bot.posts.pictures import Pictures
from bot.records.results import results_of
from bot.replays.played import Played
from bot.sessions.spectators import Spectators
from bot.sessions.tables import Tables
from bot.store.rows import (
    FinishedGame,
    Follower,
    GameRow,
    GameStatus,
    Guest,
    LobbyGameMasters,
    Member,
    ResultRow,
)
from bot.store.servers import ServerBook, ServerSettings
from bot.web.boards import Boards
from bot.web.games import Book, Games
from bot.web.server import Site
from bot.web.server_pages import ServerPages
from render.encode import Picture
from rules.engine.action import Resign
from rules.engine.game import AnyGame, View
from rules.engine.match import Advance, Match
from rules.engine.position import Plan
from rules.engine.registry import games
from tests.bot.replays.test_hidden_things import OPEN, Twin, row_of
from tests.laws import PLAYER, Table, redrawn

KEY = "a" * 26

SERVER = f"/s/1-{KEY}"

ADDRESS = "https://games.example.org"

HARBOUR, CABIN = 1, 2
"""A public channel and a private one."""

WRONG = ("/", "/g/HM1", f"/g/HM3-{KEY}", f"/s/2-{KEY}", f"{SERVER}/{'0' * 26}")


class Revealed(Played):
    """A finished game, whose journal is public, but whose last position has other hidden things."""

    def __init__(self, played: Played, luck: Random) -> None:
        self._game, self._journal = played.match.game, played._journal
        self.advances = {number: self._other(one, luck) for number, one in played.advances.items()}

    def _other(self, advance: Advance, luck: Random) -> Advance:
        match = advance.match
        plans = (Plan(entry=1, seat=1, what="something"),)
        state = redrawn(match, None, luck).model_dump_json()
        position = match.position.model_copy(update={"state": state, "plans": plans})
        return replace(advance, match=replace(match, position=position))


class Replayed(Chronicle):
    """A chronicle that finds past moments in the replayed game."""

    played: Played

    def match_at(self, moment: PastMoment) -> Match:
        return self.played.advances[moment.entry].match


@dataclass
class Harbour:
    """The stored data of a server with games, as its pages read them. Some games are `shown` to everybody."""

    shown: list[tuple[GameRow, Played]]
    hidden: list[tuple[GameRow, Played]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.games = [*self.hidden, *self.shown]
        self.servers = ServerBook([ServerSettings(1, web=True, page=KEY)])
        self.spectators = Spectators(ADDRESS, self.servers)
        self.machine = Member(0, 999, "the bot")
        self.store = self

    async def latest_on_server(self, _: int, most: int) -> list[tuple[GameRow, int]]:
        return [(row, 7) for row, _ in self.games if row.status == "running"][:most]

    async def finished_on(self, _: int) -> list[FinishedGame]:
        over = [row for row, _ in self.games if row.status == "over"]
        return [FinishedGame(row.id, row.channel, row.opening.table if row.opening else {}) for row in over]

    async def results_on(self, _: int) -> list[ResultRow]:
        found: list[ResultRow] = []
        for row, played in self.games:
            if row.status == "over":
                people = {one.seat: one for one in row.members}
                for one in results_of(row, played.match, played.rows()):
                    who = people[one.seat]
                    found.append(replace(one, user=who.user, name=who.name))
        return found

    async def unlisted(self, _: Sequence[int]) -> frozenset[int]:
        return frozenset({20})

    async def game(self, game: str) -> GameRow:
        return next(row for row, _ in self.games if row.id == game)

    async def find(self, boards: Boards, name: str) -> Book | None:
        """Return the pages of the game whose address ends in `name`."""
        for row, played in self.games:
            link = self.spectators.link(row)
            if link and link == f"{ADDRESS}/g/{name}":
                chronicle = Replayed(row, played.match, played.rows())
                object.__setattr__(chronicle, "played", played)
                return Book(chronicle, boards, OnTheWeb(link, SERVER))
        return None


class TheirGames(Games):
    """Return the games of this server."""

    def __init__(self, harbour: Harbour, boards: Boards) -> None:
        self._harbour = harbour
        self._all_boards = boards
        self._found: dict[str, Book | None] = {}

    async def find(self, name: str) -> Book | None:
        if name not in self._found:
            self._found[name] = await self._harbour.find(self._all_boards, name)
        return self._found[name]


class Guild:
    """Return Discord's data of the server."""

    name = "Harbour"


class OnlyOpen:
    """A server on which everybody may see only the first channel."""

    async def among(self, _: object, channels: Iterable[int]) -> frozenset[int]:
        return frozenset(channels) & {HARBOUR}


class TheirPages(ServerPages):
    """Return the pages of this server."""

    def __init__(self, harbour: Harbour) -> None:
        super().__init__(cast("Tables", harbour), cast("Any", self), lambda: 0.0)
        self._channels = cast("Any", OnlyOpen())

    def get_guild(self, _: int) -> Guild:
        """Return Discord's data of this server."""
        return Guild()


class EqualBoards(Pictures):
    """Draws each board only once, because equal pictures could be compressed to different bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Picture] = {}

    def _draw(self, view: View, names: Mapping[int, str]) -> Picture:
        key = f"{view.model_dump_json()} {sorted(names.items())}"
        if key not in self._known:
            self._known[key] = super()._draw(view, names)
        return self._known[key]


async def everything(harbour: Harbour, pictures: Pictures) -> dict[str, bytes]:
    """Return the answers at all addresses of a server, of its games and of its people.

    Of each game's live events, only the first line is read.
    """
    found = dict[str, bytes]()
    site = Site(
        TheirGames(harbour, Boards(pictures, pictures)), TheirPages(harbour), lambda: len(found) * 60.0
    )
    async with TestClient(TestServer(site.app)) as visitor:
        ahead = [SERVER, *WRONG]
        for row, played in harbour.shown:
            game = harbour.spectators.link(row).removeprefix(ADDRESS)
            # The range includes every number that a secret entry could have.
            places = range(1, len(played.rows()) + 3)
            ahead += [f"{game}/{place}{ending}" for place in places for ending in ("", "/part", ".png")]
            async with visitor.get(f"{game}/live") as answer:
                found[f"{game}/live"] = b"200 " + await answer.content.readline()
        while ahead:
            path = ahead.pop()
            async with visitor.get(path) as answer:
                headers = [f"{name}: {value}" for name, value in answer.headers.items() if name != "Date"]
                found[path] = f"{answer.status} {headers} ".encode() + await answer.read()
            linked = re.findall(r'(?:href|src)="(/[^"#]+)"', found[path].decode(errors="replace"))
            ahead += [one for one in dict.fromkeys(linked) if one not in found and one not in ahead]
        await site.feeds.stop()
    for resource in site.app.router.resources():
        # This check fails if an address is added later and not compared.
        told = resource.get_info()
        pattern = re.compile(told["pattern"].pattern if "pattern" in told else re.escape(told["path"]))
        here = [path for path, body in found.items() if pattern.fullmatch(path.partition("?")[0])]
        assert any(found[path].startswith(b"200") for path in here), f"{told} was not looked at"
    return found


class Course(NamedTuple):
    """The number of players and of steps, and the luck."""

    seats: int
    steps: int
    luck: int


def played_by(game: AnyGame, course: Course, *, over: bool) -> Played:
    """Play the first moves of a game. If `over` is true, then let all players but the first resign."""
    table = Table(game, game.options(), course.seats, luck=course.luck, steps=course.steps)
    match = next(one for one in reversed(table.matches) if over or not one.finished)
    entries = [*match.entries]
    for seat in range(len(match.opening.players), 1, -1) if over else ():
        if not match.finished and Resign() in match.game.free_actions(match.state, seat):
            advance = match.act(seat, Resign(), PLAYER, 3_600 * seat)
            entries.append(advance.entry)
            match = advance.match
    return Played(game, match.opening, match.seed, entries)


def kept(game: str, played: Played, *, channel: int = HARBOUR) -> GameRow:
    """Return the stored data of a game."""
    match = played.match
    status: GameStatus = "over" if match.finished else "running"
    return replace(
        row_of(played), id=game, channel=channel, status=status, opening=match.opening, seed=match.seed
    )


def otherwise(row: GameRow) -> GameRow:
    """Return the game's row with other values in the fields that are not public."""
    return replace(
        row,
        creator=777,
        created=5,
        updated=6,
        version=99,
        presses={10: 12345},
        waiting=(Guest(778, "Waiting"),),
        followers=(Follower(779, "turn", 3),),
        office=LobbyGameMasters(masters=(780,)),
        pending="orders",
    )


def two_harbours(game: AnyGame, course: Course) -> tuple[Harbour, Harbour]:
    """Return two servers, each with one running and one finished game. They differ only in hidden things.

    The second server also has private games, and games without a page.
    """
    running, over = (played_by(game, course, over=over) for over in (False, True))
    own = Harbour([(kept("HM1", running), running), (kept("HM2", over), over)])
    twins = Twin(running, running._journal, Random(3)), Revealed(over, Random(3))
    rows = [otherwise(kept(row.id, twin)) for (row, _), twin in zip(own.shown, twins, strict=True)]
    hidden: list[tuple[GameRow, Played]] = []
    others = course._replace(luck=course.luck + 1)
    for number, over_too in enumerate((False, True)):
        played = played_by(game, others, over=over_too)
        row = kept(f"CABIN{number}", played, channel=CABIN)
        quiet = played.match.opening.model_copy(update={"table": {"spectators": "no"}})
        hidden += [(row, played), (replace(row, id=f"QUIET{number}", channel=HARBOUR, opening=quiet), played)]
    return own, Harbour([*zip(rows, twins, strict=True)], hidden)


def differing(one: Harbour, other: Harbour) -> list[str]:
    """Return the addresses at which the servers answer differently, or at which only one server answers."""
    pictures = EqualBoards()
    found, again = (asyncio.run(everything(harbour, pictures)) for harbour in (one, other))
    pictures.close()
    assert len([path for path, body in found.items() if body.startswith(b"200")]) > 40
    return [path for path in found | again if found.get(path) != again.get(path)]


@pytest.mark.parametrize("course", ["many", "few"])
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_what_is_hidden_changes_no_byte_at_any_address(game: AnyGame, course: str) -> None:
    least, most = game.seat_range(game.options())
    few = Course(seats=max(2, least), steps=24, luck=5)
    own, other = two_harbours(game, few if course == "few" else Course(seats=most, steps=9, luck=11))
    states = [one.shown[0][1].match.state for one in (own, other)]
    assert (states[0] == states[1]) == (game.slug in OPEN)
    assert differing(own, other) == []


def test_a_page_that_tells_what_is_hidden_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The previous test notices leaks about a game, about a server, and about a person."""
    own, other = two_harbours(games()["acrana"], Course(seats=3, steps=9, luck=11))
    monkeypatch.setattr(OnlyOpen, "among", everywhere)
    told = differing(own, other)
    assert SERVER in told
    assert any(re.fullmatch(f"{SERVER}/[0-9a-f]+", path) for path in told)
    monkeypatch.undo()
    monkeypatch.setattr(Chronicle, "headline", property(lambda self: self.match.position.state))
    assert all(
        own.spectators.link(row).removeprefix(ADDRESS) in differing(own, other) for row, _ in own.shown
    )


async def everywhere(_: OnlyOpen, __: object, channels: Iterable[int]) -> frozenset[int]:
    """Return all channels, as if everybody might see them."""
    return frozenset(channels)
