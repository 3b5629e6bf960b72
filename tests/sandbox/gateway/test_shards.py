"""A bot in several shards, in one or several processes: the times of logins, and the events of each shard."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import Guild, ManualClock, Persona, RateLimits, Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.gateway.wire import identify, log_in
from tests.sandbox.toy_bot import Heard, ToyBot

SHARDS = 4


def shard_of(guild: Guild, shards: int = SHARDS) -> int:
    return (guild.id >> 22) % shards


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def guilds(discord: CheckedSandbox, ann: Persona) -> dict[int, Guild]:
    """Make a server for each shard."""
    found: dict[int, Guild] = {}
    number = 0
    while len(found) < SHARDS:
        number += 1
        guild = discord.add_guild(f"Harbour {number}")
        found.setdefault(shard_of(guild), guild)
    return found


@pytest.fixture
async def sharded(
    discord: Sandbox, guilds: dict[int, Guild], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ToyBot]:
    """Run the toy bot in the recommended number of shards, all logged in."""
    monkeypatch.setattr(Route, "BASE", discord.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
    discord.gateway.fewest_shards = discord.gateway.max_concurrency = SHARDS
    toy = ToyBot()
    running = asyncio.create_task(toy.start(discord.token))
    await discord.world.changes.until(lambda: len(discord.gateway.sessions) == SHARDS)
    await toy.wait_until_ready()
    yield toy
    await toy.close()
    await running


async def test_a_bot_starts_as_many_shards_as_are_recommended(discord: Sandbox, sharded: ToyBot) -> None:
    assert sharded.shard_count == SHARDS
    assert {(session.shard, session.shards) for session in discord.gateway.sessions} == {
        (shard, SHARDS) for shard in range(SHARDS)
    }


async def test_each_server_is_heard_of_in_its_shard(
    discord: Sandbox, sharded: ToyBot, guilds: dict[int, Guild], ann: Persona
) -> None:
    heard: list[int | None] = []

    @sharded.event
    async def on_interaction(interaction: Heard) -> None:
        heard.append(interaction.guild.shard_id if interaction.guild else None)

    for shard in range(SHARDS):
        place = discord.channel("quay", guilds[shard])
        assert (await ann.slash("/chat", channel=place)).text == "One."
    assert heard == list(range(SHARDS))


async def test_what_is_private_is_heard_of_in_the_first_shard(
    discord: Sandbox, sharded: ToyBot, ann: Persona
) -> None:
    sequences = {session.shard: session.sequence for session in discord.gateway.sessions}
    assert (await ann.slash("/chat", channel=ann.private_channel())).text == "One."
    assert {s.shard: s.sequence - sequences[s.shard] for s in discord.gateway.sessions} == {
        0: 1,
        1: 0,
        2: 0,
        3: 0,
    }


async def test_one_shard_alone_can_be_lost(
    discord: Sandbox, sharded: ToyBot, guilds: dict[int, Guild], ann: Persona
) -> None:
    before = {session.shard: session for session in discord.gateway.sessions}
    discord.gateway.disconnect(shard=2)
    await sharded.resumed.wait()
    assert {session.shard: session for session in discord.gateway.sessions} == before
    place = discord.channel("quay", guilds[2])
    assert (await ann.slash("/chat", channel=place)).text == "One."


@pytest.mark.parametrize(("at_once", "ready"), [(1, [0]), (2, [0, 1]), (16, [0, 1, 2, 3])])
async def test_so_many_shards_log_in_at_once(
    client: aiohttp.ClientSession, clock: ManualClock, at_once: int, ready: list[int]
) -> None:
    async with CheckedSandbox(clock=clock, limits=RateLimits(clock)) as timed:
        timed.gateway.max_concurrency = at_once
        let_in = []
        for shard in range(SHARDS):
            async with client.ws_connect(timed.gateway_url) as socket:
                await socket.receive_json()
                await identify(timed, socket, shard=[shard, SHARDS])
                answer = await socket.receive_json()
                if answer["t"] == "READY":
                    let_in.append(shard)
                else:
                    assert (answer["op"], answer["d"]) == (9, False)
        assert let_in == ready
        clock.advance(5)
        async with client.ws_connect(timed.gateway_url) as socket:
            assert (await log_in(timed, socket, shard=[SHARDS - 1, SHARDS]))["shard"] == [SHARDS - 1, SHARDS]


async def test_old_and_new_numbers_of_shards_run_side_by_side(
    discord: Sandbox, client: aiohttp.ClientSession, guilds: dict[int, Guild]
) -> None:
    discord.gateway.max_concurrency = 16
    guild = guilds[3]
    async with client.ws_connect(discord.gateway_url) as old, client.ws_connect(discord.gateway_url) as new:
        await log_in(discord, old, shard=[shard_of(guild, 1), 1])
        await log_in(discord, new, shard=[3, SHARDS])
        discord.world.fail(guild)
        for socket in (old, new):
            while (packet := await socket.receive_json())["t"] != "GUILD_DELETE":
                pass
            assert packet["d"]["id"] == str(guild.id)


async def test_two_clients_share_the_shards_and_each_hears_only_of_its_own(
    discord: Sandbox, guilds: dict[int, Guild], ann: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", discord.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
    discord.gateway.fewest_shards = discord.gateway.max_concurrency = SHARDS
    even = ToyBot(shard_ids=[0, 2], shard_count=SHARDS)
    odd = ToyBot(shard_ids=[1, 3], shard_count=SHARDS)
    heard: list[tuple[str, int | None]] = []

    def listen(toy: ToyBot, name: str) -> None:
        @toy.event
        async def on_interaction(interaction: Heard) -> None:
            heard.append((name, interaction.guild.shard_id if interaction.guild else None))

    listen(even, "even")
    listen(odd, "odd")
    running = [asyncio.create_task(toy.start(discord.token)) for toy in (even, odd)]
    await discord.world.changes.until(lambda: len(discord.gateway.sessions) == SHARDS)
    for toy in (even, odd):
        await toy.wait_until_ready()
    for shard in range(SHARDS):
        place = discord.channel("quay", guilds[shard])
        assert (await ann.slash("/chat", channel=place)).text == "One."
    assert (await ann.slash("/chat", channel=ann.private_channel())).text == "One."
    for toy in (even, odd):
        await toy.close()
    await asyncio.gather(*running)
    assert heard == [("even", 0), ("odd", 1), ("even", 2), ("odd", 3), ("even", None)]
