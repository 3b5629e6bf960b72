"""Forced rolls: one or several in a row, cancelled rolls, and rolls that can never happen."""

from dataclasses import replace

import pytest

from rules.engine.chance import Value
from rules.engine.entries import End, Force, Undo, Unforce
from rules.engine.errors import NotNow
from rules.engine.forced_rolls import MOST_WAITING, Waiting, in_order
from rules.engine.game import RollKind
from rules.engine.match import Match
from rules.engine.verify import verify
from tests.engine.cove import Cove
from tests.engine.table import MASTER, act, cove, does, journal, last, nim, with_entries


def shown(match: Match) -> tuple[Value, ...]:
    """Return the roll of a lantern that is lit now."""
    return act(match, 1, "lantern").entry.rolls[0].values


def force(match: Match, *values: Value, label: str = "", seat: int = 0) -> Match:
    return match.enter(Force(values, label, seat=seat), MASTER, 0, "fun").match


def test_several_rolls_of_a_label_are_set_by_one_deed_and_come_in_order() -> None:
    match = force(cove(), 1, 2, 2, 2, 1, 2, label="lantern")
    seen = []
    for _ in range(3):
        seen.append(shown(match))
        match = does(match, 1, "lantern")
    assert seen == [(1, 2), (2, 2), (1, 2)]
    assert (match.forced, verify(match).problems) == ((), ())


def test_what_is_left_of_a_deed_waits_on() -> None:
    match = does(force(cove(), 1, 2, 3, 4, label="lantern"), 1, "lantern")
    assert match.forced == (Waiting(2, "lantern", 0, "3,4"),)


def test_values_in_a_row_are_meant_for_a_label_alone() -> None:
    with pytest.raises(NotNow, match="as many values as are rolled"):
        force(cove(), 1, 2, 3, 4)
    with pytest.raises(NotNow, match="as many values as are rolled"):
        force(cove(), *(1,) * 26, label="lantern")


def test_a_cancelled_roll_comes_as_the_dice_say() -> None:
    natural = shown(cove())
    match = force(force(cove(), 1, 2, label="lantern"), 6, label="watch")
    cancelled = match.enter(Unforce(match.forced[0]), MASTER, 0, "a slip").match
    assert shown(cancelled) == natural
    assert cancelled.forced == match.forced[1:]
    entry = last(cancelled)
    assert (entry.kind, entry.label, entry.what, entry.parent) == ("unforce", "lantern", "1,2", 3)
    assert verify(cancelled).problems == ()


def test_of_equal_deeds_the_earliest_is_cancelled() -> None:
    match = force(force(cove(), 6, label="watch"), 6, label="watch")
    cancelled = match.enter(Unforce(match.forced[1]), MASTER, 0, "a slip").match
    assert [deed.entry for deed in cancelled.forced] == [3]


def test_an_undo_goes_back_over_a_cancel() -> None:
    match = force(cove(), 6, label="watch")
    cancelled = match.enter(Unforce(match.forced[0]), MASTER, 0, "a slip").match
    assert cancelled.enter(Undo(2), MASTER, 0, "no slip").match.forced == match.forced


def test_what_does_not_wait_is_not_cancelled() -> None:
    match = force(cove(), 1, 2, label="lantern")
    spent = does(match, 1, "lantern")
    with pytest.raises(NotNow, match="is no longer waiting"):
        spent.enter(Unforce(match.forced[0]), MASTER, 0, "a slip")


def test_a_forged_cancel_is_found() -> None:
    match = force(cove(), 6, label="watch")
    cancelled = match.enter(Unforce(match.forced[0]), MASTER, 0, "a slip").match
    entries = [*journal(cancelled)]
    entries[2] = entries[2].model_copy(update={"what": "5"})
    (problem,) = verify(with_entries(cancelled, entries)).problems
    assert "is no longer waiting" in problem


class Dawn(Cove):
    """The cove at dawn: the watch cannot roll any more, and lanterns belong to no seat."""

    rolls = (
        RollKind("watch", "How well the watch sees.", 1, 1, 6, opening=True),
        RollKind("lantern", "Miles of light.", 2, 1, 6, table=True),
    )


def at_dawn() -> Match:
    return replace(cove(), game=Dawn())


def test_a_roll_that_comes_at_the_start_alone_is_refused_later() -> None:
    with pytest.raises(NotNow, match=r"No roll of watch can come .* Choose one of: lantern\."):
        force(at_dawn(), 6, label="watch")
    with pytest.raises(NotNow, match="as many values"):
        force(at_dawn(), 6)


def test_a_roll_that_is_nobody_s_own_is_set_for_nobody() -> None:
    with pytest.raises(NotNow, match="belongs to nobody"):
        force(at_dawn(), 1, 2, label="lantern", seat=1)
    assert force(at_dawn(), 1, 2, label="lantern").forced


def test_who_has_left_rolls_no_more() -> None:
    match = does(cove(3), 2, "resign")
    with pytest.raises(NotNow, match="has left the game"):
        force(match, 1, 2, label="lantern", seat=2)


def test_nothing_is_set_in_a_game_that_is_over() -> None:
    match = nim().enter(End(), MASTER, 0, "enough").match
    with pytest.raises(NotNow, match="is over"):
        force(match, 1, label="tide")


def test_no_more_wait_than_can_be_listed() -> None:
    match = cove()
    for _ in range(MOST_WAITING):
        match = force(match, 6, label="watch")
    with pytest.raises(NotNow, match="Too many forced rolls are waiting"):
        force(match, 6, label="watch")


def test_values_in_a_row_are_told_in_their_order() -> None:
    assert in_order("1,2;3,4") == "1 2, then 3 4"
