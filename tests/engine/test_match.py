"""Playing a match: acting, awaited seats, pauses, and changes of players."""

import json

import pytest

from rules.engine.chance import commitment
from rules.engine.entries import (
    End,
    Force,
    Fresh,
    Pause,
    Redo,
    Restore,
    Resume,
    Substitute,
    TakeBack,
    Timeout,
    Undo,
)
from rules.engine.entry import Opening
from rules.engine.errors import HarbourmasterError, IllegalAction, NotNow
from rules.engine.match import SYSTEM, TIMEOUT, open_match, open_rolls, options_data
from rules.engine.verify import verify
from tests.engine.cove import COVE, CoveOptions
from tests.engine.table import (
    ANN,
    MASTER,
    NIM,
    SEED,
    Alone,
    act,
    cove,
    does,
    last,
    nim,
    opened,
    opening,
    plays,
    stow,
)
from tests.toy_game import Take


def test_a_match_opens_with_an_entry_of_its_own() -> None:
    match = nim()
    assert (last(match).kind, last(match).number, last(match).before) == ("start", 1, match.opening.hash())
    assert match.position.awaited[0].seat == 1


def test_what_a_match_shows_is_worked_out_once_and_left_alone_by_play() -> None:
    match = nim()
    shown, before = match.shown, match.shown.model_dump_json()
    seat = match.decisions[0].seat
    after = match.act(seat, match.legal_actions(seat)[0], ANN, 0).match
    assert (match.shown is shown, match.decisions is match.decisions) == (True, True)
    assert (shown.model_dump_json(), after.shown.model_dump_json()) == (before, after.position.state)


def test_a_match_does_not_open_with_too_many_players() -> None:
    with pytest.raises(NotNow, match="2 to 4 players; 0 have joined"):
        open_match(NIM, opening(NIM, 0), SEED)


def test_a_match_does_not_open_with_another_seed_than_was_promised() -> None:
    with pytest.raises(HarbourmasterError, match="commitment"):
        open_match(NIM, opening(NIM), b"another".ljust(32))


def test_a_match_does_not_open_with_options_the_game_does_not_know() -> None:
    with pytest.raises(HarbourmasterError, match="options"):
        open_match(NIM, opening(NIM, 2, tide=True), SEED)


def test_acting_leaves_the_match_before_as_it_was() -> None:
    match = nim()
    before = match.position
    after = does(match, 1, "take 2")
    assert match.position is before
    assert len(match.journal or ()) == 1
    assert after.position.last == 2


def test_a_refused_action_changes_nothing() -> None:
    match = nim()
    before = match.position.model_copy()
    with pytest.raises(IllegalAction) as refusal:
        does(match, 1, "take 7")
    assert refusal.value.code == "not_allowed"
    assert match.position == before


def test_only_who_is_asked_may_act() -> None:
    with pytest.raises(IllegalAction) as refusal:
        does(nim(), 2, "take 1")
    assert refusal.value.code == "not_your_turn"


def test_there_is_nobody_in_a_seat_that_does_not_exist() -> None:
    with pytest.raises(NotNow, match="no seat 5"):
        does(nim(), 5, "take 1")
    with pytest.raises(NotNow, match="no seat 0"):
        does(cove(), 0, "lantern")


def test_an_action_of_another_game_is_refused() -> None:
    with pytest.raises(IllegalAction) as refusal:
        does(cove(), 1, Take(buoys=1))
    assert refusal.value.code == "not_allowed"


def test_players_cannot_do_what_only_the_clock_does() -> None:
    with pytest.raises(IllegalAction) as refusal:
        does(cove(), 1, "oversleep")
    assert refusal.value.code == "not_allowed"


def test_the_clock_answers_for_who_is_absent() -> None:
    advance = cove().enter(Timeout(1), TIMEOUT, 300)
    assert (advance.entry.kind, advance.entry.what, advance.entry.actor.role) == (
        "timeout", "oversleep", "timeout",
    )  # fmt: skip
    assert [awaited.seat for awaited in advance.match.position.awaited] == [2]


def test_the_clock_does_not_answer_for_who_is_not_asked() -> None:
    with pytest.raises(NotNow, match="nothing to skip"):
        nim().enter(Timeout(2), TIMEOUT, 300)


def test_a_match_that_is_over_takes_no_more_actions() -> None:
    match = plays(nim(), "1 take 3, 2 take 3, 1 take 3, 2 take 3")
    assert match.finished
    assert match.outcome is not None
    assert match.outcome.winners == (2,)
    assert match.position.awaited == ()
    for verb in (
        lambda: does(match, 1, "take 1"),
        lambda: match.enter(Timeout(1), TIMEOUT, 0),
        lambda: match.enter(Undo(1), MASTER, 0),
        lambda: match.enter(Redo(), MASTER, 0),
        lambda: match.enter(TakeBack(2), ANN, 0),
        lambda: match.enter(Pause(), MASTER, 0),
        lambda: match.enter(Resume(), MASTER, 0),
        lambda: match.enter(End(), MASTER, 0, "why"),
        lambda: match.enter(Fresh(), MASTER, 0, "why"),
        lambda: match.enter(Force([1]), MASTER, 0, "why"),
        lambda: match.enter(Substitute(1, "eve"), MASTER, 0),
    ):
        with pytest.raises(NotNow, match="over"):
            verb()


def test_the_seed_is_secret_until_the_match_is_over() -> None:
    match = nim()
    assert match.public_seed() is None
    seed = match.enter(End(), MASTER, 0, "storm").match.public_seed()
    assert seed is not None
    assert commitment(seed) == match.opening.commitment


def test_a_game_master_ends_a_match_without_a_result() -> None:
    match = nim().enter(End(), MASTER, 0, "storm").match
    assert (match.position.status, match.outcome) == ("ended", None)


def test_a_match_goes_on_without_its_journal() -> None:
    match = nim()
    alone = type(match)(match.game, match.opening, match.seed, match.position)
    assert does(alone, 1, "take 2").position == does(match, 1, "take 2").position


def test_going_back_needs_the_journal() -> None:
    match = nim()
    alone = type(match)(match.game, match.opening, match.seed, match.position)
    with pytest.raises(HarbourmasterError, match="not at hand"):
        does(alone, 1, "take 2").enter(Undo(1), MASTER, 0)


def test_a_journal_of_another_match_is_not_taken() -> None:
    match = nim()
    other = does(match, 1, "take 2")
    with pytest.raises(HarbourmasterError, match="does not lead to"):
        match.with_journal(other.journal or ())


def test_who_plays_which_seat_is_known() -> None:
    match = nim(3).enter(Substitute(3, "ann"), MASTER, 0).match
    assert match.seats_of("ann") == (1, 3)
    assert match.seats_of("cid") == ()


# Pausing


def test_nobody_acts_while_a_match_is_paused() -> None:
    match = nim().enter(Pause(), MASTER, 0, "dinner").match
    for verb in (lambda: does(match, 1, "take 1"), lambda: match.enter(Timeout(1), TIMEOUT, 0)):
        with pytest.raises(NotNow, match="paused"):
            verb()
    assert does(match.enter(Resume(), MASTER, 9).match, 1, "take 1").position.status == "running"


def test_a_game_master_may_set_things_right_while_a_match_is_paused() -> None:
    match = plays(nim(), "1 take 2").enter(Pause(), MASTER, 0).match
    match = match.enter(Substitute(2, "eve"), MASTER, 0).match
    match = match.enter(Force([1]), MASTER, 0, "why").match
    match = match.enter(Undo(1), MASTER, 0).match
    assert match.position.status == "paused"
    assert match.position.players == ("ann", "eve")


def test_a_pause_changes_no_question() -> None:
    match = nim()
    paused = match.enter(Pause(), MASTER, 500).match
    assert paused.position.awaited == match.position.awaited
    assert paused.enter(Resume(), MASTER, 900).match.position.awaited == match.position.awaited


def test_a_match_that_runs_cannot_be_resumed() -> None:
    with pytest.raises(NotNow, match="not paused"):
        nim().enter(Resume(), MASTER, 0)


# Awaited seats


def test_a_seat_that_is_asked_anew_gets_another_stamp() -> None:
    match = nim()
    first = match.awaits(1)
    again = plays(match, "1 take 1, 2 take 1").awaits(1)
    assert first is not None
    assert again is not None
    assert again.stamp > first.stamp
    assert again.since == 200


def test_who_is_asked_the_same_again_at_once_gets_another_stamp() -> None:
    match = opened(Alone())
    first = match.awaits(1)
    again = does(match, 1, "take 3").awaits(1)
    assert first is not None
    assert again is not None
    assert (again.kind, again.stamp > first.stamp) == (first.kind, True)


def test_whose_question_stays_keeps_the_stamp_and_the_time() -> None:
    match = cove(3)
    after = does(match, 1, stow(match, 1))
    assert after.position.awaited == match.position.awaited[1:]


def test_a_standing_order_makes_no_control_stale() -> None:
    match = cove()
    assert does(match, 1, "order always").position.awaited == match.position.awaited


def test_a_free_action_makes_no_control_stale_that_still_fits() -> None:
    match = cove()
    assert does(match, 1, "lantern").position.awaited == match.position.awaited


def test_a_forced_roll_makes_no_control_stale() -> None:
    match = nim()
    assert match.enter(Force([1]), MASTER, 0, "why").match.position.awaited == match.position.awaited


def test_a_newcomer_is_asked_anew_and_the_others_are_not() -> None:
    match = cove(2)
    after = match.enter(Substitute(2, "eve"), MASTER, 700).match
    assert after.awaits(1) == match.awaits(1)
    newcomer = after.awaits(2)
    before = match.awaits(2)
    assert newcomer is not None
    assert before is not None
    assert (newcomer.since, newcomer.stamp > before.stamp) == (700, True)


def test_after_an_undo_by_a_game_master_everybody_is_asked_anew() -> None:
    match = plays(nim(), "1 take 1, 2 take 1")
    stamps = {awaited.stamp for awaited in plays(nim(), "1 take 1").position.awaited}
    undone = match.enter(Undo(2), MASTER, 0).match
    assert not stamps & {awaited.stamp for awaited in undone.position.awaited}


# Secrets


def test_a_secret_choice_is_not_counted_in_public() -> None:
    match = cove(3)
    advance = act(match, 1, stow(match, 1))
    assert (advance.entry.secret, advance.entry.veiled, advance.entry.public_what) == (True, True, "")
    assert advance.match.position.public == match.position.public


def test_a_secret_choice_with_public_consequences_is_known_but_for_its_words() -> None:
    match = cove(2)
    match = does(match, 1, stow(match, 1))
    advance = act(match, 2, stow(match, 2))
    assert (advance.entry.secret, advance.entry.veiled, advance.entry.public_what) == (False, True, "")
    assert advance.match.position.public == match.position.public + 1


def test_a_secret_choice_taken_back_was_never_heard_of() -> None:
    match = cove(3)
    chosen = does(match, 1, stow(match, 1))
    back = chosen.enter(TakeBack(1), ANN, 0)
    assert back.entry.secret
    assert back.match.position.public == match.position.public
    assert back.match.awaits(2) == match.awaits(2)


def test_stamps_tell_nobody_of_the_secret_actions_of_others() -> None:
    match = quiet = cove(3)
    for policy in ("always", "never", "ask"):
        match = does(match, 3, f"order {policy}")
    card = stow(match, 1)
    for seat in (1, 2):
        noisy = does(match, seat, "lantern").enter(Substitute(2, "eve"), MASTER, 0).match
        still = does(quiet, seat, "lantern").enter(Substitute(2, "eve"), MASTER, 0).match
        assert noisy.position.awaited == still.position.awaited
    assert does(match, 1, card).position.awaited == does(quiet, 1, card).position.awaited


def test_who_chooses_in_secret_twice_gets_another_stamp_each_time() -> None:
    match = cove(3)
    first = match.awaits(1)
    chosen = does(match, 1, stow(match, 1))
    again = chosen.enter(TakeBack(1), ANN, 0).match.awaits(1)
    assert first is not None
    assert again is not None
    assert again.stamp > first.stamp


def test_hidden_rolls_are_not_open() -> None:
    entry = cove().enter(Timeout(1), TIMEOUT, 0).entry
    assert [roll.label for roll in entry.rolls] == ["lot"]
    assert open_rolls(entry) == ()


# Pieces


def test_the_hash_of_an_entry_does_not_depend_on_fields_it_does_not_use() -> None:
    entry = last(nim())
    written = json.loads(entry.text())
    assert set(written) == {"number", "kind", "actor", "parent", "at", "state", "before"}


def test_options_of_another_game_do_not_open_a_match() -> None:
    with pytest.raises(NotNow):
        options_data(NIM, CoveOptions())
    assert options_data(COVE, CoveOptions(rounds=3)) == {"rounds": 3, "dark": False}


def test_the_order_in_which_options_were_stored_does_not_matter() -> None:
    one = opening(COVE, 2, rounds=1, dark=True)
    two = opening(COVE, 2, dark=True, rounds=1)
    assert one.hash() == two.hash()
    assert Opening.model_validate_json(one.text()) == one
    assert opened(COVE, 2, rounds=1).opening.hash() != one.hash()


# Presses


def test_dice_depend_on_the_presses_that_led_to_the_start() -> None:
    rolls = set()
    for presses in ((), ("1", "2", "3"), ("1", "2", "4"), ("2", "1", "3")):
        begun = opening(NIM).model_copy(update={"presses": presses})
        match = open_match(NIM, begun, SEED).match
        told = [act(match, 1, what).entry.rolls[0].values for what in ("take 1", "take 2")]
        told += [
            act(does(match, 1, one), 2, two).entry.rolls[0].values
            for one in ("take 1", "take 2")
            for two in ("take 1", "take 2")
        ]
        rolls.add((match.position.line, *told))
    assert len(rolls) == 4


def test_an_opening_from_before_presses_were_kept_stays_as_it_was() -> None:
    assert "presses" not in opening(NIM).text()
    assert '"presses":["7","9"]' in opening(NIM).model_copy(update={"presses": ("7", "9")}).text()


# A restored backup


def test_after_a_restore_everybody_is_asked_again_beyond_every_stamp_of_the_lost_time() -> None:
    match = plays(nim(), "1 take 1, 2 take 1")
    lost = plays(match, "1 take 1, 2 take 1, 1 take 1")
    again = match.enter(Restore(100), SYSTEM, 100 + 5_000).match
    assert again.position.awaited[0].stamp > lost.position.awaited[0].stamp + 4_000
    assert again.position.state == match.position.state
    onward = plays(again, "1 take 1, 2 take 1")
    assert onward.position.awaited[0].stamp > again.position.awaited[0].stamp
    assert verify(onward).problems == ()


def test_the_stamps_left_out_have_a_least_and_a_most() -> None:
    match = nim()
    assert match.enter(Restore(100), SYSTEM, 100).match.position.awaited[0].stamp > 1_000
    assert match.enter(Restore(0), SYSTEM, 10**10).match.position.awaited[0].stamp < 10**8
