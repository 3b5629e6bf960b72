"""The pages of servers that want such pages, and of people in these servers' lists."""

import re

import pytest

from bot.posts import channel_access
from bot.web.server_pages import FRESH
from sandbox import Channel, Persona
from sandbox.world.permissions import Permission
from tests.bot.cards import card_of, choose
from tests.bot.harbour import Harbour
from tests.bot.own_page import page_of as own_page
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import ADDRESS, Answer, page_of, switch_on


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Server:
    """The page of the watched game's server. Time passes before each request."""

    def __init__(self, watched: Watched, clock: Clock) -> None:
        self._watched = watched
        self._clock = clock

    @property
    def path(self) -> str:
        harbour = self._watched.harbour
        return harbour.bot.tables.spectators.server_link(harbour.discord.guild.id).removeprefix(ADDRESS)

    async def get(self, path: str = "") -> Answer:
        """Let earlier answers in caches expire, and return the answer to Eve."""
        self._clock.now += FRESH
        return await self._watched.eve.get(path or self.path)

    async def person(self, name: str) -> str:
        """Return the path of a person's page."""
        found = re.search(rf'<a href="([^"]+)">{name}</a>', (await self.get()).text)
        return found[1] if found else ""


@pytest.fixture
async def server(watched: Watched) -> Server:
    """Return the page of the server after its managers switched it on."""
    web, clock = watched.harbour.bot.web, Clock()
    assert web is not None
    web.site._servers._clock = clock
    await ask_for(watched, "all")
    return Server(watched, clock)


async def ask_for(watched: Watched, what: str) -> str:
    """Choose the server's games on the web, as a manager."""
    mo = watched.harbour.discord.persona("Mo", moderator=True)
    return await choose(watched.harbour, mo, "Games on the web", what)


async def rated_race(watched: Watched) -> tuple[Persona, ...]:
    """Let Ann win a race with a forced roll, and a rated race."""
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
    assert re.search(r"Round 1 of \d+ · waits for Bo<", running.text)
    assert "There are no records yet." in running.text
    await watched.harbour.gm(watched.crew[0], "pause", reason="supper")
    assert re.search(r"Round 1 of \d+ · paused<", (await server.get()).text)
    await watched.harbour.gm(watched.crew[0], "resume", reason="back")
    await rated_race(watched)
    over = (await server.get()).text
    assert "No game is running here now." in over
    assert re.search(rf'<a href="{watched.page}">Sailing Port Flower</a> 1\. Ann, 2\. Bo<br>', over)
    assert re.search(r"<td>1,\d{3} ± \d{3}</td>", over)
    assert over.count('<svg class="plot"') == 2
    assert "Longest game" in over
    person = await server.get(await server.person("Ann"))
    assert person.status == 200
    assert "<h1>Ann</h1>" in person.text
    assert "Against: <b>Bo</b> 1 won" in person.text
    # No page contains people's Discord ids.
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
    # After the page was switched off and on, it has another address.
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
    before = (await server.get()).text
    await watched.harbour.open_lobby(*watched.crew, spectators="no")
    await watched.harbour.lobby_control(watched.crew[0], "start")
    assert await page_of(watched.harbour) == ""
    assert "No game is running here now." in (await server.get()).text
    # The result is in no records.
    await watched.harbour.skip()
    await watched.harbour.resign(watched.crew[0])
    assert (await server.get()).text == before


def close(watched: Watched, channel: Channel, *people: Persona) -> None:
    """Let nobody but these people and the bot see a channel."""
    world, guild = watched.harbour.discord.world, watched.harbour.discord.guild
    world.overwrite(channel, guild.everyone, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)
    for person in (*(one.user for one in people), world.bot):
        world.overwrite(channel, person, allow=Permission.VIEW_CHANNEL, deny=Permission.NONE)


async def play_to_the_end(watched: Watched, channel: Channel, *people: Persona) -> None:
    """Play a race in a channel. The last person resigns after a turn. Start another race in the channel."""
    harbour, (first, *others) = watched.harbour, people
    for _ in range(2):
        await harbour.told(await first.slash("/play", channel=channel, game="port_flower"))
        for person in others:
            await harbour.told(await person.slash("/game join", channel=channel))
        await harbour.lobby_control(first, "start", channel=channel)
        await harbour.skip(channel)
        for person in others:
            await harbour.resign(person, channel)
    await harbour.told(await first.slash("/play", channel=channel, game="port_flower"))
    await harbour.told(await others[0].slash("/game join", channel=channel))
    await harbour.lobby_control(first, "start", channel=channel)


async def test_what_not_everybody_may_see_changes_no_byte(watched: Watched, server: Server) -> None:
    await rated_race(watched)
    harbour = watched.harbour
    before = (await server.get()).text
    ann = await server.person("Ann")
    person = (await server.get(ann)).text
    eve, fay = harbour.people("Eve", "Fay")
    cabin = harbour.discord.channel("cabin")
    close(watched, cabin, eve, fay, *watched.crew)
    den = harbour.discord.private_thread("den", eve, fay, *watched.crew)
    harbour.discord.world.join_thread(den, harbour.discord.world.bot)
    below = harbour.discord.thread("below", eve, cabin)
    for place in (cabin, den, below):
        await play_to_the_end(watched, place, eve, fay)
    harbour.discord.world.set_archived(below, archived=True)
    assert (await server.get()).text == before
    assert (await server.get(ann)).text == person
    # The games are listed when everybody may see them.
    world, everyone = harbour.discord.world, harbour.discord.guild.everyone
    world.overwrite(cabin, everyone, allow=Permission.VIEW_CHANNEL, deny=Permission.NONE)
    await harbour.until(lambda: sees_all(harbour, cabin))
    told = (await server.get()).text
    assert "Eve, Fay" in told
    assert await server.person("Eve")


def sees_all(harbour: Harbour, channel: Channel) -> bool:
    """Return whether the bot knows that everybody may see the channel."""
    guild = harbour.bot.get_guild(harbour.discord.guild.id)
    known = guild and guild.get_channel(channel.id)
    return bool(guild and known and known.permissions_for(guild.default_role).view_channel)


async def test_games_of_a_thread_that_sleeps_are_told_where_everybody_may_see_it(
    watched: Watched, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = watched.harbour
    eve, fay = harbour.people("Eve", "Fay")
    quay = harbour.discord.thread("quay", eve)
    await play_to_the_end(watched, quay, eve, fay)
    assert "1. Eve, 2. Fay" in (await server.get()).text
    harbour.discord.world.set_archived(quay, archived=True)
    guild = harbour.bot.get_guild(harbour.discord.guild.id)
    await harbour.until(lambda: guild is not None and guild.get_thread(quay.id) is None)
    # The bot asks Discord once where the channel is.
    before = len(harbour.discord.journal.find("GET", f"*/channels/{quay.id}"))
    for _ in range(2):
        assert "1. Eve, 2. Fay" in (await server.get()).text
    assert len(harbour.discord.journal.find("GET", f"*/channels/{quay.id}")) == before + 1
    # Channels beyond the limit of one request are asked for later.
    web = harbour.bot.web
    assert web is not None
    monkeypatch.setattr(channel_access, "ASKED_FOR", 0)
    web.site._servers._channels._homes.clear()
    assert "Eve" not in (await server.get()).text


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
