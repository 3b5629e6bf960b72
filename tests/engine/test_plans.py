"""Plans are done once, dropped when their situation changes, and secret."""

import random
from collections.abc import Callable
from typing import get_args

import pytest

from rules.engine.entries import (
    Act,
    Agree,
    AskFor,
    Force,
    Fresh,
    MakePlan,
    Redo,
    Refuse,
    Substitute,
    TakeBack,
    Timeout,
    Undo,
    Unplan,
)
from rules.engine.entries.plans import MOST_PLANS
from rules.engine.entry import Actor, Entry, Matter
from rules.engine.errors import HarbourmasterError, NotNow
from rules.engine.match import SYSTEM, TIMEOUT, Advance, Match
from rules.engine.verify import verify
from tests.engine.table import ANN, MASTER, cove, does, journal, nim, stow


def planned(match: Match, seat: int, *lines: str, waits: bool = False) -> Match:
    for line in lines:
        match = match.enter(MakePlan(seat, line, waits=waits), ANN, 1).match
    return match


def lines(match: Match, seat: int) -> list[str]:
    return [plan.what for plan in match.plans_of(seat)]


def test_a_plan_is_carried_out_once_by_the_entry_that_claims_it() -> None:
    match = planned(nim(), 2, "take 1", "take 2")
    assert match.due_plan(2) is None
    match = does(match, 1, "take 1")
    plan = match.due_plan(2)
    assert plan is not None
    done = match.enter(Act(plan.seat, match.game.read(plan.what), plan=plan.entry), ANN, 2)
    assert (done.entry.what, done.entry.plan, done.entry.actor) == ("take 1", plan.entry, ANN)
    assert lines(done.match, 2) == ["take 2"]
    assert verify(done.match).problems == ()


CHANGES: dict[str, Callable[[Match], Match]] = {
    "undo": lambda match: match.enter(Undo(1), MASTER, 2).match,
    "change of players": lambda match: match.enter(Substitute(1, "eve"), MASTER, 2).match,
    "other answer": lambda match: does(match, 1, "take 3"),
    "refusal": lambda match: match.enter(Unplan(match.plans_of(1)[0]), SYSTEM, 2).match,
}


@pytest.mark.parametrize("how", CHANGES)
def test_a_plan_is_dropped_when_what_it_rested_on_has_changed(how: str) -> None:
    match = planned(does(nim(), 1, "take 1"), 1, "take 1")
    match = does(planned(match, 1, "take 2", waits=True), 2, "take 1")
    changed = CHANGES[how](match)
    assert lines(changed, 1) == (["take 2"] if how == "other answer" else [])
    assert verify(changed).problems == ()


def test_a_plan_that_waits_lets_other_questions_pass() -> None:
    match = planned(cove(), 1, "give 3", waits=True)
    assert match.due_plan(1) is None
    match = does(match, 1, stow(match, 1))
    assert lines(match, 1) == ["give 3"]


def test_only_so_many_plans_may_wait() -> None:
    match = planned(nim(), 2, *["take 1"] * MOST_PLANS)
    with pytest.raises(NotNow, match="You have too many waiting plans"):
        match.enter(MakePlan(2, "take 1"), ANN, 1)


def test_nobody_can_notice_a_plan_nor_that_it_was_given_up() -> None:
    match = cove()
    before, view = match.position, match.view(None)
    made = match.enter(MakePlan(2, "give 3", waits=True), ANN, 1)
    dropped = made.match.enter(Unplan(made.match.plans_of(2)[0]), ANN, 2)
    for advance in (made, dropped):
        after = advance.match.position
        assert advance.entry.secret
        assert advance.entry.public_what == ""
        assert (after.public, after.awaited, after.stamps) == (before.public, before.awaited, before.stamps)
        assert (after.line, after.back, after.head) == (before.line, before.back, before.head)
        assert advance.match.view(None) == view


def test_a_secret_take_back_leaves_the_plans_of_others() -> None:
    match = cove()
    match = planned(match, 2, "give 3", waits=True)
    match = does(match, 1, stow(match, 1))
    back = match.enter(TakeBack(1), ANN, 2)
    assert back.entry.secret
    assert lines(back.match, 2) == ["give 3"]


def test_any_mixture_of_plans_votes_and_play_is_in_order() -> None:
    """The chain of hashes is valid, a replay leads to the same position, and no plan is done twice."""
    for luck in range(8):
        chance, match = random.Random(luck), cove(3)
        for _ in range(60):
            match = one_more(match, chance)
        stored = [Entry.model_validate_json(entry.text()) for entry in journal(match)]
        assert verify(match.with_journal(stored)).problems == ()
        done = [entry.plan for entry in stored if entry.kind == "act" and entry.plan]
        assert len(done) == len(set(done))
        assert {plan.entry for plan in match.position.plans}.isdisjoint(done)


def one_more(match: Match, chance: random.Random) -> Match:
    """Return the match after one more entry of any kind, if the entry is possible."""
    seat, other = chance.sample([1, 2, 3], 2)
    ann = Actor(role="seat", player=match.position.players[seat - 1])
    awaited = [one.seat for one in match.position.awaited]
    asked = chance.choice(awaited) if awaited else 1
    offered = [action for action in match.legal_actions(asked) if action.kind != "resign"]
    line = str(chance.choice(offered)) if offered else "lantern"
    back = chance.choice(match.line())

    def carried_out() -> Advance:
        due = match.due_plan(asked)
        action = match.game.read(due.what if due else line)
        return (
            match.enter(Act(due.seat, action, plan=due.entry), ann, 1)
            if due
            else match.act(asked, action, ann, 1)
        )

    ways: list[Callable[[], Advance]] = [
        *[carried_out] * 6,
        lambda: match.act(asked, match.game.read(line), ann, 1),
        lambda: match.enter(MakePlan(seat, line, waits=chance.random() < 0.5), ann, 1),
        lambda: match.enter(Unplan(chance.choice(match.plans_of(seat))), chance.choice([ann, SYSTEM]), 1),
        lambda: match.enter(Undo(back), chance.choice([MASTER, ann]), 1),
        lambda: match.enter(TakeBack(seat), ann, 1),
        lambda: match.enter(Redo(), MASTER, 1),
        lambda: match.enter(
            AskFor(chance.choice(get_args(Matter)[1:]), seat, asked=(other,), to=back if seat == 1 else 0),
            ann,
            1,
        ),
        lambda: match.enter(Agree(seat, "undo"), ann, 1),
        lambda: match.enter(Refuse(chance.choice([0, seat]), "pause", chance.choice(["", "moot"])), ann, 1),
        lambda: match.enter(Substitute(seat, f"player {match.position.last}"), MASTER, 1),
        lambda: match.enter(Force([1], "watch"), MASTER, 1, "a test"),
        lambda: match.enter(Fresh(), ann, 1),
        lambda: match.enter(Timeout(asked), TIMEOUT, 1),
    ]
    try:
        return chance.choice(ways)().match
    except (HarbourmasterError, IndexError):
        return match
