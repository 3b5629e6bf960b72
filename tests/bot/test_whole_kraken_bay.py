"""Complete games of Kraken Bay in the real client."""

import random

import pytest

from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.rules.kraken_bay.table import Table

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
    # If a turn may end with movement left, one press may make two entries: a course, and the end.
    await voyages.set_out(harbour, "kraken_bay", people, seed=4, movement="up_to", **SHORT)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_what_surely_costs_cargo_is_asked_once_more_whether_it_is_pressed_or_typed(
    harbour: Harbour,
) -> None:
    await voyages.set_out(harbour, "kraken_bay", 1, seed=3, **SHORT)
    bay = Table({"captain": {"at": "B7"}}, {"rolled": "move", "move_left": 4}, tentacles=["B8"])
    await voyages.lay_out(harbour, bay.state)
    ann = harbour.crew[0]
    table = await harbour.table()
    before = table.match.position.last
    pressed = (await harbour.told(await ann.press(harbour.newest, "To B8: tentacle"))).message
    assert pressed.text.startswith("⚠️ The tentacle at B8 surely costs you cargo.")
    # A course of several steps must be typed, because it has no control.
    typed = (await harbour.told(await ann.slash("/game do", action="sail ai"))).message
    assert typed.text.startswith("⚠️ The tentacle at B8 surely costs you cargo.")
    assert labels(typed) == ["Yes: To C9 in 2 steps: tentacle"]
    assert table.match.position.last == before
    refused = await harbour.told(await ann.slash("/game do", action="sail aaaaaa"))
    assert "⚠️" not in refused.text
    await harbour.told(await ann.press(typed, labels(typed)[0]))
    assert table.match.position.last > before
