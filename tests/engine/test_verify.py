"""Checking a complete journal finds and reports every manipulation."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, Roll
from rules.engine.entries import (
    Absent,
    Agree,
    Amend,
    Announce,
    Appoint,
    AskFor,
    Back,
    Dismiss,
    End,
    EntryDraft,
    Extend,
    Force,
    Fresh,
    Handover,
    Kick,
    Lock,
    LookAt,
    MakePlan,
    Note,
    Pause,
    Propose,
    Redo,
    Refuse,
    Restore,
    Resume,
    SetClock,
    Substitute,
    TakeBack,
    Timeout,
    Tried,
    Undo,
    Unforce,
    Unlock,
    Unplan,
)
from rules.engine.entry import Actor, Entry, EntryKind
from rules.engine.errors import JournalDiffers
from rules.engine.event import Event
from rules.engine.match import SYSTEM, TIMEOUT, Match
from rules.engine.position import Place, state_hash
from rules.engine.time_control import TimeControl
from rules.engine.verify import verify
from tests.engine.cove import COVE, Cove, CoveState
from tests.engine.table import (
    ANN,
    MASTER,
    SEED,
    Alone,
    does,
    journal,
    nim,
    opened,
    plays,
    stow,
    timed,
    with_entries,
)
from tests.toy_game import Nim, NimState

RICHER = '[{"op": "replace", "path": "/boats/1/gold", "value": 9}]'


def eventful() -> Match:
    """Return a match with everything that a journal can contain."""
    match = timed(COVE, TimeControl(turn=600), 3)
    match = does(match, 1, stow(match, 1)).enter(TakeBack(1), ANN, 1).match
    match = does(match, 1, "order always").enter(Force([6], "watch"), MASTER, 2, "fun").match
    match = does(match, 2, "lantern").enter(Substitute(3, "eve"), MASTER, 3, "left").match
    match = match.enter(Undo(1), MASTER, 4, "mistake").match.enter(Fresh(), MASTER, 5, "seen").match
    match = match.enter(Force([1, 2], "lantern"), MASTER, 6, "fun").match
    match = match.enter(Unforce(match.forced[-1]), MASTER, 6, "no fun").match
    drafts: Sequence[tuple[EntryDraft, Actor, str]] = (
        (Propose(2, "eve"), MASTER, "why not"),
        (Agree(1), ANN, ""),
        (Refuse(2), ANN, ""),
        (Restore(2), SYSTEM, ""),
        (AskFor("pause", 1, asked=(2,)), ANN, "tea"),
        (Refuse(0, "pause"), ANN, ""),
        (AskFor("undo", 1, asked=(2,), to=1), ANN, ""),
        (Agree(2, "undo"), ANN, ""),
        (MakePlan(2, "stow 1"), ANN, ""),
        (MakePlan(2, "stow 2", waits=True), ANN, ""),
    )
    for draft, actor, reason in drafts:
        match = match.enter(draft, actor, 6, reason).match
    drafts = (
        (Unplan(match.plans_of(2)[0]), ANN, ""),
        (Tried(2, "stow 1"), MASTER, "a look"),
        (Extend(0, 60), MASTER, "a storm"),
        (Note(), MASTER, "calm"),
        (Announce(), MASTER, "calm"),
        (Amend.of(match.amendment(RICHER, None, sees_all=True)), MASTER, "a loan"),
        (Appoint("eve"), MASTER, ""),
        (Dismiss("eve"), MASTER, "asleep"),
        (Handover("ann"), MASTER, ""),
        (LookAt(2), MASTER, "a doubt"),
        (Lock(), MASTER, "full"),
        (Unlock(), MASTER, "a guest"),
        (SetClock(TimeControl(turn=900)), MASTER, "slower"),
        (Kick(3, "bot"), MASTER, "rude"),
        (Absent(2), TIMEOUT, ""),
        (Back(2), ANN, ""),
        (Pause(), MASTER, ""),
        (Resume(), MASTER, ""),
        (Redo(6), MASTER, ""),
        *[(Timeout(seat), TIMEOUT, "") for seat in (1, 2, 3)],
    )
    for draft, actor, reason in drafts:
        match = match.enter(draft, actor, 7, reason).match
    while (asked := match.position.awaited) and asked[0].kind != "stow":
        match = match.enter(Timeout(asked[0].seat), TIMEOUT, 10).match
    return does(match, 2, "resign").enter(End(), MASTER, 11, "storm").match


def problem(match: Match) -> str:
    (told,) = verify(match).problems
    return told


def test_an_honest_journal_is_in_order() -> None:
    match = eventful()
    found = verify(match)
    assert found.problems == ()
    assert found.entries == len(journal(match))
    assert found.rolls == found.rolls_checked > 5
    assert found.forced == sum(roll.force is not None for entry in journal(match) for roll in entry.rolls)
    assert found.replayed_from == 1
    assert {entry.kind for entry in journal(match)} == {
        "start", "act", "timeout", "force", "unforce", "fresh", "undo", "redo", "substitute", "tried",
        "propose", "agree", "refuse", "restored", "extend", "absent", "back", "pause", "resume", "end",
        "plan", "unplan", "note", "announce", "amend",
        "appoint", "dismiss", "handover", "lock", "unlock", "clock", "look",
    }  # fmt: skip


def test_a_journal_survives_being_stored() -> None:
    match = eventful()
    stored = [Entry.model_validate_json(entry.text()) for entry in journal(match)]
    assert verify(match.with_journal(stored)).problems == ()


def test_a_match_begun_under_other_rules_is_checked_by_its_chain_alone() -> None:
    class Newer(Nim):
        rules_version = 2

    match = replace(plays(nim(), "1 take 1, 2 take 3"), game=Newer())
    found = verify(match)
    assert (found.problems, found.replayed_from, found.rolls_checked) == ((), 0, 0)
    entries = [*journal(match)]
    entries[1] = entries[1].model_copy(update={"at": 999})
    assert problem(replace(match, journal=tuple(entries))).endswith("does not continue the previous entry.")


def test_forced_rolls_are_counted() -> None:
    match = plays(nim().enter(Force([1]), MASTER, 0, "why").match, "1 take 1, 2 take 1")
    found = verify(match)
    assert (found.rolls, found.rolls_checked, found.forced) == (2, 2, 1)


def test_verifying_needs_the_journal() -> None:
    match = nim()
    with pytest.raises(JournalDiffers):
        verify(Match(match.game, match.opening, match.seed, match.position))


TOLD_BY_THE_GAME: list[dict[str, object]] = [
    {"what": "take 2"}, {"seat": 2}, {"parent": 0}, {"left": 1}, {"rolls": ()}, {"state": "0" * 64},
    {"free": True}, {"secret": True}, {"veiled": True}, {"standing": True}, {"kind": "fresh"},
]  # fmt: skip

TOLD_BY_THE_CHAIN: list[dict[str, object]] = [
    {"at": 999}, {"reason": "another"}, {"actor": MASTER}, {"label": "tide"}, {"number": 7},
]  # fmt: skip


@pytest.mark.parametrize("change", [*TOLD_BY_THE_GAME, *TOLD_BY_THE_CHAIN], ids=str)
def test_an_altered_entry_is_found(change: dict[str, object]) -> None:
    match = plays(nim(), "1 take 1, 2 take 3, 1 take 1")
    entries = [*journal(match)]
    entries[1] = entries[1].model_copy(update=change)
    broken = Match(match.game, match.opening, match.seed, match.position, tuple(entries))
    assert problem(broken).endswith("does not continue the previous entry.")


@pytest.mark.parametrize("change", TOLD_BY_THE_GAME, ids=str)
def test_an_altered_entry_is_found_even_if_the_chain_is_forged_behind_it(change: dict[str, object]) -> None:
    match = plays(nim(), "1 take 1, 2 take 3, 1 take 1")
    entries = [*journal(match)]
    entries[1] = entries[1].model_copy(update=change)
    assert problem(with_entries(match, entries)).startswith("Entry 2")


def test_an_altered_last_entry_is_found() -> None:
    match = plays(nim(), "1 take 1, 2 take 3")
    entries = [*journal(match)]
    entries[2] = entries[2].model_copy(update={"at": 999})
    broken = Match(match.game, match.opening, match.seed, match.position, tuple(entries))
    assert problem(broken) == "The journal does not lead to the stored position."


def test_a_removed_entry_is_found() -> None:
    match = plays(nim(), "1 take 1, 2 take 3, 1 take 1")
    entries = journal(match)
    gap = Match(match.game, match.opening, match.seed, match.position, (*entries[:2], *entries[3:]))
    assert problem(gap) == "Entry 3 does not continue the previous entry."
    short = Match(match.game, match.opening, match.seed, match.position, entries[:-1])
    assert problem(short) == "The journal does not lead to the stored position."


def test_a_removed_and_renumbered_entry_is_found() -> None:
    match = plays(nim(), "1 take 1, 2 take 3, 1 take 1")
    entries = [*journal(match)]
    del entries[2]
    entries[2] = entries[2].model_copy(update={"number": 3, "parent": 2})
    assert problem(with_entries(match, entries)).startswith("Entry 3: the rules no longer accept it")


def test_a_changed_roll_is_found() -> None:
    match = plays(nim(), "1 take 1")
    other = (1,) if journal(match)[1].rolls[0].values == (0,) else (0,)
    roll = Roll(label="tide", seat=1, low=0, high=1, values=other)
    changed = journal(match)[1].model_copy(update={"rolls": (roll,)})
    assert problem(with_entries(match, [journal(match)[0], changed])) == (
        "Entry 2: the dice are not those of the seed."
    )


def test_a_roll_that_claims_to_be_forced_is_found() -> None:
    match = plays(nim(), "1 take 1")
    roll = journal(match)[1].rolls[0].model_copy(update={"force": 1, "natural": (0,)})
    changed = journal(match)[1].model_copy(update={"rolls": (roll,)})
    assert "dice" in problem(with_entries(match, [journal(match)[0], changed]))


def test_a_state_that_was_replaced_is_found() -> None:
    match = plays(nim(), "1 take 1")
    rich = NimState(seats=2, left=3).model_dump_json()
    entries = journal(match)
    forged = entries[1].model_copy(update={"state": state_hash(SEED, rich)})
    assert problem(with_entries(match, [entries[0], forged])) == ("Entry 2: the rules lead to another state.")


def test_a_position_that_was_replaced_is_found() -> None:
    match = plays(nim(), "1 take 1")
    position = match.position.model_copy(update={"players": ("ann", "eve")})
    broken = Match(match.game, match.opening, match.seed, position, match.journal)
    assert problem(broken) == (
        "The journal leads to another position than the stored one. They differ in who plays."
    )


def test_a_take_back_that_nobody_had_a_right_to_is_found() -> None:
    match = plays(nim(), "1 take 1").enter(Undo(1), MASTER, 0).match
    entries = [*journal(match)]
    entries[2] = entries[2].model_copy(update={"actor": ANN, "seat": 1})
    assert "no undo may lead to 1" in problem(with_entries(match, entries))


def test_an_undo_to_nowhere_is_found() -> None:
    match = plays(nim(), "1 take 1").enter(Undo(1), MASTER, 0).match
    for nowhere in (0, 2, 3, 9):
        entries = [*journal(match)]
        entries[2] = entries[2].model_copy(update={"parent": nowhere})
        assert problem(with_entries(match, entries)).startswith("Entry 3")


def test_a_timeout_that_claims_another_default_is_found() -> None:
    match = nim().enter(Timeout(1), TIMEOUT, 0).match
    entries = [*journal(match)]
    entries[1] = entries[1].model_copy(update={"what": "take 3"})
    assert problem(with_entries(match, entries)).startswith("Entry 2")


def test_a_force_that_is_no_number_is_found() -> None:
    match = nim().enter(Force([1]), MASTER, 0, "why").match
    entries = [*journal(match)]
    entries[1] = entries[1].model_copy(update={"what": "one"})
    assert problem(with_entries(match, entries)).startswith("Entry 2: the rules no longer accept it")


# Costs


class Counting(Alone):
    """A game that counts how often an action is carried out."""

    def __init__(self) -> None:
        self.applied = 0

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        self.applied += 1
        state.left = 12
        return super().apply(state, seat, action, chance)


def long_match(game: Counting, rounds: int) -> Match:
    """Return a match of `rounds` moves, each of them made, undone, redone, and undone once more."""
    match = opened(game)
    for _ in range(rounds):
        before = Place.model_validate(dict(match.position))
        match = does(match, 1, "take 3")
        after = Place.model_validate(dict(match.position))
        match = goes(match, "undo", before)
        match = goes(match, "redo", after)
        match = goes(match, "undo", before)
        match = does(match, 1, "take 3")
    return match


def goes(match: Match, kind: EntryKind, goal: Place) -> Match:
    """Return the match after an `undo` or `redo` to a known place."""
    changes = {"kind": kind, "actor": MASTER, "seat": 0, "parent": goal.head}
    asked = journal(match)[-1].model_copy(update=changes)
    return match.again(asked, goal).match


@pytest.mark.parametrize("rounds", [150, 600])
def test_a_check_carries_out_each_action_once_however_often_play_was_taken_back(rounds: int) -> None:
    game = Counting()
    match = long_match(game, rounds)
    game.applied = 0
    found = verify(match)
    assert found.problems == ()
    assert found.entries == 1 + 5 * rounds
    assert game.applied == 2 * rounds


class CountingCove(Cove):
    """A cove that counts how often an action is carried out."""

    applied = 0

    def apply(self, state: CoveState, seat: int, action: Action, chance: Chance) -> list[Event]:
        type(self).applied += 1
        return super().apply(state, seat, action, chance)


@pytest.mark.parametrize("rounds", [10, 40])
def test_a_check_brings_orders_to_an_earlier_place_once(rounds: int) -> None:
    match = opened(CountingCove())
    for _ in range(rounds):
        match = does(does(match, 2, "order ask"), 2, "order never")
        match = does(match, 1, stow(match, 1)).enter(Undo(1), MASTER, 0, "why").match
    CountingCove.applied = 0
    assert verify(match).problems == ()
    orders, moves = 2 * rounds, rounds
    assert CountingCove.applied == moves + 2 * orders
