"""Whole games of Privateer, played through the real client."""

import random

import pytest

from tests.bot import voyages
from tests.bot.harbour import Harbour

EVERYTHING_ELSE = {
    "mode": "duel",
    "battles": "2",
    "seating": "shuffle",
    "terrain": "absurd",
    "terrain_setup": "auto",
    "gambits": "off",
    "campaign_gambits": "once",
    "desperation": "on",
    "marque": "on",
    "wind": "random",
    "grudge": "on",
    "storm": "both",
    "storm_round": "3",
    "round_cap": "10",
    "opening_truce": "on",
    "defender_prize": "scuttle",
    "silent_dice": "off",
}
"""Every option away from its default."""

CROWD = {"terrain_setup": "auto", "terrain": "light", "desperation": "on", "grudge": "on", "wind": "SW"}


@pytest.mark.parametrize("people", [2, 6])
async def test_a_battle_is_fought_by_typed_lines_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "privateer", people, seed=1)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


@pytest.mark.parametrize("people", [2, 6])
async def test_a_battle_is_fought_by_its_own_commands_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "privateer", people, seed=2)
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


@pytest.mark.parametrize("people", [2, 6])
async def test_a_battle_is_fought_by_controls_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "privateer", people, seed=3)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_the_duel_is_fought_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=2, seed=4, mode="duel")
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_a_crowd_fights_with_wind_grudges_and_desperation(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=6, seed=5, **CROWD)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_campaign_goes_on_from_battle_to_battle_in_one_channel(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=3, seed=6, battles="3", terrain_setup="auto")
    await voyages.play_by_commands(harbour, random.Random(1))
    told = "\n".join(post.text for post in harbour.posts())
    assert told.index("Battle 1 of 3") < told.index("Battle 2 of 3") < told.index("Battle 3 of 3")
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_game_with_every_option_away_from_its_default_is_played(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=2, seed=7, **EVERYTHING_ELSE)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)
