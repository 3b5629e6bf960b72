"""The sandbox's server listens only on loopback, keeps a journal of requests, and reports violations."""

import io
import json
import re
from pathlib import Path

import aiohttp
import discord as dpy
import pytest
from discord import HTTPException, NotFound
from discord.http import Route

from bot.service.config import PROJECT
from sandbox import Sandbox, SandboxError, SandboxViolationError
from sandbox.world.changes import Change
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.description.openapi import Description
from tests.sandbox.toy_bot import ToyBot


def test_the_sandbox_binds_to_the_loopback_only() -> None:
    with pytest.raises(ValueError, match=r"127\.0\.0\.1 only"):
        Sandbox("0.0.0.0")  # noqa: S104


async def test_another_host_name_is_turned_away(discord: Sandbox) -> None:
    async with aiohttp.ClientSession() as client:
        async with client.get(discord.api_url + "/gateway", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        async with client.get(f"http://localhost:{discord.api_url.split(':')[2]}/gateway/bot") as answer:
            assert answer.status == 401


async def test_a_wrong_token_is_unauthorized(discord: Sandbox, bot: ToyBot) -> None:
    bot.http.token = "wrong"
    with pytest.raises(HTTPException) as refused:
        await bot.fetch_user(1)
    assert refused.value.status == 401


async def test_an_unknown_route_is_a_violation(bot: ToyBot, discord: Sandbox) -> None:
    with pytest.raises(NotFound):
        await bot.http.request(Route("GET", "/tides"))
    assert discord.violations == ["GET /tides: 404: Not Found"]
    discord.violations.clear()


async def test_violations_fail_the_test_at_its_end() -> None:
    with pytest.raises(SandboxViolationError, match="the tides"):
        async with CheckedSandbox() as sandbox:
            sandbox.violations.append("POST /tides: the tides")


async def test_a_violation_does_not_hide_another_failure() -> None:
    async def fail() -> None:
        async with CheckedSandbox() as sandbox:
            sandbox.violations.append("POST /tides: the tides")
            raise KeyError("first")

    with pytest.raises(KeyError) as failed:
        await fail()
    assert any("the tides" in note for note in failed.value.__notes__)


async def test_the_journal_keeps_every_request(bot: ToyBot, discord: Sandbox) -> None:
    await bot.text_channel(discord.harbour.id).send("Here.")
    [request] = discord.journal.find("POST", "/channels/*/messages")
    assert isinstance(request.body, dict)
    assert request.body["content"] == "Here."
    assert request.status == 200


async def test_what_is_no_json_is_refused(discord: Sandbox) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as client:
        address = f"{discord.api_url}/channels/{discord.harbour.id}/messages"
        async with client.post(address, data="ahoy") as answer:
            assert answer.status == 400
            assert (await answer.json())["code"] == 50109


async def test_the_bot_learns_of_itself_and_its_guild(bot: ToyBot, discord: Sandbox) -> None:
    ann = discord.persona("Ann")
    guild = await bot.fetch_guild(discord.guild.id)
    member = await guild.fetch_member(ann.id)
    assert (guild.name, member.display_name) == ("The Harbour", "Ann")
    assert (await bot.application_info()).name == "Harbourmaster"
    with pytest.raises(NotFound) as refused:
        await guild.fetch_member(1)
    assert refused.value.code == 10007


async def test_what_the_bot_learns_of_its_application_has_the_empty_summary_that_some_clients_read(
    bot: ToyBot,
) -> None:
    told = await bot.http.request(Route("GET", "/oauth2/applications/@me"))
    assert (told["name"], told["summary"]) == ("Harbourmaster", "")


async def test_the_bot_can_leave(bot: ToyBot, discord: Sandbox) -> None:
    guild = bot.get_guild(discord.guild.id)
    assert guild
    await guild.leave()
    assert not discord.guild.has_bot


async def test_typing_is_told(bot: ToyBot, discord: Sandbox) -> None:
    channel = bot.text_channel(discord.harbour.id)
    told: list[Change] = []
    with discord.world.changes.watched(told.append):
        await channel.typing()
    assert [type(change).__name__ for change in told] == ["Typing"]


async def test_waiting_for_what_never_comes_ends(
    discord: CheckedSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.sandbox.checked.SAFETY_SECONDS", 0)
    with pytest.raises(SandboxError, match="never came"):
        await discord.wait_for_message()
    monkeypatch.setattr("sandbox.server.SAFETY_SECONDS", 0)
    with pytest.raises(SandboxError, match="did not connect"):
        await discord.wait_for_bot("nothing")


SMALL_DESCRIPTION = {
    "openapi": "3.1.0",
    "paths": {
        "/users/@me": {"get": {}},
        "/users/{user_id}": {"get": {}},
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Message"}}}
                }
            }
        },
    },
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string"},
            "Message": {
                "type": "object",
                "properties": {
                    "content": {"type": "string", "maxLength": 10},
                    "sticker": {"$ref": "#/components/schemas/SnowflakeType"},
                },
            },
        }
    },
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(SMALL_DESCRIPTION), encoding="utf-8")
    return path


@pytest.fixture
def description(file: Path) -> Description:
    return Description.load(file)


async def post(sandbox: Sandbox, body: dict[str, object]) -> None:
    """Post a message without a client."""
    address = f"{sandbox.api_url}/channels/{sandbox.harbour.id}/messages"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.token}"}) as client:
        await client.post(address, json=body)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"content": "Short."}, None),
        ({"content": "Short.", "sticker": 5}, None),
        ({"content": "Much too long."}, '$.content: "Much too long." is longer than 10 characters'),
        ({"content": "Short.", "sticker": None}, '$.sticker: null is not of types "integer", "string"'),
    ],
)
async def test_requests_are_held_against_the_description(
    description: Description, body: dict[str, object], complaint: str | None
) -> None:
    sandbox = Sandbox(description=description)
    await sandbox.start()
    await post(sandbox, body)
    await sandbox.stop()
    path = f"POST /channels/{sandbox.harbour.id}/messages: "
    assert sandbox.violations == ([path + complaint] if complaint else [])


async def test_a_route_that_is_not_described_is_a_violation(description: Description) -> None:
    sandbox = Sandbox(description=description)
    await sandbox.start()
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.token}"}) as client:
        for path in ("/users/@me", "/gateway/bot"):
            async with client.get(sandbox.api_url + path) as answer:
                assert answer.status == 200
    await sandbox.stop()
    assert sandbox.violations == ["GET /gateway/bot: no such operation in Discord's description"]


async def test_a_wrong_request_fails_a_test(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", str(file))
    sandbox = CheckedSandbox()
    await sandbox.start()
    await post(sandbox, {"content": "Much too long."})
    with pytest.raises(SandboxViolationError, match="is longer than 10 characters"):
        await sandbox.__aexit__(None, None, None)


@pytest.mark.parametrize("folder", ["tests", "bench"])
def test_every_sandbox_that_a_bot_is_tried_in_is_checked(folder: str) -> None:
    programs = {file: file.read_text(encoding="utf-8") for file in (PROJECT / folder).rglob("*.py")}
    assert any("CheckedSandbox()" in text for text in programs.values())
    # The earlier tests in this file use their own description, or no bot.
    unchecked = re.compile(r"\bSandbox\((?!description=|\"0)")
    assert [file for file, text in programs.items() if unchecked.search(text)] == []


async def test_attachments_that_are_no_pictures_are_served_for_download(
    bot: ToyBot, discord: Sandbox
) -> None:
    page = dpy.File(io.BytesIO(b"<script>alert(1)</script>"), "replay.html")
    sent = await bot.text_channel(discord.harbour.id).send(file=page)
    async with aiohttp.ClientSession() as client, client.get(sent.attachments[0].url) as answer:
        assert answer.headers["Content-Disposition"] == "attachment"
        assert answer.content_type == "text/html"
