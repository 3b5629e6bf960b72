"""A match continues after a change of its rules, and announces the change."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.entries import Redo, Undo
from rules.engine.errors import JournalDiffers, NotNow
from rules.engine.match import Match
from rules.engine.verify import verify
from tests.engine.table import MASTER, does, journal, nim, plays
from tests.toy_game import Nim


class Deeper(Nim):
    """Buoy Nim whose second version counts buoys in pairs."""

    rules_version = 2

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        return {**state, "left": 2 * state["left"]} if version == 1 else state


def under_new_rules() -> Match:
    """Return a match of five entries, of which the fifth changed the rules."""
    match = replace(plays(nim(), "1 take 1, 2 take 3, 1 take 1"), game=Deeper())
    assert match.is_outdated
    return match.renew(at=300).match


def test_the_state_of_older_rules_becomes_one_of_today_s() -> None:
    match = plays(nim(), "1 take 1, 2 take 3")
    before = match.shown.model_dump()["left"]
    older = replace(match, game=Deeper())
    after = older.renew(at=300).match
    assert after.shown.model_dump()["left"] == 2 * before
    assert (after.position.rules, after.is_outdated) == (2, False)


def test_older_states_can_be_looked_at_before() -> None:
    match = plays(nim(), "1 take 1, 2 take 3")
    older = replace(match, game=Deeper())
    assert older.shown.model_dump()["left"] == 2 * match.shown.model_dump()["left"]


def test_the_journal_says_so_and_everybody_is_asked_again() -> None:
    match = under_new_rules()
    entry = journal(match)[-1]
    assert (entry.kind, entry.what, entry.actor.role) == ("rules", "2", "system")
    before = plays(nim(), "1 take 1, 2 take 3, 1 take 1").position.awaited[0]
    assert match.position.awaited[0].stamp > before.stamp


def test_play_goes_on_and_can_be_taken_back_up_to_the_change() -> None:
    match = under_new_rules()
    changed = match.position.last
    later = does(does(match, 2, "take 1"), 1, "take 2")
    back = later.enter(Undo(changed), MASTER, 400, "once more").match
    assert back.shown == match.shown
    assert does(back, 2, "take 1").shown == does(match, 2, "take 1").shown
    again = back.enter(Redo(), MASTER, 401).match
    assert again.shown == later.shown


def test_nobody_goes_back_behind_the_change() -> None:
    match = under_new_rules()
    assert match.within_reach() == (match.position.last,)
    with pytest.raises(NotNow):
        match.enter(Undo(2), MASTER, 400, "too far")
    with pytest.raises(JournalDiffers, match="older rules"):
        match.at(2)


def test_a_check_plays_again_what_these_rules_made_and_says_from_where() -> None:
    match = does(under_new_rules(), 2, "take 1")
    found = verify(match)
    assert (found.problems, found.replayed_from) == ((), 5)


def test_a_check_notices_what_was_changed_before_and_at_the_change() -> None:
    match = does(under_new_rules(), 2, "take 1")
    for number, changes in ((2, {"at": 999}), (5, {"kept": ""})):
        entries = [*journal(match)]
        entries[number - 1] = entries[number - 1].model_copy(update=changes)
        assert verify(replace(match, journal=tuple(entries))).problems


def test_rules_that_are_older_than_the_match_do_not_go_on() -> None:
    match = replace(under_new_rules(), game=Nim())
    with pytest.raises(NotNow, match="must update the bot"):
        match.renew(at=500)
