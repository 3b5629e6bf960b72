"""The real bot on the page: two people open a race of King of Acrana and sail its first turns."""

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

LAST_TURN = 16


@pytest.fixture
def clock() -> None:
    """The machine's own time."""


async def test_two_people_open_a_race_and_play_their_first_cards(
    harbour: Harbour, open_window: OpenWindow, pictures: Path
) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo", width=PHONE, scheme="dark")
    voyages.foretell(harbour, seed=7)
    await tables.open_game(harbour, "King of Acrana's annual ship race", ann, bo)

    table = await harbour.table()
    while int(table.game.turn(table.match.state)) < LAST_TURN:
        seat = table.match.position.awaited[0].seat
        film = pictures / f"acrana-{table.match.decisions[0].kind}-{seat}.png"
        await tables.decide(harbour, {"Ann": ann, "Bo": bo}, film)

    for name, window in (("ann", ann), ("bo", bo)):
        await expect(window.board).to_have_attribute("alt", re.compile("Ships: "))
        await window.page.screenshot(path=pictures / f"acrana-{name}.png")
