"""The real bot on the page: two people open a race of Sailing Port Flower and sail its first round."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.bot.harbour import Harbour
from tests.browser import tables
from tests.browser.conftest import OpenWindow
from tests.browser.window import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

SECOND_ROUND = re.compile(r"Sailing Port Flower\. Round 2 of")


@pytest.fixture
def clock() -> None:
    """The machine's own time."""


async def test_two_people_open_a_race_and_sail_its_first_round(
    harbour: Harbour, open_window: OpenWindow, pictures: Path
) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo", width=PHONE, scheme="dark")
    await tables.open_game(harbour, "Sailing Port Flower", ann, bo)

    table = await harbour.table()
    while table.game.turn(table.match.state).startswith("1."):
        await tables.decide(harbour, {"Ann": ann, "Bo": bo})

    for name, window in (("ann", ann), ("bo", bo)):
        await expect(window.board).to_have_attribute("alt", SECOND_ROUND)
        await window.page.screenshot(path=pictures / f"race-{name}.png")


async def test_the_commands_begin_with_what_a_newcomer_needs(
    harbour: Harbour, open_window: OpenWindow
) -> None:
    ann = await open_window("Ann", width=PHONE)
    await ann.page.get_by_role("button", name="Show the commands").tap()
    for place, command in enumerate(["/help", "/play", "/learn", "/rules"]):
        await expect(ann.suggestions.nth(place)).to_contain_text(command)
