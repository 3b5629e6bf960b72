"""The gateway as the real client meets it: lost, resumed, invalid, sharded."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import Persona, Sandbox
from sandbox.changes import BotDisconnected, Change
from tests.sandbox.toy_bot import ToyBot


async def test_a_bot_resumes_after_its_connection_was_cut(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    session = discord.gateway.sessions[0]
    discord.gateway.disconnect()
    await bot.resumed.wait()
    assert discord.gateway.sessions == [session]
    assert (await ann.slash("/chat")).text == "One."


async def test_a_bot_reconnects_when_asked_to(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    discord.gateway.ask_to_reconnect()
    await bot.resumed.wait()
    assert (await ann.slash("/chat")).text == "One."


async def test_an_invalid_session_begins_anew(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    session = discord.gateway.sessions[0]
    discord.gateway.invalidate()
    await discord.world.changes.until(lambda: discord.gateway.sessions not in ([], [session]))
    assert (await ann.slash("/chat")).text == "One."


async def test_a_session_that_is_only_interrupted_is_resumed(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    session = discord.gateway.sessions[0]
    discord.gateway.invalidate(resumable=True)
    await bot.resumed.wait()
    assert discord.gateway.sessions == [session]


async def test_what_happens_while_the_bot_is_away_reaches_it_later(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    discord.gateway.disconnect()
    reply = await ann.slash("/chat")
    assert reply.text == "One."
    assert bot.resumed.is_set()


async def test_a_resume_can_repeat_what_the_bot_has_seen(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    reply = await (await ann.slash("/whisper")).settled()
    discord.gateway.repeat_on_resume = 1
    refused = asyncio.Event()

    @bot.tree.error
    async def on_error(_: object, error: Exception) -> None:
        refused.set()

    discord.gateway.disconnect()
    await refused.wait()
    assert ann.sees() == [reply.message]


async def test_events_that_were_not_asked_for_are_not_sent(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    heard: list[str] = []

    @bot.event
    async def on_socket_event_type(event: str) -> None:
        heard.append(event)

    await ann.say("Ahoy.")
    await ann.slash("/chat")
    assert heard == ["INTERACTION_CREATE"]


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def identify(socket: aiohttp.ClientWebSocketResponse, **more: object) -> None:
    await socket.send_json({"op": 2, "d": {"token": "sandbox-token", "intents": 1, **more}})


async def test_a_guild_belongs_to_one_shard(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    second = discord.add_guild("Far Harbour")
    for shard in (0, 1):
        async with client.ws_connect(discord.gateway_url) as socket:
            assert (await socket.receive_json())["op"] == 10
            await identify(socket, shard=[shard, 2])
            ready = (await socket.receive_json())["d"]
            guilds = {int(guild["id"]) for guild in ready["guilds"]}
            assert guilds == {g.id for g in (discord.guild, second) if (g.id >> 22) % 2 == shard}
            assert ready["shard"] == [shard, 2]


async def test_a_wrong_token_is_hung_up_on(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await identify(socket, token="wrong")
        assert (await socket.receive()).data == 4004


async def test_a_heartbeat_is_acknowledged(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11


async def test_an_unknown_session_cannot_be_resumed(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {"token": discord.token, "session_id": "old", "seq": 1}})
        assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_what_is_no_packet_ends_the_connection(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_str("ahoy")
        assert (await socket.receive()).data == 4002


async def test_a_stream_is_compressed_as_one(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url + "?compress=zlib-stream") as socket:
        inflate = zlib.decompressobj()
        assert json.loads(inflate.decompress(await socket.receive_bytes()))["op"] == 10
        await identify(socket)
        assert json.loads(inflate.decompress(await socket.receive_bytes()))["t"] == "READY"


async def test_a_bot_that_says_goodbye_is_forgotten(bot: ToyBot, discord: Sandbox) -> None:
    gone: list[Change] = []
    with discord.world.changes.watched(gone.append):
        await bot.close()
        await discord.world.changes.until(lambda: gone)
    assert gone == [BotDisconnected(0)]
    assert discord.gateway.sessions == []
