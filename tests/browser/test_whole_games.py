"""Complete games of the real bot, played on the page by keyboard alone and by touch alone."""

from random import Random

import pytest
from playwright.async_api import expect

from bot.posts.menus import menu_of
from rules.engine.options import choose
from rules.engine.policy import steady
from rules.engine.registry import games
from tests.bot import voyages
from tests.bot.harbour import Harbour
from tests.browser import tables
from tests.browser.conftest import OpenWindow
from tests.browser.tables import Hand
from tests.browser.window import PHONE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

LUCK = {"dangerous_sea": 4, "privateer": 2}
"""Seeds for games that would be too short or too long with the usual seed."""

SHORT = {"port_flower": {"buoys": "3"}}
"""Options that make a long game shorter."""

FEWEST: dict[str, int] = {}
"""The fewest decisions of each person in a complete game, if the number is below 12."""


@pytest.fixture
def clock() -> None:
    """Use the machine's time."""


@pytest.mark.needs("presets")
@pytest.mark.parametrize(("hand", "width"), [(tables.keyboard, 1280), (tables.thumb, PHONE)])
@pytest.mark.parametrize("slug", games())
async def test_a_game_is_played_from_its_start_to_its_end(
    harbour: Harbour, open_window: OpenWindow, slug: str, hand: Hand, width: int
) -> None:
    chosen = {"preset": "wild", **SHORT.get(slug, {})}
    wild = next(preset for preset in games()[slug].presets if preset.name == "wild")
    fewest, _ = games()[slug].seat_range(choose(games()[slug].options, wild.options))
    await voyages.set_out(harbour, slug, people=max(2, fewest), seed=LUCK.get(slug, 1), **chosen)
    ann = await open_window("Ann", width=width)
    table, decided, luck = await harbour.table(), 0, Random(1)
    while table.row.status == "running":
        awaited = table.match.position.awaited[0]
        decision = table.match.decision_of(awaited.seat)
        assert decision is not None
        action = table.match.game.quick(table.match.state, decision, luck)
        action = action or steady(table.match.game, table.match.state, decision, luck)
        person = voyages.seated(harbour, table, awaited.seat)
        if person.name == "Ann":
            menu = menu_of(table.row.id, table.match, awaited, table.row.names())
            await tables.decide(harbour, {"Ann": ann}, hand=hand, way=tables.way_to(menu.path(action)))
            decided += 1
        else:
            await voyages.do(harbour, person, action)
    assert decided >= FEWEST.get(slug, 12), (
        f"Ann decided {decided} times. Give {slug} another seed in `LUCK`, or if it is so short, a number in"
        " `FEWEST`."
    )
    await expect(ann.button("Play again")).to_be_visible()
