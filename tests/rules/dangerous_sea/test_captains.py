"""Captains that play by simple rules, for measuring the pace of complete games."""

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
from rules.engine.simulate import Playout, play_out
from rules.engine.strengths import policies


def played(captain: str, seats: int) -> Playout:
    """Return the results of a few games of simple captains."""
    games = [
        play_out(GAME, GAME.options(), seats, [policies(GAME)[captain]], Random(f"{captain}/{number}"))
        for number in range(GAMES)
    ]
    return max(games, key=lambda one: one.happened["battle_fought"])


GAMES = 5
FRESH = TakingTurn(seat=1)
FOUGHT = TakingTurn(seat=1, fought=[2])


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


def moved(tiles: Mapping[Square, Kind], luck: str, turn: TakingTurn = FRESH, rival: Square = "A1") -> str:
    """Return the choice of a captain at F6 who knows these squares. A ship with a stone is at `rival`."""
    ships = [ShipState(at="F6"), ShipState(at=rival, stones=1)]
    state = SeaState(options=SeaOptions(), order=[1, 2], ships=ships)
    state.tiles = {"F6": "sea", rival: "sea", **tiles}
    state.season, state.agenda = 1, [PlayingSeason(seats=[2]), turn]
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


def test_an_unknown_square_counts_as_one_farther_than_it_is() -> None:
    one_farther = {moved({"F7": "sea", "F8": "food"}, str(number)) for number in range(40)}
    two_farther = {moved({"F7": "sea", "F8": "sea", "F9": "food"}, str(number)) for number in range(40)}
    assert one_farther == {"explore N", "explore E", "sail S", "explore W"}
    assert two_farther == {"explore N", "explore E", "explore W"}


@pytest.mark.parametrize(
    ("turn", "followed"),
    [(FRESH, True), (TakingTurn(seat=1, spent=3), True), (TakingTurn(seat=1, spent=4), False)],
)
def test_a_ship_with_a_stone_is_sailed_after_as_far_as_the_points_left_reach(
    turn: TakingTurn, followed: bool
) -> None:
    ways = {moved({"F7": "sea", "F8": "sea"}, str(number), turn, "F9") for number in range(40)}
    assert ways == ({"sail S"} if followed else {"explore N", "explore E", "explore W"})


def test_nobody_sails_after_a_ship_that_was_fought_this_turn() -> None:
    assert "sail S" not in {moved({"F7": "sea"}, str(number), FOUGHT, "F8") for number in range(40)}
