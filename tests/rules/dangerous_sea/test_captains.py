"""The captains for measuring the pace play whole games by their rules of thumb."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from rules.dangerous_sea import GAME
from rules.dangerous_sea.board import Kind, Square
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.rooms.playing_season import PlayingSeason
from rules.dangerous_sea.rooms.taking_turn import TakingTurn
from rules.dangerous_sea.state import SeaState, ShipState
from rules.engine.policy import policies
from rules.engine.simulate import Playout, play_out


def played(captain: str, seats: int) -> Playout:
    """What came of a few games of such captains."""
    games = [
        play_out(GAME, GAME.options(), seats, [policies(GAME)[captain]], Random(f"{captain}/{number}"))
        for number in range(GAMES)
    ]
    return max(games, key=lambda one: one.happened["battle_fought"])


GAMES = 5


@pytest.mark.parametrize("seats", [2, 4])
def test_who_never_fights_meets_no_battle_and_others_do(seats: int) -> None:
    assert played("peaceful", seats).happened["battle_fought"] == 0
    assert played("plain", seats).happened["battle_fought"] > 0


def test_the_careful_look_before_they_sail_into_the_unknown() -> None:
    steps = {
        captain: Counter(line.split()[1] for line in played(captain, 2).record)
        for captain in ("plain", "careful")
    }
    assert not steps["plain"]["look"]
    assert steps["careful"]["look"] > steps["careful"]["explore"] > 0


def moved(tiles: Mapping[Square, Kind], luck: str) -> str:
    """What a captain at F6 does first who knows that square and these."""
    state = SeaState(options=SeaOptions(), order=[1, 2], ships=[ShipState(at="F6"), ShipState(at="A1")])
    state.tiles = {"F6": "sea", "A1": "sea", **tiles}
    state.season, state.agenda = 1, [PlayingSeason(seats=[2]), TakingTurn(seat=1)]
    (asked,) = GAME.decisions(state)
    return str(policies(GAME)["plain"](GAME, state, asked, Random(luck)))


@pytest.mark.parametrize("luck", ["a", "b", "c", "d"])
def test_of_a_resource_and_an_unknown_square_equally_near_the_resource_is_sailed_to(luck: str) -> None:
    assert moved({"F7": "food"}, luck) == "sail S"
    assert moved({"F5": "sea", "G6": "sea", "F7": "sea", "E6": "sea", "E7": "water"}, luck) in {
        "sail S",
        "sail W",
    }


def test_of_squares_equally_good_any_is_sailed_to() -> None:
    ways = {moved({}, str(number)) for number in range(40)}
    assert ways == {"explore N", "explore E", "explore S", "explore W"}
