"""A calm opening, for learning: sharks avoid boats in the first two rounds."""

import pytest

from rules.engine.errors import IllegalAction
from rules.engine.texts import tutorial
from rules.port_flower import GAME
from rules.port_flower.options import RaceOptions
from tests.rules.port_flower.table import Table

CALM: dict[str, str | int | bool] = {"calm_opening": True}


def table(round_: int) -> Table:
    """Lay out M's turn. A shark is one square west of M's boat, and another boat is further on."""
    laid = Table("1133", sharks="F6 J2", M="G6 1", C="F3 1", chosen=CALM)
    laid.state.round = round_
    return laid


@pytest.mark.parametrize("round_", [1, 2])
@pytest.mark.parametrize(("typed", "at"), [("s1 E1", "G6"), ("s1 S3", "F3")])
def test_no_shark_is_sent_onto_a_boat_in_the_first_two_rounds(round_: int, typed: str, at: str) -> None:
    laid = table(round_)
    assert laid.refusal("M", typed) == f"blocked_boat {at}"
    with pytest.raises(IllegalAction, match=f"A boat lies at {at}, and in the first two rounds"):
        laid.does("M", typed)


def test_sharks_bite_from_the_third_round_on() -> None:
    assert "boat_hit" in " ".join(table(3).does("M", "s1 S3"))


def test_the_practice_race_is_calm_until_the_lesson_about_sharks() -> None:
    course = tutorial(GAME)
    assert course is not None
    assert course.options["calm_opening"] is True
    assert "**Sharks.** From now on they bite." in course.lessons[2]


def test_a_race_without_it_is_stored_as_before_there_was_one() -> None:
    assert "calm_opening" not in RaceOptions().model_dump(mode="json")
    for options in (RaceOptions(), RaceOptions(calm_opening=True)):
        assert RaceOptions.model_validate(options.model_dump(mode="json")) == options
