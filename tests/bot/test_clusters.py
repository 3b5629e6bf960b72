"""Several bots that share the servers: each plays on its own, but a person's settings hold everywhere."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from functools import partial

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.service import logins
from bot.sessions.errors import PlayedElsewhere
from bot.sessions.outbox_planner import MOMENT
from bot.sessions.table import Table
from bot.store.clusters import cluster_of
from bot.store.rows import GameRow
from rules.engine.entries import Timeout
from rules.engine.match import TIMEOUT, Advance, Match
from sandbox import Channel, ManualClock, Message, Persona, RateLimits, Reply
from tests.bot.fleet import Fleet
from tests.bot.fleet import fleet as open_fleet
from tests.bot.harbour import HURRY
from tests.bot.lobbies import in_lobby, lobby_in
from tests.postgresql import needs_server, server
from tests.sandbox.checked import CheckedSandbox


@pytest.fixture
def url() -> Iterator[str]:
    needs_server()
    there = server()
    with there.fresh("blank") as name:
        yield there.url(name)


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    clock = ManualClock(datetime.now(UTC))
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=HURRY)) as sandbox:
        yield sandbox


@pytest.fixture
async def fleet(discord: CheckedSandbox, url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fleet]:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(logins, "BETWEEN", 5 / HURRY)
    async with open_fleet(discord, url) as found:
        yield found


async def told(fleet: Fleet, reply: Reply) -> Reply:
    """Return the reply after all its consequences are done."""
    await reply.settled()
    await fleet.until_quiet()
    return reply


async def race(fleet: Fleet, cluster: int, *people: Persona) -> tuple[Channel, Table]:
    """Start a race on a cluster's server. Returns the race's channel, and the bot's table."""
    place = fleet.discord.channel("quay", fleet.guild(cluster))
    await told(fleet, await people[0].slash("/play", channel=place, game="port_flower"))
    for person in people[1:]:
        await told(fleet, await person.slash("/game join", channel=place))
    await told(fleet, await in_lobby(people[0], place, "start"))
    return place, await fleet.bots[cluster].tables.in_channel(place.id)


def mover(table: Table, *people: Persona) -> Persona:
    """Return the player whose turn it is."""
    seat = table.match.position.awaited[0].seat
    user = next(member.user for member in table.row.members if member.seat == seat)
    return next(person for person in people if person.id == user)


def missed(_: GameRow, match: Match, seat: int, at: int) -> Advance:
    """Let the time of a seat run out."""
    return match.enter(Timeout(seat), TIMEOUT, at)


def here(place: Channel) -> list[Message]:
    """Return the public messages of a channel."""
    return [message for message in place.messages.values() if message.only_for is None]


async def test_each_server_s_games_are_played_by_its_own_process(fleet: Fleet) -> None:
    shards = {(one.shard, one.shards) for one in fleet.discord.gateway.sessions}
    assert shards == {(0, 2), (1, 2)}
    ann, bo = fleet.discord.persona("Ann"), fleet.discord.persona("Bo")
    for number in (0, 1):
        place, table = await race(fleet, number, ann, bo)
        assert cluster_of(table.row.guild, 2) == number
        assert len(here(place)) == 2
        with pytest.raises(PlayedElsewhere):
            await fleet.bots[1 - number].tables.table(table.row.id)
        assert await fleet.bots[number].store.pending() == []
    # One bot registers the commands for all bots.
    assert len(fleet.discord.journal.find("PUT", "/applications/*/commands")) == 1
    assert [sum(bot.links._ids.values()) > 0 for bot in fleet.bots] == [True, True]


async def test_what_somebody_wishes_holds_on_all_servers_at_once(fleet: Fleet) -> None:
    ann, bo = fleet.discord.persona("Ann"), fleet.discord.persona("Bo")
    (near, _), (_, far) = await race(fleet, 0, ann, bo), await race(fleet, 1, ann, bo)
    before = far.row.version
    awaited = mover(far, ann, bo)
    page = (await told(fleet, await awaited.slash("/harbour me", channel=near))).message
    form = (await told(fleet, await awaited.press(page, "Quiet hours…"))).modal
    await told(fleet, await awaited.submit(form, {"from": "22:00", "to": "7:00", "zone": "Berlin"}))
    assert {str(bot.store.wishes.of(awaited.id).quiet) for bot in fleet.bots} == {
        "22:00 to 07:00, Europe/Berlin"
    }
    assert far.row.version == before + 1
    assert await fleet.bots[1].store.errands() == []


async def test_an_errand_is_done_as_soon_as_it_is_stored(fleet: Fleet) -> None:
    store = fleet.bots[1].store
    waiting = fleet.bots[1].errands._rounds._woken
    while waiting.is_set():
        waiting.clear()
    await fleet.bots[0].store.wish(store.wishes.of(7).unreachable())
    await _until(lambda: store.wishes.of(7).closed)


async def test_a_press_in_a_direct_message_is_answered_by_the_process_of_its_game(fleet: Fleet) -> None:
    ann, bo, eve = (fleet.discord.persona(name) for name in ("Ann", "Bo", "Eve"))
    place, table = await race(fleet, 1, ann, bo)
    await told(fleet, await eve.slash("/watch follow", channel=place))
    bot = fleet.bots[1]
    now = bot.tables.now()
    for _ in range(2):
        seat = table.match.position.awaited[0].seat
        await table.advance(partial(missed, seat=seat, at=now), 0)
    bot.tables.now = lambda: now + MOMENT
    await bot.postman.go_round()
    (letter,) = eve.sees(eve.private_channel())
    reply = await told(fleet, await eve.press(letter, "Unfollow"))
    assert "You do not follow **Sailing Port Flower**" in reply.text
    assert table.row.follower(eve.id) is None
    assert await bot.store.errands() == []
    again = await told(fleet, await eve.press(letter, "Unfollow"))
    assert "You do not follow **Sailing Port Flower**" in again.text


async def test_who_is_forgotten_is_somebody_in_the_games_of_all_servers(fleet: Fleet) -> None:
    ann, bo = fleet.discord.persona("Ann"), fleet.discord.persona("Bo")
    places = [await race(fleet, number, ann, bo) for number in (0, 1)]
    for place, _ in places:
        page = (await told(fleet, await ann.slash("/game leave", channel=place))).message
        await told(fleet, await ann.press(page, "Yes, resign"))
    near = places[0][0]
    page = (await told(fleet, await ann.slash("/harbour me", channel=near))).message
    asked = (await told(fleet, await ann.press(page, "Forget me…"))).message
    done = await told(fleet, await ann.press(asked, "Yes, forget me"))
    assert "2 games know you as somebody" in done.text
    for bot in fleet.bots:
        assert await bot.store.games_that_know(ann.id) == []


async def test_nobody_opens_more_games_than_they_may_in_several_processes_at_once(fleet: Fleet) -> None:
    ann = fleet.discord.persona("Ann")
    for bot in fleet.bots:
        bot.limits = bot.limits._replace(lobbies_of_person=1)
    quays = [fleet.discord.channel("quay", fleet.guild(number)) for number in (0, 1)]
    for _ in range(5):
        asked = [await ann.slash("/play", channel=quay, game="port_flower") for quay in quays]
        texts = [(await told(fleet, reply)).text for reply in asked]
        assert sorted("is open" in text for text in texts) == [False, True]
        for quay in quays:
            if lobby_in(quay):
                await told(fleet, await in_lobby(ann, quay, "close"))


async def _until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not done():  # noqa: ASYNC110 - another process tells
            await asyncio.sleep(0.01)
