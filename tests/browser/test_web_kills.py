"""A bot is killed and started again under two browsers that watch a game, one of them a phone."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.bot.program import Program
from tests.bot.test_kills import discord, kill_at, move, posted
from tests.bot.web.test_kills import port, program, watched_race
from tests.browser.conftest import QUIETLY, browser_path
from tests.sandbox.checked import CheckedSandbox

__all__ = ["discord", "port", "program"]

AGAIN = 20_000
"""The milliseconds within which a browser must reconnect to a bot."""


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Open a browser in the event loop that also has the simulated Discord and the bot's program."""
    path = browser_path()
    if path is None:
        pytest.skip("Chromium is not installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=QUIETLY)
        yield browser
        await browser.close()


async def test_browsers_find_a_killed_bot_again_and_show_what_was_played(
    browser: Browser, discord: CheckedSandbox, program: Program, port: int
) -> None:
    people, path = await watched_race(discord)
    windows = []
    for width in (400, 1280):
        page = await browser.new_page(viewport={"width": width, "height": 800})
        await page.goto(f"http://127.0.0.1:{port}{path}")
        await expect(page.locator("#live")).to_have_text("live")
        windows.append((page, await page.locator("#where").inner_text()))
    await kill_at(posted, discord, program, people)
    for page, _ in windows:
        await expect(page.locator("#live")).to_have_text("away", timeout=AGAIN)
    await program.start()
    await move(people)
    for page, before in windows:
        await expect(page.locator("#live")).to_have_text("live", timeout=AGAIN)
        await expect(page.locator("#where")).not_to_have_text(re.compile(re.escape(before)), timeout=AGAIN)
    shown = {await page.locator("#where").inner_text() for page, _ in windows}
    assert len(shown) == 1
