"""`./harbour rooms GAME`: all decisions of a game side by side."""

import pytest

from bot.cli.rooms import run
from rules.engine.errors import HarbourmasterError
from rules.engine.registry import guest
from tests.engine.cove import COVE
from tests.engine.table import NIM


def test_every_decision_is_shown_with_what_is_asked_and_what_the_absent_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with guest(COVE):
        assert run(["cove", "--games", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Night (tests.engine.cove): asks nobody" in lines
    stowing = lines.index("Stowing (tests.engine.cove): answered by stow, oversleep")
    assert lines[stowing + 1 : stowing + 4] == [
        "  stow (turn clock, in secret, up to 3 choices)",
        "    asks    … stows a card",
        "    absent  oversleep",
    ]
    assert "  stop (short clock, up to 2 choices)" in lines
    assert lines[-1] == "At any time: order, lantern, resign"


def test_a_game_of_one_room_is_shown_too(capsys: pytest.CaptureFixture[str]) -> None:
    with guest(NIM):
        assert run(["nim"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Taking (tests.toy_game): answered by take",
        "  take (turn clock, up to 3 choices)",
        "    asks    … is to decide",
        "    absent  take 1",
    ]


def test_no_games_are_too_few() -> None:
    with guest(NIM), pytest.raises(HarbourmasterError, match="at least 1"):
        run(["nim", "--games", "0"])
