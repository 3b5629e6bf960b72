"""Of two games that differ only in what is hidden, all addresses give the same bytes."""

import asyncio
import re
from dataclasses import replace
from random import Random

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.narration.look_back import PastMoment
from bot.posts.page.bodies import Body, page
from bot.posts.page.chronicle import Chronicle
from bot.posts.pictures import Pictures
from bot.sessions.replays import Played
from bot.store.rows import GameRow
from bot.web.boards import Boards
from bot.web.games import Book, Games
from bot.web.server import Site
from bot.web.server_pages import Ledger, ServerPages
from rules.engine.game import AnyGame
from rules.engine.match import Match
from rules.engine.registry import games
from tests.bot.posts.test_hidden_things import OPEN, Twin, row_of
from tests.laws import Table

NAME = "HM1-" + "a" * 26


class Replayed(Chronicle):
    """A chronicle that looks its past moments up in what was played again."""

    played: Played

    def match_at(self, moment: PastMoment) -> Match:
        return self.played.advances[moment.entry].match


class OneGame(Games):
    """Nothing but that game."""

    def __init__(self, book: Book) -> None:
        self._book_of_it = book

    async def find(self, name: str) -> Book | None:
        return self._book_of_it if name == NAME else None


class NoServers(ServerPages):
    """No server has a page."""

    def __init__(self) -> None:
        pass


def chronicle_of(played: Played) -> Chronicle:
    match = played.match
    row: GameRow = replace(row_of(played), opening=match.opening, seed=match.seed)
    found = Replayed(row, match, played.rows())
    object.__setattr__(found, "played", played)
    return found


async def everything(played: Played) -> dict[str, bytes]:
    """What is at each address of a game, and what those who watch it are told."""
    pictures, found = Pictures(), dict[str, bytes]()
    book = Book(chronicle_of(played), Boards(pictures, pictures), f"https://games.example.org/g/{NAME}")
    site = Site(OneGame(book), NoServers(), lambda: len(found) * 60.0)
    async with TestClient(TestServer(site.app)) as visitor:
        ahead = [f"/g/{NAME}", f"/g/{NAME}/story", f"/g/{NAME}/game.jsonl"]
        # Every number that could be one of all entries, and what pages lead to.
        for place in range(1, len(book.chronicle.journal) + 3):
            ahead += [f"/g/{NAME}/{place}{ending}" for ending in ("", "/part", ".png")]
        while ahead:
            path = ahead.pop()
            async with visitor.get(path) as answer:
                headers = [f"{name}: {value}" for name, value in answer.headers.items() if name != "Date"]
                found[path] = f"{answer.status} {headers} ".encode() + await answer.read()
            linked = re.findall(r'(?:href|src)="(/g/[^"#]+)"', found[path].decode(errors="replace"))
            ahead += [one for one in dict.fromkeys(linked) if one not in found and one not in ahead]
        async with visitor.get(f"/g/{NAME}/live") as answer:
            found["live"] = await answer.content.readline()
        await site.feeds.stop()
    pictures.close()
    return found


def listed(played: Played) -> Body:
    """What the page of its server says of a game that goes on."""
    row = replace(row_of(played), opening=played.match.opening, seed=played.match.seed)
    users = frozenset(one.user for one in row.members)
    return page(
        "server.html", ledger=Ledger("Harbour", "/s/1-a", "a", [row], [], [], users, 0, "", lambda _: NAME)
    )


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_what_is_hidden_changes_no_byte_at_any_address(game: AnyGame) -> None:
    table = Table(game, game.options(), game.seat_range(game.options())[1], luck=11, steps=9)
    match = table.matches[-1]
    own = Played(game, match.opening, match.seed, match.entries)
    twin = Twin(own, match.entries, Random(3))
    assert (twin.match.state == own.match.state) == (game.slug in OPEN)
    found = [asyncio.run(everything(one)) for one in (own, twin)]
    assert found[0] == found[1]
    assert listed(own) == listed(twin)
    assert len([path for path, body in found[0].items() if body.startswith(b"200")]) > 20


def test_a_page_that_tells_what_is_hidden_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail."""
    game = games()["acrana"]
    table = Table(game, game.options(), 3, luck=11, steps=9)
    match = table.matches[-1]
    own = Played(game, match.opening, match.seed, match.entries)
    twin = Twin(own, match.entries, Random(3))
    monkeypatch.setattr(Chronicle, "headline", property(lambda self: self.match.position.state))
    assert asyncio.run(everything(own)) != asyncio.run(everything(twin))
