"""Whole hunts on The Dangerous Sea, played through the real client."""

import random

import pytest

from tests.bot import voyages
from tests.bot.harbour import Harbour

SHORT = {"max_seasons": "12", "stones_to_win": "3"}


@pytest.mark.parametrize("people", [2, 4])
async def test_a_hunt_is_sailed_by_typed_lines_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "dangerous_sea", people, seed=3, **SHORT)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_hunt_is_sailed_by_its_own_commands_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "dangerous_sea", 2, seed=2, start_positions="spread", **SHORT)
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


@pytest.mark.parametrize("people", [2, 4])
async def test_a_hunt_is_sailed_by_controls_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "dangerous_sea", people, seed=4, **SHORT)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
