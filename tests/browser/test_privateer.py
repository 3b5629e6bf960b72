"""The real bot on the page: two people open a battle of Privateer and fight its first turns."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.bot import voyages
from tests.bot.harbour import Harbour
from tests.browser import tables
from tests.browser.conftest import OpenWindow
from tests.browser.window import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def clock() -> None:
    """The machine's own time."""


async def test_two_people_open_a_battle_and_spend_their_first_dice(
    harbour: Harbour, open_window: OpenWindow, pictures: Path
) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo", width=PHONE, scheme="dark")
    voyages.foretell(harbour, seed=3)
    await tables.open_game(harbour, "Articles of War: Privateer", ann, bo)

    table = await harbour.table()
    seen = set[str]()
    while not table.game.turn(table.match.state).startswith("2 "):
        kind = table.match.decisions[0].kind
        film = None if kind in seen else pictures / f"privateer-{kind}.png"
        seen.add(kind)
        await tables.decide(harbour, {"Ann": ann, "Bo": bo}, film)

    for name, window in (("ann", ann), ("bo", bo)):
        await expect(window.board).to_have_attribute("alt", re.compile(r"^Privateer\. Round 2 · "))
        await window.page.screenshot(path=pictures / f"privateer-{name}.png")
