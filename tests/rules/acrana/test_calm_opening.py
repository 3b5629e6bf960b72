"""A calm opening, for learning: things are impossible, and not offered, until they are explained."""

import pytest

from rules.acrana import GAME
from rules.acrana.events import DealerDrawn, TableRolled
from rules.acrana.options import RaceOptions
from rules.engine.chance import Chance
from rules.engine.errors import IllegalAction
from rules.engine.texts import tutorial
from tests.rules.acrana.table import StillWater, Table

CALM: dict[str, str | int | bool] = {"calm_opening": True, "first_launch": "free"}


def table(turn: int, ships: str = "A1@1 B1@1", a: str = "3a 6a 9a") -> Table:
    """Return a race of two players in a given turn of the first player."""
    laid = Table(ships, chosen=CALM, A=a, B="Jb")
    laid.state.turn = turn
    return laid


def offered(laid: Table) -> set[str]:
    return {action.kind for action in GAME.decisions(laid.state)[0].actions}


def test_the_first_seat_leads_and_no_dealer_is_drawn() -> None:
    state, told = GAME.start(GAME.options.model_validate(CALM), 2, Chance(StillWater()))
    assert state.leader == 1
    assert [event.seat for event in told if isinstance(event, DealerDrawn)] == [2]


def test_in_a_first_turn_squares_do_nothing_and_no_odds_are_told() -> None:
    laid = table(turn=1)
    action = GAME.canonical(laid.state, 1, GAME.read("sail 9 A1 9"))
    assert GAME.label(laid.state, 1, action, len(action.path())).hint == ""
    laid.does("A", "sail 9a A1 9")
    assert laid.state.ships["A1"].square == 10
    assert not any(isinstance(event, TableRolled) for event in laid.told)


def test_in_a_second_turn_squares_do_what_they_do() -> None:
    laid = table(turn=3)
    laid.does("A", "sail 9a A1 9", "table 4")
    assert any(isinstance(event, TableRolled) for event in laid.told)


@pytest.mark.parametrize(("turn", "kinds"), [(3, {"sail"}), (5, {"sail", "over_edge", "push_back"})])
def test_threes_and_sixes_do_more_than_sail_from_third_turns_on(turn: int, kinds: set[str]) -> None:
    assert offered(table(turn, "A1@4 B1@8")) == kinds


def test_who_plays_a_three_too_early_is_told_when_it_counts() -> None:
    laid = table(3, "A1@4 B1@8")
    with pytest.raises(IllegalAction, match="third turn"):
        GAME.canonical(laid.state, 1, GAME.read("over_edge 3 A1"))


def test_the_lessons_speak_of_threes_and_sixes_in_the_turn_from_which_they_are_offered() -> None:
    course = tutorial(GAME)
    assert course is not None
    assert course.options["calm_opening"] is True
    spoken = [number for number, lesson in enumerate(course.lessons, 1) if "**Threes and sixes.**" in lesson]
    assert spoken == [3]
    assert all(word not in lesson for lesson in course.lessons[:2] for word in ("three ", "push"))


def test_a_race_without_it_is_stored_as_before_there_was_one() -> None:
    assert "calm_opening" not in RaceOptions().model_dump(mode="json")
    for options in (RaceOptions(), RaceOptions(calm_opening=True)):
        assert RaceOptions.model_validate(options.model_dump(mode="json")) == options
