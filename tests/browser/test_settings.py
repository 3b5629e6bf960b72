"""The real bot on the page: a moderator sets up the server by the menus of one card."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from sandbox.world.permissions import Permission
from tests.bot.harbour import Harbour
from tests.browser.conftest import OpenWindow
from tests.browser.window import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def clock() -> None:
    """Use the machine's time."""


async def pick(window: Window, menu: str, choice: str) -> None:
    """Choose a value in a menu of the newest card."""
    await window.last.get_by_role("button", name=menu, exact=True).click()
    chosen = window.page.get_by_role("option", name=choice, exact=True)
    await chosen.click()
    await window.key("Escape")


async def test_a_moderator_sets_up_the_server_on_one_card(
    harbour: Harbour, open_window: OpenWindow, pictures: Path
) -> None:
    harbour.discord.persona("Mo", moderator=True)
    harbour.discord.world.add_role(harbour.discord.guild, "Pilots", Permission.NONE)
    harbour.discord.channel("board")
    mo = await open_window("Mo", width=PHONE)

    await mo.run("/settings")
    await expect(mo.last).to_contain_text("No dashboard of open games.")
    await mo.page.screenshot(path=pictures / "settings-first.png", full_page=True)
    await pick(mo, "Role of game masters", "Pilots")
    await expect(mo.last).to_contain_text("members with @Pilots")
    await pick(mo, "Dashboard of open games", "board")
    await expect(mo.last).to_contain_text("The dashboard of all open games is in")
    await mo.page.screenshot(path=pictures / "settings.png", full_page=True)

    await mo.run("/play game:port_flower")
    await expect(mo.button("Join")).to_be_visible()
    await harbour.calm()
    await harbour.bot.dashboards.go_round()
    await mo.go("/?as=Mo&channel=board")
    await expect(mo.last).to_contain_text("in its lobby, 1 of 6 seats taken")
    await mo.page.screenshot(path=pictures / "dashboard.png")
