"""Rate limits, and the answers to excessive requests."""

import asyncio
import io
from collections.abc import AsyncIterator

import aiohttp
import discord as dpy
import pytest
from discord import HTTPException

from sandbox import ManualClock, Page, Permission, Persona, RateLimits, Sandbox
from sandbox.traffic.rate_limits import INVALID
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot

HOUR = 3600


@pytest.fixture
async def limited(clock: ManualClock) -> AsyncIterator[CheckedSandbox]:
    """Run a sandbox with Discord's limits, which reset by the test's clock."""
    async with CheckedSandbox(clock=clock, limits=RateLimits(clock)) as sandbox:
        yield sandbox


@pytest.fixture
async def client(limited: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Authorization": f"Bot {limited.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield session


async def post(client: aiohttp.ClientSession, sandbox: Sandbox, text: str = "x") -> aiohttp.ClientResponse:
    address = f"{sandbox.api_url}/channels/{sandbox.harbour.id}/messages"
    async with client.post(address, json={"content": text}) as answer:
        await answer.read()
        return answer


async def edit(client: aiohttp.ClientSession, sandbox: Sandbox, message: int) -> aiohttp.ClientResponse:
    address = f"{sandbox.api_url}/channels/{sandbox.harbour.id}/messages/{message}"
    async with client.patch(address, json={"content": "y"}) as answer:
        await answer.read()
        return answer


async def test_limits_hold_without_a_word(clock: ManualClock) -> None:
    async with CheckedSandbox() as sandbox, aiohttp.ClientSession() as anybody:
        headers = {"Authorization": f"Bot {sandbox.token}"}
        address = f"{sandbox.api_url}/channels/{sandbox.harbour.id}/messages"
        status = []
        for _ in range(6):
            async with anybody.post(address, json={"content": "x"}, headers=headers) as answer:
                status.append(answer.status)
    assert status == [200] * 5 + [429]


async def test_five_messages_in_five_seconds_fill_a_channel(
    limited: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    left = [(await post(client, limited)).headers["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    clock.advance(2)
    refused = await post(client, limited)
    assert refused.status == 429
    body = await refused.json()
    assert (body["retry_after"], body["global"]) == (3.0, False)
    clock.advance(3)
    assert (await post(client, limited)).status == 200


async def test_every_answer_tells_of_its_limit(
    limited: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    headers = (await post(client, limited)).headers
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Reset-After"]) == ("5", "5.000")
    assert float(headers["X-RateLimit-Reset"]) == clock.now().timestamp() + 5
    for _ in range(4):
        await post(client, limited)
    refused = (await post(client, limited)).headers
    assert (refused["X-RateLimit-Scope"], refused["Retry-After"]) == ("user", "5")
    assert refused["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]
    async with client.get(limited.api_url + "/users/@me") as other:
        assert other.headers["X-RateLimit-Bucket"] != headers["X-RateLimit-Bucket"]


async def test_a_token_has_fifty_requests_a_second(
    limited: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    channels = [limited.channel(f"quay-{number}") for number in range(51)]

    async def write(channel: int) -> aiohttp.ClientResponse:
        address = f"{limited.api_url}/channels/{channel}/messages"
        async with client.post(address, json={"content": "x"}) as answer:
            await answer.read()
            return answer

    answers = [await write(channel.id) for channel in channels]
    assert [answer.status for answer in answers] == [200] * 50 + [429]
    assert answers[-1].headers["X-RateLimit-Global"] == "true"
    assert (await answers[-1].json())["global"] is True
    clock.advance(1)
    assert (await write(channels[-1].id)).status == 200


async def test_answers_to_interactions_do_not_count_for_the_token(
    limited: Sandbox, clock: ManualClock
) -> None:
    async with aiohttp.ClientSession() as anybody:
        for number in range(60):
            address = f"{limited.api_url}/interactions/{number}/token-{number}/callback"
            async with anybody.post(address, json={"type": 5}) as answer:
                assert answer.status == 404
    assert limited.limits.of_token().remaining == 49


async def test_answers_to_interactions_have_no_limit_and_tell_of_none(limited: Sandbox) -> None:
    async with aiohttp.ClientSession() as anybody:
        for _ in range(30):
            async with anybody.post(
                f"{limited.api_url}/interactions/1/token/callback", json={"type": 5}
            ) as answer:
                assert answer.status == 404
                assert not [name for name in answer.headers if name.lower().startswith("x-ratelimit")]


async def test_a_limit_that_is_shared_with_others_is_nobodys_fault(
    limited: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    old = int((await (await post(client, limited)).json())["id"])
    clock.advance(HOUR)
    refused = [await edit(client, limited, old) for _ in range(4)][-1]
    assert (refused.status, refused.headers["X-RateLimit-Scope"]) == (429, "shared")
    assert limited.limits.invalid == 0


async def test_old_messages_are_edited_less_often(
    limited: Sandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    old = int((await (await post(client, limited)).json())["id"])
    clock.advance(HOUR)
    answers = [await edit(client, limited, old) for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    body = await answers[-1].json()
    assert (body["code"], body["retry_after"]) == (30046, 6.0)
    young = int((await (await post(client, limited)).json())["id"])
    assert (await edit(client, limited, young)).status == 200
    clock.advance(6)
    assert (await edit(client, limited, old)).status == 200


async def test_too_many_invalid_requests_get_the_machine_banned(
    limited: CheckedSandbox, client: aiohttp.ClientSession, clock: ManualClock
) -> None:
    limited.deny_bot(limited.harbour, Permission.SEND_MESSAGES)
    assert (await post(client, limited)).status == 403
    assert limited.limits.invalid == 1
    for _ in range(INVALID.count - 1):
        limited.limits.note_answer(403)
    banned = await post(client, limited)
    assert (banned.status, banned.content_type) == (429, "text/html")
    assert "Via" not in banned.headers
    clock.advance(600)
    assert (await post(client, limited)).status == 403
    assert limited.limits.invalid == 1


async def test_a_client_that_is_refused_waits_and_comes_again(bot: ToyBot, discord: Sandbox) -> None:
    channel = bot.text_channel(discord.harbour.id)
    await asyncio.gather(*(channel.send(str(number)) for number in range(12)))
    assert len(discord.harbour.messages) == 12


@pytest.mark.parametrize("status", [429, 502, 503])
async def test_the_proxies_before_discord_answer_with_a_page(
    bot: ToyBot, discord: Sandbox, status: int
) -> None:
    discord.faults.arm("POST", "/channels/*/messages", Page(status))
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as client:
        answer = await post(client, discord)
        assert (answer.status, answer.content_type) == (status, "text/html")
        assert "<h1>" in await answer.text()


async def test_a_ban_is_an_error_to_the_client(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    discord.faults.arm("POST", "/channels/*/messages", Page(429))
    with pytest.raises(HTTPException) as refused:
        await bot.text_channel(discord.harbour.id).send("Here.")
    assert refused.value.status == 429


async def test_a_nonce_is_known_in_every_channel(bot: ToyBot, discord: Sandbox) -> None:
    quay = bot.get_partial_messageable(discord.channel("quay").id)
    first = await bot.text_channel(discord.harbour.id).send("Once.", nonce=77)
    second = await quay.send("Twice.", nonce=77)
    assert (second.id, second.content) == (first.id, "Once.")


async def test_the_nonce_of_a_deleted_message_is_still_taken(
    bot: ToyBot, discord: Sandbox, clock: ManualClock
) -> None:
    channel = bot.text_channel(discord.harbour.id)
    await (await channel.send("Once.", nonce=77)).delete()
    with pytest.raises(dpy.NotFound) as refused:
        await channel.send("Again.", nonce=77)
    assert refused.value.code == 10008
    clock.advance(600)
    await channel.send("Again.", nonce=77)


async def test_a_nonce_has_25_characters_at_most(bot: ToyBot, discord: Sandbox) -> None:
    with pytest.raises(HTTPException) as refused:
        await bot.text_channel(discord.harbour.id).send("Once.", nonce="x" * 26)
    assert refused.value.code == 50035
    discord.violations.clear()


@pytest.mark.parametrize(("mebibytes", "status"), [(24, 400), (26, 413)])
async def test_a_request_has_25_mebibytes_at_most(
    limited: Sandbox, client: aiohttp.ClientSession, mebibytes: int, status: int
) -> None:
    address = f"{limited.api_url}/channels/{limited.harbour.id}/messages"
    async with client.post(address, data=io.BytesIO(b"x" * mebibytes * 1024 * 1024)) as answer:
        assert answer.status == status
        assert (await answer.json())["code"] == {400: 50109, 413: 40005}[status]


@pytest.mark.parametrize(
    ("emoji", "taken"),
    [
        ("⚓", True), ("👩🏽‍✈️", True), ("🇩🇪", True), ("7️⃣", True), ("x", False), (":anchor:", False),
        ("<:anchor:123456789012345678>", False),
    ],
)  # fmt: skip
async def test_a_button_bears_an_emoji_that_exists(
    bot: ToyBot, discord: Sandbox, emoji: str, taken: bool
) -> None:
    view = dpy.ui.LayoutView(timeout=None)
    view.add_item(dpy.ui.ActionRow(dpy.ui.Button(label="Go", custom_id="go", emoji=emoji)))
    view.stop()
    sending = bot.text_channel(discord.harbour.id).send(view=view)
    if taken:
        await sending
        return
    with pytest.raises(HTTPException, match="Invalid emoji"):
        await sending
