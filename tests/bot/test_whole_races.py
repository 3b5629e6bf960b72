"""Complete races of Sailing Port Flower in the real client."""

import random

import pytest

from tests.bot import voyages
from tests.bot.harbour import Harbour

EVERYTHING_ELSE = {
    "board": "diamond",
    "layout": "players",
    "islands": "3",
    "buoys": "3",
    "sharks": "3",
    "dice_split": "both_sharks",
    "buoy_touch": "stop",
    "escape": "on",
    "repellent": "coin",
    "reroll_when_stuck": "on",
    "shark_finishes": "on",
    "boat_meets_shark": "towed",
    "comeback": "choose",
    "first_player": "seat1",
    "round_limit": "10",
}
"""Options that all differ from their defaults."""


@pytest.mark.parametrize("people", [2, 4, 6])
async def test_a_race_is_played_by_slash_commands_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(
        harbour, "port_flower", people, seed=1, buoys="3", round_limit="10", reroll_when_stuck="on"
    )
    await voyages.play_by_lines(harbour, random.Random(people))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_race_is_played_by_buttons_and_menus_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "port_flower", people=3, seed=1, buoys="3", round_limit="10")
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_a_race_with_every_option_away_from_its_default_is_played(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "port_flower", people=2, seed=1, **EVERYTHING_ELSE)
    await voyages.play_by_controls(harbour, random.Random(2))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)
