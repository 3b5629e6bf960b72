"""One browser for all tests of the page; for each test a sandbox, a bot, and its windows."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, async_playwright

from sandbox import ManualClock, RateLimits, Sandbox
from sandbox.page import mount
from tests.bot.harbour import Harbour, bot_in
from tests.browser.demo_bot import DemoBot
from tests.browser.site import Site, watched_race
from tests.browser.window import Window
from tests.sandbox.checked import CheckedSandbox

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers, the fastest first. The fastest opens no windows, the others a hidden window for each page."""
QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PICTURES = Path(__file__).parents[2] / "build" / "browser"


def browser_path() -> str | None:
    """Return the path of a browser, or `None`."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


class OpenWindow(Protocol):
    async def __call__(
        self, who: str = "Ann", channel: str = "harbour", *, width: int = 1280, scheme: str = "light"
    ) -> Window: ...


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    found = browser_path()
    if found is None:
        pytest.skip(f"needs a browser: none of {', '.join(BROWSERS)} is installed")
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=found, args=QUIETLY)
        yield running
        await running.close()


@pytest.fixture
def clock() -> ManualClock | None:
    """Return Discord's clock. Modules with the real bot use the machine's clock instead."""
    return ManualClock()


@pytest_asyncio.fixture(loop_scope="session")
async def discord(clock: ManualClock | None) -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=100), mount=mount) as sandbox:
        yield sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def bot(discord: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DemoBot]:
    """Run the demonstration bot with its commands registered."""
    monkeypatch.setattr(Route, "BASE", discord.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
    demo = DemoBot()
    running = asyncio.create_task(demo.start(discord.token))
    await discord.wait_for_bot("/ask")
    yield demo
    await demo.close()
    await running


@pytest_asyncio.fixture(loop_scope="session")
async def harbour(
    discord: CheckedSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Harbour]:
    """Run the real bot."""
    # The bot points discord.py at the sandbox. After the test, `monkeypatch` points it at Discord again.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    async with bot_in(discord, tmp_path) as place:
        yield place


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(browser: Browser, discord: Sandbox) -> AsyncIterator[OpenWindow]:
    """Open windows of the page. A test fails if there was an error in any window."""
    windows: list[Window] = []

    async def open_one(
        who: str = "Ann", channel: str = "harbour", *, width: int = 1280, scheme: str = "light"
    ) -> Window:
        window = await Window.open(browser, discord.url, width=width, scheme=scheme)
        windows.append(window)
        await window.go(f"/?as={who}&channel={channel}")
        return window

    yield open_one
    troubles = [trouble for window in windows for trouble in window.troubles]
    for window in windows:
        await window.close()
    assert troubles == []


@pytest_asyncio.fixture(loop_scope="session")
async def site(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """A running race that browsers show on the web."""
    # The bot points discord.py at the sandbox. After the test, `monkeypatch` points it at Discord again.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    async with watched_race(browser, tmp_path) as found:
        yield found


@pytest.fixture
def pictures() -> Path:
    """Return the folder of screenshots for people to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
