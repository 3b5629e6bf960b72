"""Games of the real bot, played on the page by the keyboard alone."""

from random import Random

import pytest

from rules.engine.registry import games
from tests.bot import voyages
from tests.bot.harbour import Harbour
from tests.browser import tables
from tests.browser.conftest import OpenWindow

pytestmark = pytest.mark.asyncio(loop_scope="session")

TURNS = 3
"""So many are begun; all but the last are whole."""


@pytest.fixture
def clock() -> None:
    """The machine's own time."""


@pytest.mark.parametrize("slug", games())
async def test_turns_are_played_by_keyboard_alone(
    harbour: Harbour, open_window: OpenWindow, slug: str
) -> None:
    await voyages.set_out(harbour, slug, people=2, seed=3)
    ann = await open_window("Ann")
    table, luck, turns = await harbour.table(), Random(1), set[str]()
    while len(turns) < TURNS:
        if (await harbour.awaited()).name == "Ann":
            turns.add(table.game.turn(table.match.shown))
            await tables.decide(harbour, {"Ann": ann}, hand=tables.keyboard)
        else:
            await voyages.decide_by_controls(harbour, table, luck)
