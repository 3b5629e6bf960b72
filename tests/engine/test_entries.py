"""The laws of all kinds of entries, whatever people, game masters and the clock do."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import get_args

import pytest

from rules.engine.entries import kind_of
from rules.engine.entry import Entry, EntryKind
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Advance, Match
from rules.engine.replay import place_after
from rules.engine.time_control import TimeControl
from tests.deeds import DAY, some_deed
from tests.engine.cove import COVE
from tests.engine.table import last, timed

KINDS: tuple[EntryKind, ...] = get_args(EntryKind)


def repeated(match: Match, entry: Entry) -> Advance:
    """Return the error of an entry's check."""
    goal = None
    if kind_of(entry).travels:
        journal = match.entries
        goal = place_after(match.game, match.opening, match.seed, journal, entry.parent, len(journal) + 1)
    return match.again(entry, goal)


@cache
def advances() -> list[tuple[Match, Advance]]:
    """Yield matches, and the entry that was made in each."""
    return [found for luck in range(60) for found in some_advances(luck)]


def some_advances(luck: int) -> Iterator[tuple[Match, Advance]]:
    """Yield the matches of one random course of events. Refused entries must change nothing."""
    random = Random(f"entries {luck}")
    match, now = timed(COVE, TimeControl(turn=DAY, short=600, bank=600), seats=3), 100
    for _ in range(150):
        now += random.choice([1, 300, 4_000])
        journal = match.entries
        try:
            draft, actor, reason = some_deed(match, random, now)
            assert {*draft.holds(match)} <= {*Entry.model_fields}
            advance = match.enter(draft, actor, now, reason)
        except HarbourmasterError:
            assert (match.entries, match.shown.model_dump_json()) == (journal, match.position.state)
            continue
        assert advance.entry.kind == draft.kind
        yield match, advance
        match = advance.match
        if match.finished:
            break


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_entry_has_a_class(kind: EntryKind) -> None:
    assert kind_of(last(timed(COVE, TimeControl())).model_copy(update={"kind": kind})).kind == kind


def test_every_kind_is_tried() -> None:
    assert {*KINDS} - {advance.entry.kind for _, advance in advances()} == {"start", "rules"}


def test_what_is_entered_is_repeated_to_the_letter() -> None:
    for match, advance in advances():
        again = repeated(match, advance.entry)
        assert again.entry == advance.entry
        assert again.match.position == advance.match.position
        assert again.events == advance.events


def test_a_question_keeps_its_stamp_as_its_kind_of_entry_says() -> None:
    for match, advance in advances():
        entry, kind = advance.entry, kind_of(advance.entry)
        for asked in advance.match.position.awaited:
            before = match.awaits(asked.seat)
            if not kind.keeps(asked.seat, entry):
                assert before is None or asked.stamp > before.stamp
            elif not kind.plays_on and before is not None:
                assert asked.stamp == before.stamp


def test_a_pause_lets_only_those_kinds_be_entered_that_say_so() -> None:
    for match, advance in advances():
        status = match.position.status
        assert status == "running" or (status == "paused" and kind_of(advance.entry).while_paused)


def test_a_state_changes_only_by_play_and_by_travel() -> None:
    for match, advance in advances():
        kind = kind_of(advance.entry)
        same = advance.match.position.state == match.position.state
        assert same or kind.plays_on or kind.travels or kind.kind in {"amend", "substitute"}
