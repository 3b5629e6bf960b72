"""Time limits: the effects of pauses and more time on a deadline, and invariants of all deeds."""

from dataclasses import replace
from random import Random

import pytest

from rules.engine.entries import Absent, Back, Extend, Pause, Resume, SetClock, Substitute, Timeout, Undo
from rules.engine.errors import HarbourmasterError, NotNow
from rules.engine.match import TIMEOUT, Match
from rules.engine.position import Position
from rules.engine.time_control import LEAST, TimeControl
from rules.engine.verify import verify
from tests.deeds import something
from tests.engine.cove import COVE
from tests.engine.table import ANN, MASTER, NIM, does, journal, last, nim, opening, stow, timed

DAY = 86_400
A_DAY = TimeControl(turn=DAY)


def test_a_deadline_is_when_it_was_asked_and_what_the_pace_allows() -> None:
    match = timed(NIM, A_DAY)
    assert (match.deadline(1), match.deadline(2)) == (100 + DAY, 0)
    assert does(match, 1, "take 1", at=5_000).deadline(2) == 5_000 + DAY


def test_turns_without_a_clock_take_as_long_as_they_take() -> None:
    match = nim()
    assert match.deadline(1) == 0
    paused = match.enter(Pause(), MASTER, 1_000).match.enter(Resume(), MASTER, 9_000).match
    assert paused.position.awaited == match.position.awaited
    with pytest.raises(NotNow):
        match.enter(Extend(1, 60), MASTER, 200)


def test_a_pause_takes_nobody_s_time() -> None:
    match = timed(NIM, A_DAY)
    paused = match.enter(Pause(), MASTER, 1_100).match
    # An amendment during a pause does not end the pause.
    paused = paused.enter(Substitute(2, "eve"), MASTER, 5_000).match
    assert paused.enter(Resume(), MASTER, 1_100 + 7 * DAY).match.deadline(1) == 100 + 8 * DAY


def test_after_a_pause_there_is_a_quarter_of_an_hour_at_least() -> None:
    paused = timed(NIM, A_DAY).enter(Pause(), MASTER, 100 + DAY - 5).match
    assert paused.enter(Resume(), MASTER, 5 * DAY).match.deadline(1) == 5 * DAY + LEAST


def test_a_clock_that_is_set_back_during_a_pause_takes_nothing_away() -> None:
    match = timed(NIM, A_DAY)
    assert match.enter(Pause(), MASTER, 5_000).match.enter(Resume(), MASTER, 50).match.deadline(
        1
    ) == match.deadline(1)


def test_who_is_asked_during_a_pause_gets_the_time_from_then_on() -> None:
    match = does(timed(NIM, A_DAY), 1, "take 1", at=200)
    paused = match.enter(Pause(), MASTER, 1_000).match.enter(Undo(1), MASTER, 2_000, "mistake").match
    assert paused.enter(Resume(), MASTER, 3_000).match.deadline(1) == 3_000 + DAY


def test_more_time_is_given_to_one_or_to_all_who_are_asked() -> None:
    match = timed(COVE, A_DAY, seats=3)
    one = match.enter(Extend(2, 600), MASTER, 200).match
    assert [one.deadline(seat) - match.deadline(seat) for seat in (1, 2, 3)] == [0, 600, 0]
    everybody = one.enter(Extend(0, 60), MASTER, 300).match
    assert [everybody.deadline(seat) - match.deadline(seat) for seat in (1, 2, 3)] == [60, 660, 60]
    # No controls become stale.
    assert [asked.stamp for asked in everybody.position.awaited] == [
        asked.stamp for asked in match.position.awaited
    ]


def test_nobody_gets_more_time_who_is_asked_nothing() -> None:
    with pytest.raises(NotNow):
        timed(NIM, A_DAY).enter(Extend(2, 60), MASTER, 200)


def test_an_opening_tells_the_pace_and_older_ones_stay_as_they_were() -> None:
    old = opening(NIM)
    assert "pace" not in old.text()
    assert '"pace":{"turn":86400}' in old.model_copy(update={"pace": A_DAY}).text()


def test_turns_that_are_missed_in_a_row_are_counted_until_somebody_is_there() -> None:
    match = timed(NIM, TimeControl(turn=DAY, missed=2))
    match = match.enter(Timeout(1), TIMEOUT, 200).match
    match = does(match, 2, "take 1").enter(Timeout(1), TIMEOUT, 300).match
    assert (match.position.missed, match.misses(1)) == ((2, 0), True)
    assert not does(match, 2, "take 1").act(1, NIM.read("take 1"), ANN, 400).match.misses(1)
    # A game master's skip does not count as the player's absence, and an undo does not remove an absence.
    assert match.enter(Undo(1), MASTER, 400).match.enter(Timeout(1), MASTER, 500).match.position.missed == (
        2,
        0,
    )
    away = match.enter(Absent(1), TIMEOUT, 400).match
    assert (away.position.absent, away.misses(1)) == ((1,), False)
    assert away.enter(Undo(1), MASTER, 500).match.position.absent == (1,)
    assert away.enter(Substitute(1, "eve"), MASTER, 500).match.position.absent == ()
    back = away.enter(Back(1), ANN, 500).match
    assert (back.position.absent, back.position.missed) == ((), (0, 0))
    with pytest.raises(NotNow):
        back.enter(Back(1), ANN, 600)


def test_a_time_bank_lasts_until_it_is_used_up_and_each_answer_puts_something_back() -> None:
    match = timed(NIM, TimeControl(turn=DAY, bank=3_600, increment=600))
    assert match.position.banks == (3_600, 3_600)
    assert match.deadline(1) == 100 + DAY + 3_600
    late = replace(match, overtimes=((1, 2_000),)).act(1, NIM.read("take 1"), ANN, DAY + 2_100)
    assert (late.entry.overtime, late.match.position.banks) == (2_000, (2_200, 3_600))
    # A pause costs no time, not even of the time bank.
    paused = late.match.enter(Pause(), MASTER, DAY + 2_100).match.enter(Resume(), MASTER, 9 * DAY).match
    assert paused.deadline(2) == 10 * DAY + 3_600
    match = does(does(paused, 2, "take 1"), 1, "take 1")
    assert match.position.banks == (2_800, 3_600)
    over = replace(match, overtimes=((2, 9_999),)).enter(Timeout(2), TIMEOUT, 99 * DAY).match
    assert over.position.banks == (2_800, 600)
    # An undo does not restore the time bank, which follows completely from the journal.
    back = over.enter(Undo(1), MASTER, 100 * DAY).match
    assert back.position.banks == (2_800, 600)
    assert verify(back).problems == ()


def test_another_pace_gives_who_is_asked_the_whole_of_its_time_from_then_on() -> None:
    match = timed(COVE, TimeControl(turn=4 * DAY), seats=3)
    at = 3 * DAY
    quick = match.enter(SetClock(TimeControl(turn=3_600)), MASTER, at, "an evening").match
    assert [quick.deadline(seat) for seat in (1, 2, 3)] == [at + 3_600] * 3
    assert [one.stamp for one in quick.position.awaited] == [one.stamp for one in match.position.awaited]
    with pytest.raises(NotNow):
        quick.enter(SetClock(TimeControl(turn=3_600)), MASTER, at, "again")
    endless = quick.enter(SetClock(TimeControl()), MASTER, at + 60, "no hurry").match
    assert endless.deadline(1) == 0
    # An undo does not restore an older pace. Later questions have the new pace.
    later = does(quick, 1, stow(quick, 1), at=at + 10).enter(Undo(1), MASTER, at + 20, "a slip").match
    assert later.deadline(1) == at + 20 + 3_600
    for after in (quick, endless, later):
        assert verify(after).problems == ()


@pytest.mark.parametrize("before", [TimeControl(turn=4 * DAY), TimeControl()])
def test_a_pace_that_is_set_in_a_pause_counts_from_its_end(before: TimeControl) -> None:
    paused = timed(NIM, before).enter(Pause(), MASTER, 1_000).match
    quick = paused.enter(SetClock(TimeControl(turn=3_600)), MASTER, 2_000, "an evening").match
    assert quick.enter(Resume(), MASTER, 9 * DAY).match.deadline(1) == 9 * DAY + 3_600


@pytest.mark.parametrize("luck", range(12))
def test_whatever_is_done_the_journal_leads_to_the_same_deadlines_and_none_comes_early(luck: int) -> None:
    random = Random(luck)
    match, now = timed(COVE if luck % 2 else NIM, TimeControl(turn=DAY, short=600), seats=3), 100
    for _ in range(40):
        now += random.choice([1, 300, 4_000, 90_000])
        before = match
        try:
            # The test games do not declare which of their states are impossible.
            match = something(match, random, now, without={"amend"})
        except HarbourmasterError:
            continue
        for asked in match.position.awaited:
            deadline = match.deadline(asked.seat)
            assert deadline >= asked.since + match.pace.allows(asked.clock)
            old = before.awaits(asked.seat)
            if match.position.pace != before.position.pace:
                assert deadline >= (before.position.paused or now) + match.pace.allows(asked.clock)
            elif old is not None and old.stamp == asked.stamp:
                assert deadline >= before.deadline(asked.seat)
        if before.position.status == "paused" and match.position.status == "running":
            least = min(600, match.pace.turn) or 600
            assert all(match.deadline(asked.seat) >= now + least for asked in match.position.awaited)
        _changes_nothing_in_the_game(before, match)
        assert Position.model_validate_json(match.position.model_dump_json()) == match.position
    assert verify(match).problems == ()
    assert len({entry.hash() for entry in journal(match)}) == match.position.last


ASIDE = {"appoint", "dismiss", "handover", "lock", "unlock", "clock", "look", "agree", "refuse", "propose"}


def _changes_nothing_in_the_game(before: Match, match: Match) -> None:
    """Entries about a match leave its state, its views and its controls unchanged."""
    if last(match).kind not in ASIDE:
        return
    assert match.position.state == before.position.state
    assert all(match.view(seat) == before.view(seat) for seat in (None, 1, 2, 3))
    stamps = [(asked.seat, asked.stamp) for asked in before.position.awaited]
    assert [(asked.seat, asked.stamp) for asked in match.position.awaited] == stamps
