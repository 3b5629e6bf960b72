"""Posts on a phone: the picture and the controls fit on one screen, and nothing is too wide.

`python -m tests.browser.one_screen` measures whole games.
"""

from statistics import median

import pytest
from playwright.async_api import Browser

from rules.engine.registry import games
from tests.bot.harbour import Harbour
from tests.browser.one_screen import Voyage, as_it_stands, posts_of, sizes_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

DECISIONS, MORE, WHOLE_GAME = 10, 40, 200

VOYAGES = (
    *((Voyage(slug, people=1, bots=1), DECISIONS) for slug in games()),
    *((Voyage(slug, people=1, bots=2), WHOLE_GAME if slug == "privateer" else MORE) for slug in games()),
)
"""The measured games, and the number of their decisions. Turns of two bot seats need the most room."""

SCREEN, MOST_OF_A_SCREEN = 720, 900
"""The median and the greatest height in pixels from the top of the picture to the last control."""

LOBBY_LINES = 5
"""The number of lines with a lobby's controls."""

WHOLE, NEARLY_ALL = 950, 1300
"""The height of a complete post in pixels: the median, and the 95th percentile."""


@pytest.fixture
def clock() -> None:
    """Use the machine's time."""


@pytest.mark.parametrize(("voyage", "decisions"), VOYAGES, ids=lambda one: getattr(one, "name", ""))
async def test_a_turn_is_one_screen_of_a_phone(
    harbour: Harbour, browser: Browser, voyage: Voyage, decisions: int
) -> None:
    posts = await posts_of(harbour, voyage, decisions)
    sizes = await sizes_of(harbour, browser, posts)
    assert not any(size.wider > 0 for size in sizes), (
        "A post is wider than a phone. Shorten its longest word."
    )
    screens, whole = [size.screen for size in sizes if size.screen], sorted(size.whole for size in sizes)
    fits = (
        median(screens) <= SCREEN
        and max(screens) <= MOST_OF_A_SCREEN
        and median(whole) <= WHOLE
        and whole[int(len(whole) * 0.95)] < NEARLY_ALL
    )
    assert fits, (
        "Turns do not fit on a phone. Paint a lower picture, offer fewer controls (`lines` of a room) or"
        f" shorten sentences. From the picture to the last control (half of them below {SCREEN}, none above"
        f" {MOST_OF_A_SCREEN}): {sorted(screens)}. Whole posts (half of them below {WHOLE}, 95 % below"
        f" {NEARLY_ALL}): {whole}."
    )


@pytest.mark.needs("presets")
@pytest.mark.parametrize("slug", games())
async def test_a_lobby_shows_its_picture_and_its_controls_on_one_screen(
    harbour: Harbour, browser: Browser, slug: str
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game=slug))
    await harbour.told(await bo.press(harbour.newest, "Join"))
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    (size,) = await sizes_of(harbour, browser, [as_it_stands(harbour.newest)])
    assert 0 < size.screen <= SCREEN, (
        f"The lobby is {size.screen} pixels high from its picture to its last control. Paint a lower picture."
    )
    assert size.lines <= LOBBY_LINES, (
        f"The controls of the lobby stand in {size.lines} lines, with those that all games have in"
        f" {LOBBY_LINES}. Shorten the titles in rules/{slug}/presets.toml."
    )
    assert size.wider == 0, "The lobby is wider than a phone. Shorten its longest word."
