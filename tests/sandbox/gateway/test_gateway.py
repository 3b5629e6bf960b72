"""The gateway, as the real client uses it: lost, resumed, invalid and sharded connections."""

import asyncio
import base64
import json
import zlib
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import ManualClock, Persona, RateLimits, Sandbox
from sandbox.gateway.events import Intent
from sandbox.world.changes import BotDisconnected, Change
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.gateway.wire import closed_with, identify, log_in
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


@pytest.fixture
def wire(discord: Sandbox, clock: ManualClock) -> ManualClock:
    """Let the gateway measure its clients by the test's clock instead of the machine's."""
    discord.gateway.clock = discord.login.clock = clock
    return clock


@pytest.fixture
async def timed(clock: ManualClock) -> AsyncIterator[CheckedSandbox]:
    """Run a sandbox in which the test's clock measures everything."""
    async with CheckedSandbox(clock=clock, limits=RateLimits(clock)) as sandbox:
        sandbox.gateway.clock = sandbox.login.clock = clock
        yield sandbox


async def test_a_guild_belongs_to_one_shard(
    timed: CheckedSandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    second = timed.add_guild("Far Harbour")
    for shard in (0, 1):
        clock.advance(5)
        async with client.ws_connect(timed.gateway_url) as socket:
            ready = await log_in(timed, socket, shard=[shard, 2])
            guilds = {int(guild["id"]) for guild in ready["guilds"]}
            assert guilds == {g.id for g in (timed.guild, second) if (g.id >> 22) % 2 == shard}
            assert ready["shard"] == [shard, 2]


@pytest.mark.parametrize("resumable", [False, True], ids=["lost", "interrupted"])
async def test_a_client_goes_on_where_it_was_told_that_its_session_is_invalid(
    discord: Sandbox, client: aiohttp.ClientSession, resumable: bool
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        ready = await log_in(discord, socket)
        while (await socket.receive_json())["t"] != "GUILD_CREATE":
            pass
        discord.gateway.invalidate(resumable=resumable)
        assert await socket.receive_json() == {"op": 9, "d": resumable, "s": None, "t": None}
        form = {"token": discord.token, "session_id": ready["session_id"], "seq": 2}
        await socket.send_json({"op": 6, "d": form})
        answer = await socket.receive_json()
        if resumable:
            assert answer["t"] == "RESUMED"
        else:
            assert (answer["op"], answer["d"]) == (9, False)
            await asyncio.sleep(0.06)
            await identify(discord, socket)
            assert (await socket.receive_json())["t"] == "READY"


async def test_a_wrong_token_is_hung_up_on(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await identify(discord, socket, token="wrong")
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
        await identify(discord, socket)
        assert json.loads(inflate.decompress(await socket.receive_bytes()))["t"] == "READY"


async def test_a_bot_that_says_goodbye_is_forgotten(bot: ToyBot, discord: Sandbox) -> None:
    gone: list[Change] = []
    with discord.world.changes.watched(gone.append):
        await bot.close()
        await discord.world.changes.until(lambda: gone)
    assert gone == [BotDisconnected(0)]
    assert discord.gateway.sessions == []


async def test_a_token_has_discords_shape(discord: Sandbox) -> None:
    first, *others = discord.token.split(".")
    assert base64.b64decode(first + "==").decode() == str(discord.world.bot.id)
    assert [len(part) for part in others] == [6, 36]


async def test_a_token_may_follow_the_word_bot(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url + "/?v=10&encoding=json") as socket:
        await log_in(discord, socket, token=f"Bot {discord.token}")


async def test_packets_may_be_binary(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        form = {"token": discord.token, "intents": 1, "properties": {}}
        await socket.send_bytes(json.dumps({"op": 2, "d": form}).encode())
        assert (await socket.receive_json())["t"] == "READY"


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"intents": 1 << 18}, 4013),
        ({"intents": -1}, 4013),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"shard": [2, 2]}, 4010),
        ({"token": "wrong"}, 4004),
        ({"properties": None}, 4002),
    ],
)
async def test_a_login_that_is_wrong_is_refused(
    discord: Sandbox, client: aiohttp.ClientSession, form: dict[str, object], code: int
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await identify(discord, socket, **form)
        assert await closed_with(socket) == code


async def test_privileged_intents_can_be_granted(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    discord.gateway.granted = Intent.GUILD_MEMBERS
    async with client.ws_connect(discord.gateway_url) as socket:
        await log_in(discord, socket, intents=1 | 1 << 1)


async def test_what_people_write_is_told_only_to_who_was_granted_that_and_asks_for_it(
    timed: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    timed.gateway.granted = Intent.MESSAGE_CONTENT
    ann = timed.persona("Ann")
    to_bot, to_all = f"Ahoy, <@{timed.world.bot.id}>.", "Ahoy, all."
    for intents, heard in ((0, ["", to_bot]), (Intent.MESSAGE_CONTENT, [to_all, to_bot])):
        clock.advance(5)
        async with client.ws_connect(timed.gateway_url) as socket:
            await log_in(timed, socket, intents=Intent.GUILD_MESSAGES | intents)
            for text in (to_all, to_bot):
                await ann.say(text)
            told = [await socket.receive_json() for _ in heard]
            assert [(packet["t"], packet["d"]["content"]) for packet in told] == [
                ("MESSAGE_CREATE", text) for text in heard
            ]


async def test_who_has_too_many_servers_for_one_shard_must_use_more(
    timed: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    timed.gateway.most_guilds = 0
    without_a_guild = 1 - (timed.guild.id >> 22) % 2
    async with client.ws_connect(timed.gateway_url) as socket:
        await socket.receive_json()
        await identify(timed, socket)
        assert await closed_with(socket) == 4011
    clock.advance(5)
    async with client.ws_connect(timed.gateway_url) as socket:
        await log_in(timed, socket, shard=[without_a_guild, 2])


async def test_an_older_version_is_refused(discord: Sandbox, client: aiohttp.ClientSession) -> None:
    async with client.ws_connect(discord.gateway_url + "?v=7") as socket:
        assert await closed_with(socket) == 4012


async def test_nobody_logs_in_twice_on_one_connection(
    discord: Sandbox, client: aiohttp.ClientSession
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await log_in(discord, socket)
        await identify(discord, socket)
        assert await closed_with(socket) == 4005


async def test_nobody_resumes_from_what_was_not_sent_yet(
    discord: Sandbox, client: aiohttp.ClientSession
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        ready = await log_in(discord, socket)
        discord.gateway.disconnect()
        await closed_with(socket)
    resume = {"token": discord.token, "session_id": ready["session_id"], "seq": 99}
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": resume})
        assert await closed_with(socket) == 4007


async def test_who_sends_too_much_is_hung_up_on(
    discord: Sandbox, client: aiohttp.ClientSession, wire: ManualClock
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        await log_in(discord, socket)
        for _ in range(119):
            await socket.send_json({"op": 1, "d": None})
        await socket.send_json({"op": 1, "d": None})
        assert await closed_with(socket) == 4008


async def test_a_silent_client_is_hung_up_on(
    discord: Sandbox, client: aiohttp.ClientSession, wire: ManualClock
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        ready = await log_in(discord, socket)
        wire.advance(60)
        await socket.send_json({"op": 1, "d": None})
        while (await socket.receive_json())["op"] != 11:
            pass
        wire.advance(60)
        assert discord.gateway.sessions[0].id == ready["session_id"]
        wire.advance(2)
        assert await closed_with(socket) == 4009


async def test_a_session_expires_when_nobody_comes_back(
    discord: Sandbox, client: aiohttp.ClientSession, wire: ManualClock
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        ready = await log_in(discord, socket)
        discord.gateway.disconnect()
        await closed_with(socket)
    wire.advance(181)
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        resume = {"token": discord.token, "session_id": ready["session_id"], "seq": 1}
        await socket.send_json({"op": 6, "d": resume})
        assert (await socket.receive_json())["op"] == 9


async def test_a_session_that_missed_too_much_is_not_resumed(
    discord: Sandbox, client: aiohttp.ClientSession
) -> None:
    async with client.ws_connect(discord.gateway_url) as socket:
        ready = await log_in(discord, socket)
        (session,) = discord.gateway.sessions
        discord.gateway.disconnect()
        await closed_with(socket)
    for _ in range(1001):
        session.dispatch("RESUMED", {})
    async with client.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        resume = {"token": discord.token, "session_id": ready["session_id"], "seq": 2}
        await socket.send_json({"op": 6, "d": resume})
        assert (await socket.receive_json())["op"] == 9


async def test_logins_run_out_and_take_the_token_with_them(
    timed: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    headers, address = {"Authorization": f"Bot {timed.token}"}, timed.api_url + "/gateway/bot"
    timed.login.remaining = 1
    async with client.ws_connect(timed.gateway_url) as first:
        await log_in(timed, first)
        async with client.get(address, headers=headers) as answer:
            limit = (await answer.json())["session_start_limit"]
            assert (limit["total"], limit["remaining"]) == (1000, 0)
            assert limit["reset_after"] == 24 * 3600 * 1000
        clock.advance(5)
        async with client.ws_connect(timed.gateway_url) as second:
            await second.receive_json()
            await identify(timed, second)
            assert await closed_with(second) == 4004
        assert await closed_with(first) == 4004
    async with client.get(address, headers=headers) as answer:
        assert answer.status == 401


async def test_there_are_new_logins_every_day(
    discord: Sandbox, client: aiohttp.ClientSession, wire: ManualClock
) -> None:
    discord.login.remaining = 1
    discord.login.count()
    wire.advance(24 * 3600)
    assert discord.login.count()
    assert discord.login.remaining == 999


async def test_one_login_in_five_seconds_is_taken(
    timed: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    for passed, opcode in ((0, 0), (4, 9), (1, 0)):
        clock.advance(passed)
        async with client.ws_connect(timed.gateway_url) as socket:
            await socket.receive_json()
            await identify(timed, socket)
            assert (await socket.receive_json())["op"] == opcode
