"""Whole games of Kraken Bay, played through the real client."""

import random

import pytest

from tests.bot import voyages
from tests.bot.harbour import Harbour

SHORT = {"length": "short", "characters": "random"}


async def test_somebody_alone_sails_a_game_by_typed_lines(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "kraken_bay", 1, seed=3, **SHORT)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_game_is_sailed_by_its_own_commands_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "kraken_bay", 2, seed=2, length="short", bomb_side="any")
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


@pytest.mark.parametrize("people", [1, 6])
async def test_a_game_is_sailed_by_controls_alone(harbour: Harbour, people: int) -> None:
    # Where a turn may end with movement left, one press may be two entries: a course, and then the end.
    await voyages.set_out(harbour, "kraken_bay", people, seed=4, movement="up_to", **SHORT)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)
