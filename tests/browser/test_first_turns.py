"""The real bot on the page: the first turns of each game, and what newcomers see first."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.async_api import expect

from rules.engine.registry import game as find_game
from tests.bot import voyages
from tests.bot.harbour import Harbour
from tests.browser import tables
from tests.browser.conftest import OpenWindow
from tests.browser.window import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


class FirstTurns(NamedTuple):
    """The first turns of a game: the seed of its dice, when these turns end, and the alt text afterwards."""

    slug: str
    seed: int
    go_on: Callable[[str, int], bool]
    """Returns whether to go on, from the name of the turn and the number of decisions so far."""
    alt: str


GAMES = (
    FirstTurns("port_flower", 3, lambda turn, _: turn.startswith("1."), r"Sailing Port Flower\. Round 2 of"),
    FirstTurns("acrana", 7, lambda turn, _: int(turn) < 16, "Ships: "),
    FirstTurns("privateer", 3, lambda turn, _: not turn.startswith("2 "), r"^Privateer\. Round 2 · "),
    FirstTurns("kraken_bay", 3, lambda _, decided: decided < 6, "Tentacles"),
    FirstTurns("dangerous_sea", 3, lambda _, decided: decided < 6, "Season"),
)


@pytest.fixture
def clock() -> None:
    """Use the machine's time."""


@pytest.mark.parametrize("first", GAMES, ids=lambda first: first.slug)
async def test_two_people_open_a_game_and_play_its_first_turns(
    first: FirstTurns, harbour: Harbour, open_window: OpenWindow, pictures: Path
) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo", width=PHONE, scheme="dark")
    voyages.foretell(harbour, seed=first.seed)
    await tables.open_game(harbour, find_game(first.slug).title, ann, bo)

    table = await harbour.table()
    seen, decided = set[str](), 0
    while first.go_on(table.game.turn(table.match.state), decided):
        kind = table.match.decisions[0].kind
        film = None if kind in seen else pictures / f"{first.slug}-{kind}.png"
        seen.add(kind)
        await tables.decide(harbour, {"Ann": ann, "Bo": bo}, film)
        decided += 1

    for name, window in (("ann", ann), ("bo", bo)):
        await expect(window.board).to_have_attribute("alt", re.compile(first.alt))
        await window.page.screenshot(path=pictures / f"{first.slug}-{name}.png")


async def test_a_press_reaches_its_control_though_the_message_changes_meanwhile(
    harbour: Harbour, open_window: OpenWindow
) -> None:
    ann, bo, cato = [await open_window(name) for name in ("Ann", "Bo", "Cato")]
    await ann.run("/play game:port_flower")
    await cato.button("Join").hover()
    await cato.page.mouse.down()
    await bo.button("Join").click()
    await expect(ann.message("At the table")).to_contain_text("2 there")

    await cato.page.mouse.up()

    await expect(ann.message("At the table")).to_contain_text("3 there")
    await expect(cato.message("At the table")).to_contain_text("3 there")


async def test_news_that_come_during_a_press_are_shown_in_order(
    harbour: Harbour, open_window: OpenWindow
) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo")
    await ann.run("/play game:port_flower")
    await expect(ann.button("Join")).to_be_visible()
    await ann.page.locator("#title").hover()
    await ann.page.mouse.down()
    # The page asks for everything again. The answer is older than the message with Bo.
    await ann.face("Ann").press("Enter")
    await bo.button("Join").click()
    await expect(bo.message("At the table")).to_contain_text("2 there")

    await ann.page.mouse.up()

    await expect(ann.message("At the table")).to_contain_text("2 there")


async def test_the_commands_begin_with_what_a_newcomer_needs(
    harbour: Harbour, open_window: OpenWindow
) -> None:
    ann = await open_window("Ann", width=PHONE)
    await ann.page.get_by_role("button", name="Show the commands").tap()
    for place, command in enumerate(["/help", "/play", "/learn", "/rules"]):
        await expect(ann.suggestions.nth(place)).to_contain_text(command)
