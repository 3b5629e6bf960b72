"""Whole races of King of Acrana, played through the real client."""

import random

from tests.bot import voyages
from tests.bot.harbour import Harbour


async def test_two_people_sail_a_race_by_typed_lines_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_two_people_sail_a_race_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_eight_people_with_three_ships_each_sail_a_race_by_commands_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=8, seed=1, ships="3", fleet_size="2", deck_limit="1")
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_eight_people_with_three_ships_each_sail_a_race_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=8, seed=1, ships="3", fleet_size="4", deck_limit="1")
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
