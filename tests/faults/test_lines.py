"""A typed line that has no entry is found, however the rules have read the other lines."""

from collections import Counter

import pytest

from rules.engine.entries import Force
from rules.engine.match import Match
from rules.engine.rooms import question_of
from rules.kraken_bay import GAME
from tests.engine.table import MASTER, does, journal, opened
from tests.faults.lines import Played, without_entry

FIRE, HOLD, PLAIN = "attack A5 secondary fire", "attack A5 secondary hold", "attack A5"


@pytest.fixture(scope="module")
def twice_at_a5() -> list[Played]:
    """The Merchant fires twice at a tentacle. The Secondary Guns fire after the first miss."""
    match = opened(GAME, 2, first_player="1")
    match = does(does(match, 1, "pick_character merchant"), 2, "pick_character fisherman")
    for roll in ("attack", "secondary", "attack"):
        ones = [1] * next(kind.count for kind in GAME.rolls if kind.label == roll)
        match = match.enter(Force(ones, roll), MASTER, 300, "a test").match
    match = does(does(match, 1, FIRE), 1, FIRE)
    played = played_in(match)
    assert [one.entry.what for one in played] == [
        "pick_character merchant",
        "pick_character fisherman",
        FIRE,
        PLAIN,
    ]
    return played


def played_in(match: Match) -> list[Played]:
    return [Played(match, entry) for entry in journal(match) if entry.kind == "act"]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([FIRE, FIRE], []),
        ([FIRE, PLAIN], []),
        ([FIRE, HOLD], []),
        # A line may fit the second entry, because guns that the line does not name fire, too.
        ([PLAIN, FIRE], []),
        ([PLAIN, HOLD], []),
        ([FIRE, FIRE, FIRE], [FIRE]),
        ([PLAIN, FIRE, PLAIN], [PLAIN]),
        # The guns were ready before the first shot, so a line that holds them does not fit this shot.
        ([HOLD, HOLD], [HOLD]),
        ([FIRE, "attack A7"], ["attack A7"]),
        ([FIRE, "roll"], ["roll"]),
    ],
)
def test_each_line_has_an_entry_that_it_meant_when_it_was_made(
    twice_at_a5: list[Played], lines: list[str], left: list[str]
) -> None:
    unmatched = without_entry(lines, twice_at_a5)
    assert Counter(unmatched) == Counter(left)


def test_a_shortcut_is_entered_as_the_actions_it_means() -> None:
    match = does(opened(GAME, 2, first_player="1"), 1, "pick_character merchant")
    match = does(does(match, 2, "pick_character fisherman"), 1, "roll")
    question = question_of(match.state, 1)
    assert question is not None
    near, far, *_ = question.shortcuts(match.state)
    match = does(match, 1, near)
    assert without_entry([str(near)], played_in(match)) == []
    assert without_entry([str(far)], played_in(match)) == [str(far)]
