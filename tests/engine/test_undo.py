"""Undo, redo, branches, take-backs, and what an undo does not change."""

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, Value
from rules.engine.entries import AskFor, Force, Fresh, Pause, Redo, Substitute, TakeBack, Timeout, Undo
from rules.engine.entry import Actor
from rules.engine.errors import IllegalAction, JournalDiffers, NotNow
from rules.engine.event import Event
from rules.engine.journal import Branch
from rules.engine.match import TIMEOUT, Match
from rules.engine.verify import verify
from tests.engine.cove import Cove, CoveState
from tests.engine.table import ANN, MASTER, NIM, Alone, act, cove, does, hand, last, nim, opened, plays, stow
from tests.toy_game import Nim, NimState, Take, Taken


def left(match: Match) -> int:
    assert isinstance(match.state, NimState)
    return match.state.left


def policy(match: Match, seat: int) -> str:
    assert isinstance(match.state, CoveState)
    return match.state.boat(seat).policy


# Undo and redo


def test_an_undo_brings_back_the_position_it_names() -> None:
    match = plays(nim(), "1 take 3, 2 take 3, 1 take 3")
    back = match.enter(Undo(2), MASTER, 0, "by mistake").match
    assert (left(back), back.position.head, back.line()) == (9, 2, (1, 2))


def test_an_undo_is_an_entry_and_deletes_nothing() -> None:
    match = plays(nim(), "1 take 3, 2 take 3")
    entry = match.enter(Undo(1), MASTER, 0, "by mistake").entry
    assert (entry.number, entry.kind, entry.parent, entry.left, entry.reason) == (
        4, "undo", 1, 3, "by mistake",
    )  # fmt: skip


def test_an_undo_goes_only_to_what_lies_behind() -> None:
    match = plays(nim(), "1 take 3, 2 take 3").enter(Undo(1), MASTER, 0).match
    for point in (0, 1, 2, 3, 4, 99, -1):
        with pytest.raises(NotNow, match="Nobody can go back to that point"):
            match.enter(Undo(point), MASTER, 0)


def test_a_redo_brings_back_what_the_last_undo_left() -> None:
    match = plays(nim(), "1 take 3, 2 take 3, 1 take 3")
    back = match.enter(Undo(3), MASTER, 0).match.enter(Undo(1), MASTER, 0).match
    once = back.enter(Redo(), MASTER, 0).match
    assert once.position.head == 3
    twice = once.enter(Redo(), MASTER, 0).match
    assert (twice.position.head, twice.position.state) == (4, match.position.state)


def test_there_is_nothing_to_redo_once_play_went_on() -> None:
    match = plays(nim(), "1 take 3, 2 take 3").enter(Undo(2), MASTER, 0).match
    with pytest.raises(NotNow, match="nothing to redo"):
        does(match, 2, "take 1").enter(Redo(), MASTER, 0)
    with pytest.raises(NotNow, match="nothing to redo"):
        nim().enter(Redo(), MASTER, 0)


def test_a_redo_does_not_lead_back_along_the_line() -> None:
    match = plays(nim(), "1 take 3, 2 take 3")
    for point in (1, 2, 3, 77, -1):
        with pytest.raises(NotNow, match="nothing to redo"):
            match.enter(Redo(point), MASTER, 0)


def test_an_undone_line_stays_as_a_branch_that_can_be_resumed() -> None:
    match = plays(nim(), "1 take 3, 2 take 3").enter(Undo(2), MASTER, 0).match
    other = does(match, 2, "take 2")
    assert (other.branches(), other.line()) == ((Branch(fork=2, steps=(3,)),), (1, 2, 5))
    resumed = other.enter(Redo(3), MASTER, 0).match
    assert (resumed.branches(), left(resumed)) == ((Branch(fork=2, steps=(5,)),), 6)


def test_every_undone_line_stays_within_reach() -> None:
    match = plays(nim(), "1 take 3, 2 take 3, 1 take 1")
    match = plays(match.enter(Undo(3), MASTER, 0).match, "1 take 2")
    match = plays(match.enter(Undo(1), MASTER, 0).match, "1 take 1, 2 take 1")
    undone = match.branches()
    assert undone == (Branch(fork=1, steps=(2, 3, 4)), Branch(fork=1, steps=(2, 3, 6)))
    for branch in undone:
        resumed = match.enter(Redo(branch.end), MASTER, 0).match
        assert resumed.line() == (1, *branch.steps)
        assert resumed.position.state == match.at(branch.end).position.state
    # A redo to a step in the middle leaves the later steps as a branch.
    part = match.enter(Redo(3), MASTER, 0).match
    assert Branch(fork=3, steps=(4,)) in part.branches()


def test_what_was_undone_without_a_new_line_is_a_branch_too() -> None:
    match = plays(nim(), "1 take 3, 2 take 3").enter(Undo(1), MASTER, 0).match
    assert match.branches() == (Branch(fork=1, steps=(2, 3)),)
    assert match.branches()[0].end == 3


def test_a_branch_can_be_looked_at() -> None:
    match = plays(nim(), "1 take 3, 2 take 3").enter(Undo(1), MASTER, 0).match
    there = match.at(3)
    assert (left(there), there.position.awaited[0].seat, match.line(3)) == (6, 1, (1, 2, 3))


def test_what_is_no_step_of_play_cannot_be_looked_at() -> None:
    match = nim().enter(Pause(), MASTER, 0).match
    for point in (0, 2, 3, -1):
        with pytest.raises(NotNow):
            match.at(point)


def test_a_look_back_shows_who_played_then() -> None:
    match = plays(nim(), "1 take 3")
    match = plays(match.enter(Substitute(2, "eve"), MASTER, 0).match, "2 take 3")
    assert match.at(2).position.players == ("ann", "bob")
    assert match.at(4).position.players == ("ann", "eve")


# Dice


def test_the_same_action_after_an_undo_meets_the_same_dice() -> None:
    match = nim()
    first = act(match, 1, "take 2")
    again = act(first.match.enter(Undo(1), MASTER, 0).match, 1, "take 2")
    assert again.entry.rolls == first.entry.rolls
    assert again.entry.state == first.entry.state


def test_another_action_meets_dice_of_its_own() -> None:
    rolls = [act(cove(), 1, "lantern").entry.rolls[0].values]
    rolls += [act(cove(), 2, "lantern").entry.rolls[0].values]
    match = does(cove(), 1, stow(cove(), 1))
    rolls += [act(match, 1, "lantern").entry.rolls[0].values]
    assert len(set(rolls)) == 3


def test_fresh_dice_never_come_a_second_time() -> None:
    seen = []
    match = cove()
    for _ in range(4):
        thrown = act(match, 1, "lantern")
        seen.append(thrown.entry.rolls[0].values)
        match = thrown.match.enter(Undo(1), MASTER, 0).match.enter(Fresh(), MASTER, 0, "all saw it").match
    assert len(set(seen)) == 4


NONE_SEEN = "No dice were seen that could come again"


def refuses_fresh(match: Match) -> bool:
    """Return whether fresh dice are refused, both as a question and as a game master's entry."""
    try:
        match.enter(AskFor("fresh", 1, asked=(2,)), ANN, 0)
        match.enter(Fresh(), MASTER, 0, "a whim")
    except NotNow as refusal:
        return NONE_SEEN in refusal.message
    return False


def test_fresh_dice_are_refused_where_none_were_seen_that_could_come_again() -> None:
    match = plays(nim(), "1 take 1, 2 take 1")
    assert refuses_fresh(nim())
    assert refuses_fresh(match)
    back = match.enter(Undo(1), MASTER, 0).match
    assert not refuses_fresh(back)
    assert refuses_fresh(back.enter(Redo(), MASTER, 0).match)
    assert refuses_fresh(back.enter(Fresh(), MASTER, 0, "seen").match)
    # If another action follows, its dice were not seen. If the same action follows, its dice were seen.
    assert refuses_fresh(does(back, 1, "take 2"))
    assert not refuses_fresh(does(back, 1, "take 1"))
    # Taking three buoys rolls no dice.
    assert refuses_fresh(does(nim(), 1, "take 3").enter(Undo(1), MASTER, 0).match)


def test_a_refusal_of_fresh_dice_tells_nothing_of_what_was_chosen_in_secret() -> None:
    match = cove()
    first, other, _ = hand(match, 1)
    shown = does(does(match, 1, f"stow {first}"), 2, stow(match, 2))
    assert last(shown).rolls
    back = shown.enter(Undo(1), MASTER, 0).match
    answers = [refuses_fresh(does(back, 1, f"stow {card}")) for card in (first, other)]
    assert answers == [False, False]
    # Nobody has noticed a secret choice that was taken back.
    alone = does(match, 1, f"stow {first}")
    assert last(alone).secret
    assert refuses_fresh(alone.enter(TakeBack(1), ANN, 0).match) == refuses_fresh(match)


def test_a_free_action_does_not_stir_the_dice_of_a_decision() -> None:
    match = opened(NIM)
    harmless = cove()
    assert does(harmless, 1, "lantern").position.line == harmless.position.line
    assert does(match, 1, "take 1").position.line != match.position.line


def test_a_free_action_done_again_meets_other_dice_and_after_an_undo_the_same() -> None:
    once = act(cove(), 1, "lantern")
    twice = act(once.match, 1, "lantern")
    assert twice.entry.rolls[0].values != once.entry.rolls[0].values
    again = act(twice.match.enter(Undo(2), MASTER, 0).match, 1, "lantern")
    assert again.entry.rolls == twice.entry.rolls


def test_standing_orders_do_not_stir_any_dice() -> None:
    ordered = does(does(cove(), 2, "order never"), 1, "order always")
    assert act(ordered, 1, "lantern").entry.rolls == act(cove(), 1, "lantern").entry.rolls


# Forced rolls


def forced_tide(match: Match) -> list[tuple[Value, int | None]]:
    return [(roll.values[0], roll.force) for roll in last(match).rolls]


def test_a_forced_value_is_used_once_and_kept_beside_the_natural_one() -> None:
    match = nim().enter(Force([1], "tide"), MASTER, 0, "for fun").match
    used = does(match, 1, "take 1")
    (roll,) = last(used).rolls
    (natural,) = act(nim(), 1, "take 1").entry.rolls
    assert (roll.values, roll.force, roll.natural) == ((1,), 2, natural.values)
    assert used.position.forced == ()


def test_a_forced_value_waits_for_the_seat_it_is_meant_for() -> None:
    match = nim().enter(Force([1], seat=2), MASTER, 0, "for fun").match
    first = does(match, 1, "take 1")
    assert forced_tide(first)[0][1] is None
    assert forced_tide(does(first, 2, "take 1")) == [(1, 2)]


def test_an_undo_brings_back_a_forced_value_that_was_used() -> None:
    match = nim().enter(Force([1]), MASTER, 0, "for fun").match
    used = does(match, 1, "take 1")
    back = used.enter(Undo(2), MASTER, 0).match
    assert back.position.forced == match.position.forced
    assert forced_tide(does(back, 1, "take 2")) == [(1, 2)]


def test_an_undo_past_a_forced_value_takes_it_away() -> None:
    match = plays(nim(), "1 take 3").enter(Force([1]), MASTER, 0, "for fun").match
    assert match.enter(Undo(1), MASTER, 0).match.position.forced == ()


def test_a_redo_brings_a_forced_value_back() -> None:
    match = nim().enter(Force([1]), MASTER, 0, "for fun").match
    assert (
        match.enter(Undo(1), MASTER, 0).match.enter(Redo(), MASTER, 0).match.position.forced
        == match.position.forced
    )


def test_values_that_fit_no_roll_cannot_be_forced() -> None:
    for values, label in (([2], ""), ([0, 1], ""), ([], ""), ([1], "wind")):
        with pytest.raises(NotNow, match="tide"):
            nim().enter(Force(values, label), MASTER, 0, "why")
    with pytest.raises(NotNow, match="no seat 3"):
        nim().enter(Force([1], seat=3), MASTER, 0, "why")


# What an undo does not change


def test_standing_orders_stay_when_play_is_taken_back() -> None:
    match = does(cove(), 1, stow(cove(), 1))
    match = does(match, 1, "order never")
    back = match.enter(Undo(1), MASTER, 0).match
    assert policy(back, 1) == "never"
    assert back.position.line == cove().position.line


def test_an_undone_standing_order_does_not_exist() -> None:
    match = does(cove(), 1, "order never")
    assert match.line() == (1,)
    with pytest.raises(NotNow, match="Nobody can go back to that point"):
        match.enter(Undo(2), MASTER, 0)


def test_the_latest_standing_order_counts_on_every_branch() -> None:
    match = does(cove(), 1, "lantern")
    match = does(match.enter(Undo(1), MASTER, 0).match, 1, "order always")
    resumed = match.enter(Redo(2), MASTER, 0).match
    assert policy(resumed, 1) == "always"
    assert policy(match.at(2), 1) == "ask"


def test_a_standing_order_that_means_nothing_earlier_is_left_out_there() -> None:
    match = opened(Embargo())
    match = does(does(match, 1, "lantern"), 1, "order never")
    back = match.enter(Undo(1), MASTER, 0).match
    assert policy(back, 1) == "ask"
    assert policy(back.enter(Redo(), MASTER, 0).match, 1) == "never"
    assert verify(back).problems == ()


def test_changes_of_players_stay_when_play_is_taken_back() -> None:
    match = does(cove(), 1, "order never")
    match = does(match, 1, stow(match, 1)).enter(Substitute(1, "eve"), MASTER, 0).match
    back = match.enter(Undo(1), MASTER, 0).match
    assert back.position.players == ("eve", "bob")
    assert policy(back, 1) == "ask"


# Taking back one's own action


def test_a_player_takes_back_an_action_without_dice() -> None:
    match = plays(nim(), "1 take 3")
    advance = match.enter(TakeBack(1), ANN, 0)
    assert (left(advance.match), advance.entry.kind, advance.entry.seat) == (12, "undo", 1)


def test_nobody_takes_back_the_action_of_another() -> None:
    with pytest.raises(NotNow, match="your own last action"):
        plays(nim(), "1 take 3").enter(TakeBack(2), ANN, 0)


def test_nobody_takes_back_what_was_rolled_for() -> None:
    with pytest.raises(NotNow):
        plays(nim(), "1 take 1").enter(TakeBack(1), ANN, 0)


def test_nobody_takes_back_when_somebody_else_has_decided() -> None:
    with pytest.raises(NotNow):
        plays(nim(), "1 take 3, 2 take 3").enter(TakeBack(1), ANN, 0)


def test_nobody_takes_back_what_showed_something_hidden() -> None:
    match = opened(Glass())
    with pytest.raises(NotNow):
        does(match, 1, "take 3").enter(TakeBack(1), ANN, 0)


def test_nobody_takes_back_what_a_game_master_or_the_clock_did() -> None:
    by_master = nim().act(1, NIM.read("take 3"), MASTER, 0).match
    by_clock = cove().enter(Timeout(1), TIMEOUT, 0).match
    for match in (by_master, by_clock):
        with pytest.raises(NotNow):
            match.enter(TakeBack(1), ANN, 0)


def test_nobody_takes_back_that_they_gave_up() -> None:
    match = does(cove(3), 2, "resign")
    assert match.position.back == 0
    with pytest.raises(NotNow):
        match.enter(TakeBack(2), Actor(role="seat", player="bob"), 0)


def test_nobody_takes_back_the_start() -> None:
    with pytest.raises(NotNow):
        nim().enter(TakeBack(1), ANN, 0)


def test_actions_can_be_taken_back_one_after_the_other() -> None:
    match = opened(Alone())
    back = plays(match, "1 take 3, 1 take 3").enter(TakeBack(1), ANN, 0).match
    assert left(back) == 9
    assert left(back.enter(TakeBack(1), ANN, 0).match) == 12


def test_after_an_undo_by_a_game_master_nobody_takes_back_alone() -> None:
    match = plays(nim(), "1 take 3, 2 take 1").enter(Undo(2), MASTER, 0).match
    with pytest.raises(NotNow):
        match.enter(TakeBack(1), ANN, 0)


def test_a_standing_order_in_between_does_not_stop_a_take_back() -> None:
    match = cove(3)
    match = does(does(match, 1, stow(match, 1)), 2, "order always")
    assert match.enter(TakeBack(1), ANN, 0).match.position.head == 1


def test_a_force_in_between_stops_a_take_back() -> None:
    match = plays(nim(), "1 take 3").enter(Force([1]), MASTER, 0, "why").match
    with pytest.raises(NotNow):
        match.enter(TakeBack(1), ANN, 0)


def test_a_newcomer_does_not_take_back_what_the_old_player_did() -> None:
    match = plays(nim(), "1 take 3").enter(Substitute(1, "eve"), MASTER, 0).match
    with pytest.raises(NotNow):
        match.enter(TakeBack(1), ANN, 0)


def test_nobody_takes_back_while_a_match_is_paused() -> None:
    with pytest.raises(NotNow, match="paused"):
        plays(nim(), "1 take 3").enter(Pause(), MASTER, 0).match.enter(TakeBack(1), ANN, 0)


# Changed rules


def test_going_back_under_rules_that_lead_elsewhere_is_told() -> None:
    match = plays(nim(), "1 take 3, 2 take 3")
    with pytest.raises(JournalDiffers) as told:
        under(match, Leaky()).enter(Undo(2), MASTER, 0)
    assert "another state" in told.value.detail


def test_going_back_under_rules_that_refuse_a_stored_action_is_told() -> None:
    match = plays(nim(), "1 take 3, 2 take 3")
    with pytest.raises(JournalDiffers) as told:
        under(match, Modest()).enter(Undo(2), MASTER, 0)
    assert "take 3" in told.value.detail


def test_going_back_under_rules_that_roll_less_is_told() -> None:
    match = plays(nim(), "1 take 2, 2 take 3")
    with pytest.raises(JournalDiffers) as told:
        under(match, Becalmed()).enter(Undo(2), MASTER, 0)
    assert "nothing more" in told.value.detail


def test_a_match_goes_on_under_new_rules_from_its_stored_position() -> None:
    match = plays(nim(), "1 take 3")
    assert left(does(under(match, Leaky()), 2, "take 3")) == 5


class Embargo(Cove):
    """A cove in which orders are possible only after a lantern was seen."""

    def apply(self, state: CoveState, seat: int, action: Action, chance: Chance) -> list[Event]:
        boat = state.boat(1)
        if action.kind == "order" and boat.gold == 4:
            boat.gold = 99
            raise IllegalAction("dark", "Wave a lantern first.")
        boat.gold += action.kind == "lantern"
        return super().apply(state, seat, action, chance)


def under(match: Match, game: Nim) -> Match:
    return Match(game, match.opening, match.seed, match.position, match.journal)


class Leaky(Nim):
    """Nim under changed rules: each action loses one more buoy."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, action, chance)
        state.left -= 1
        return events


class Modest(Nim):
    """Nim under changed rules: nobody can take three."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if action == Take(buoys=3):
            raise IllegalAction("greedy", "Take one or two.")
        return super().apply(state, seat, action, chance)


class Becalmed(Nim):
    """Nim under changed rules: there is no tide."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        state.left, state.turn = state.left - action.buoys, seat % state.seats + 1
        return []


class Sighted(Taken):
    kind, reveals = "sighted", True


class Glass(Nim):
    """Nim in which taking reveals something hidden."""

    events = (Sighted,)

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        super().apply(state, seat, action, chance)
        return [Sighted(seat=seat, buoys=3, drifted=0)]
