"""No web page except the sandbox's own page may use the sandbox. These tests need no browser."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.page import mount
from tests.sandbox.checked import CheckedSandbox

FOREIGN = {"Origin": "https://evil.example"}


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(mount=mount) as sandbox:
        yield sandbox


@pytest.fixture
async def client(discord: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(discord.url) as session:
        yield session


async def test_the_page_may_run_its_own_scripts_only(client: aiohttp.ClientSession) -> None:
    async with client.get("/") as page:
        policy = page.headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"


async def test_the_page_names_nothing_outside_of_the_sandbox(client: aiohttp.ClientSession) -> None:
    async with client.get("/") as page:
        assert "//" not in (await page.text()).replace("<!doctype html>", "")


@pytest.mark.parametrize("path", ["/page/socket", "/gateway"])
async def test_a_foreign_page_opens_no_websocket(client: aiohttp.ClientSession, path: str) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await client.ws_connect(path, headers=FOREIGN)


async def test_a_page_under_another_port_of_this_machine_is_foreign_too(
    client: aiohttp.ClientSession,
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await client.ws_connect("/page/socket", headers={"Origin": "http://127.0.0.1:1"})


async def test_the_socket_asks_for_an_origin(client: aiohttp.ClientSession) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await client.ws_connect("/page/socket")


async def test_a_foreign_page_reaches_no_route_of_the_bot(discord: Sandbox) -> None:
    async with (
        aiohttp.ClientSession(headers=FOREIGN) as session,
        session.get(f"{discord.api_url}/gateway/bot") as answer,
    ):
        assert answer.status == 403


async def test_another_name_for_this_machine_is_refused(client: aiohttp.ClientSession) -> None:
    async with client.get("/", headers={"Host": "rebound.example"}) as page:
        assert page.status == 403


async def test_only_the_parts_of_the_page_are_served(client: aiohttp.ClientSession) -> None:
    for path in ("/web/..%2Fserver.py", "/web/../server.py", "/web/missing.js"):
        async with client.get(path) as answer:
            assert answer.status == 404


async def test_a_socket_that_sends_nonsense_is_closed(
    client: aiohttp.ClientSession, discord: Sandbox
) -> None:
    async with client.ws_connect("/page/socket", headers={"Origin": discord.url}) as socket:
        await socket.send_str('{"do": "sink"}')

        packet = await socket.receive()

    assert packet.type is aiohttp.WSMsgType.CLOSE
    assert packet.data == aiohttp.WSCloseCode.POLICY_VIOLATION
