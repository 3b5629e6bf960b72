"""The real bot on the page: two people open a race of Sailing Port Flower and sail its first round."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import expect

from bot.config import Settings
from sandbox import Message, Persona, Sandbox
from sandbox.components import StringMenu
from sandbox.page import mount
from tests.bot.harbour import Harbour, log_in
from tests.browser.conftest import OpenWindow
from tests.browser.window import PATIENCE, PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

PEOPLE = ("Ann", "Bo")
SECOND_ROUND = re.compile(r"^Sailing Port Flower, round 2 of")


@pytest_asyncio.fixture(loop_scope="session")
async def discord() -> AsyncIterator[Sandbox]:
    """A sandbox that goes by the machine's clock, as the bot does."""
    async with Sandbox(mount=mount) as sandbox:
        yield sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def harbour(
    discord: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Harbour]:
    # The bot points discord.py at the sandbox; afterwards it points at Discord again.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    settings = Settings.model_validate(
        {
            "discord_token": discord.token,
            "database_url": f"sqlite:///{tmp_path / 'games.db'}",
            "discord_api_url": discord.api_url,
            "discord_gateway_url": discord.gateway_url,
        }
    )
    place = Harbour(discord, *await log_in(settings, discord), settings, discord.harbour)
    yield place
    await place.stop()


async def open_race(ann: Window, bo: Window) -> None:
    await ann.type("/game new")
    await ann.key("Enter")
    await expect(ann.option("game")).to_be_focused()
    await ann.type("port")
    await expect(ann.page.get_by_role("option")).to_contain_text(["Sailing Port Flower"])
    await ann.key("Tab", "Enter")
    await bo.button("Join").click()
    await expect(ann.message("At the table")).to_contain_text("Bo")
    await ann.button("Start").click()


async def use_first_control(window: Window, message: Message) -> None:
    """Press the first button that goes on, or choose the first line of the menu."""
    if message.menus:
        menu = message.menus[0]
        assert isinstance(menu, StringMenu)
        await window.control(menu.custom_id).click()
        await window.page.get_by_role("option").first.click()
        return
    forward = [button for button in message.buttons if button.label not in {"Take back", "Start over"}]
    await window.control(forward[0].custom_id or "").click()


async def decide(harbour: Harbour, windows: dict[int, Window]) -> None:
    """Let the seat that is awaited do the first thing it may, in as many presses as that takes."""
    table = await harbour.table()
    before = table.match.position
    seat = before.awaited[0].seat
    person = harbour.discord.persona(PEOPLE[seat - 1])
    message = harbour.posts()[-1]
    while table.match.position.last == before.last:
        told = newest_private(person)
        await use_first_control(windows[seat], message)

        def went_on(told: object = told) -> bool:
            return table.match.position.last > before.last or newest_private(person) != told

        async with asyncio.timeout(PATIENCE / 1000):
            await harbour.discord.world.changes.until(went_on)
        message = person.sees()[-1]
    await harbour.bot.outbox.idle()


def newest_private(person: Persona) -> tuple[int, object] | None:
    """The private answer that `person` was given last, as it stands now."""
    private = [message for message in person.sees() if message.ephemeral and not message.loading]
    return (private[-1].id, private[-1].components) if private else None


async def test_two_people_open_a_race_and_sail_its_first_round(
    harbour: Harbour, open_window: OpenWindow, pictures: Path
) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo", width=PHONE, scheme="dark")
    await open_race(ann, bo)
    await expect(ann.page.locator(".picture img")).to_be_visible()

    table = await harbour.table()
    while table.game.turn(table.match.state).startswith("1."):
        await decide(harbour, {1: ann, 2: bo})

    for name, window in (("ann", ann), ("bo", bo)):
        await expect(window.page.locator(".picture img").last).to_have_attribute("alt", SECOND_ROUND)
        await window.page.screenshot(path=pictures / f"race-{name}.png")
