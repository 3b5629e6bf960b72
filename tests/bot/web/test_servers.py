"""The pages of servers that wish one, and of the people who are listed there."""

import re

import pytest

from bot.web.server_pages import FRESH
from sandbox import Persona
from tests.bot.cards import card_of, choose
from tests.bot.own_page import page_of as own_page
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import ADDRESS, Answer, page_of, switch_on


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Server:
    """The page of the server of a game that is watched, seen as often as somebody looks a while later."""

    def __init__(self, watched: Watched, clock: Clock) -> None:
        self._watched = watched
        self._clock = clock

    @property
    def path(self) -> str:
        harbour = self._watched.harbour
        return harbour.bot.tables.spectators.server_link(harbour.discord.guild.id).removeprefix(ADDRESS)

    async def get(self, path: str = "") -> Answer:
        """What Eve gets there after the time in which nothing need be new."""
        self._clock.now += FRESH
        return await self._watched.eve.get(path or self.path)

    async def person(self, name: str) -> str:
        """Where that person's page is."""
        found = re.search(rf'<a href="([^"]+)">{name}</a>', (await self.get()).text)
        return found[1] if found else ""


@pytest.fixture
async def server(watched: Watched) -> Server:
    """The page of the server, which its managers have switched on."""
    web, clock = watched.harbour.bot.web, Clock()
    assert web is not None
    web.site._servers._clock = clock
    await ask_for(watched, "all")
    return Server(watched, clock)


async def ask_for(watched: Watched, what: str) -> str:
    """A manager chooses that."""
    mo = watched.harbour.discord.persona("Mo", moderator=True)
    return await choose(watched.harbour, mo, "Games on the web", what)


async def rated_race(watched: Watched) -> tuple[Persona, ...]:
    """Ann wins the race, in which a roll was forced, and one that counts."""
    ann, bo = watched.crew
    await watched.harbour.resign(bo)
    await watched.harbour.start_race(ann, bo, first_player="seat1")
    await watched.harbour.skip()
    await watched.harbour.resign(bo)
    return watched.crew


async def test_a_server_lists_its_games_records_and_ratings(watched: Watched, server: Server) -> None:
    running = await server.get()
    assert running.status == 200
    assert f'<a href="{watched.page}">Sailing Port Flower</a> Ann, Bo' in running.text
    assert "There are no records yet." in running.text
    await rated_race(watched)
    over = (await server.get()).text
    assert "No game goes on here just now." in over
    assert re.search(rf'<a href="{watched.page}">Sailing Port Flower</a> 1\. Ann, 2\. Bo<br>', over)
    assert re.search(r"<td>1,\d{3} ± \d{3}</td>", over)
    assert over.count('<svg class="plot"') == 2
    assert "Longest game" in over
    person = await server.get(await server.person("Ann"))
    assert person.status == 200
    assert "<h1>Ann</h1>" in person.text
    assert "Against: <b>Bo</b> 1 won" in person.text
    # Who they are on Discord is nowhere.
    assert not any(str(one.id) in page for one in watched.crew for page in (over, person.text, server.path))


async def test_only_who_has_its_link_finds_it_and_only_while_it_is_wished(
    watched: Watched, server: Server
) -> None:
    path, mo = server.path, watched.harbour.discord.persona("Mo", moderator=True)
    assert f"<{ADDRESS}{path}>" in (await card_of(watched.harbour, mo)).text
    guild, _, key = path.removeprefix("/s/").partition("-")
    for wrong in (
        f"/s/{guild}",
        f"/s/{guild}-{'a' * 26}",
        f"/s/1-{key}",
        f"{path}/..",
        f"{path}/{'0' * 26}",
        "/s/",
    ):
        assert (await server.get(wrong)).status == 404
    await ask_for(watched, "yes")
    assert (await server.get(path)).status == 404
    await ask_for(watched, "all")
    # What was switched off has another address.
    assert server.path != path
    assert (await server.get(path)).status == 404
    assert (await server.get()).status == 200
    await switch_on(watched.harbour, web=False)
    assert (await server.get(f"/s/{guild}-{key}")).status == 404


async def test_a_game_that_stays_out_is_not_listed(watched: Watched, server: Server) -> None:
    await watched.harbour.gm(watched.crew[0], "lock", reason="a quiet game")
    assert watched.page not in (await server.get()).text
    await watched.harbour.gm(watched.crew[0], "lock", reason="a loud game")
    await rated_race(watched)
    await watched.harbour.open_lobby(*watched.crew, spectators="no")
    await watched.harbour.lobby_control(watched.crew[0], "start")
    assert await page_of(watched.harbour) == ""
    assert "No game goes on here just now." in (await server.get()).text


async def test_who_leaves_the_lists_is_gone_within_a_minute(watched: Watched, server: Server) -> None:
    assert FRESH < 60
    _, bo = await rated_race(watched)
    page = await server.person("Bo")
    assert (await server.get(page)).status == 200
    card = await own_page(watched.harbour, bo)
    await watched.harbour.told(await bo.press(card, "Leave the lists"))
    assert (await server.get(page)).status == 404
    assert not re.search(r"\bBo\b", (await server.get()).text)
    assert "2. somebody" in (await server.get()).text
    assert not re.search(r"\bBo\b", (await server.get(await server.person("Ann"))).text)


async def test_who_is_forgotten_is_gone_within_a_minute(watched: Watched, server: Server) -> None:
    _, bo = await rated_race(watched)
    page = await server.person("Bo")
    asked = await watched.harbour.told(await bo.press(await own_page(watched.harbour, bo), "Forget me…"))
    await watched.harbour.told(await bo.press(asked.message, "Yes, forget me"))
    assert (await server.get(page)).status == 404
    assert not re.search(r"\bBo\b", (await server.get()).text)


async def test_names_of_servers_and_people_are_shown_and_not_obeyed(watched: Watched, server: Server) -> None:
    harbour = watched.harbour
    await rated_race(watched)
    evil, good = harbour.people("<script>alert(1)</script>", 'x" onerror="alert(2)')
    await harbour.start_race(evil, good)
    await harbour.resign(good)
    told = (await server.get()).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in told
    assert "<script" not in told
    assert 'onerror="' not in told
    assert "style=" not in told
