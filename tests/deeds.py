"""Everything that people, game masters and the clock may do to a match, one random thing at a time."""

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import NamedTuple, TypeVar

from rules.engine import entries
from rules.engine.entry import Actor
from rules.engine.errors import NotNow
from rules.engine.match import SYSTEM, TIMEOUT, Match
from rules.engine.time_control import TimeControl
from tests.amendments import some_amendment
from tests.laws import random_action

T = TypeVar("T")

DAY = 86_400
PACES = (TimeControl(turn=3_600, short=600), TimeControl(turn=7 * DAY, bank=600), TimeControl(turn=DAY))

ANN = Actor(role="seat", player="ann")
MASTER = Actor(role="gm", player="bo")

ACTIONS = 1 / 3
"""The share of actions among all deeds."""


class Deed(NamedTuple):
    """A draft entry, and its seat, actor and reason."""

    draft: entries.EntryDraft
    actor: Actor
    reason: str = ""


def something(match: Match, random: Random, now: int, without: Collection[str] = ()) -> Match:
    """Return the match after a random deed of people or the clock. Raises HarbourmasterError."""
    draft, actor, reason = some_deed(match, random, now, without)
    return match.enter(draft, actor, now, reason).match


def some_deed(match: Match, random: Random, now: int, without: Collection[str] = ()) -> Deed:
    """Return a random deed of people or the clock. Raises NotNow."""
    if match.decisions and random.random() < ACTIONS:
        decision = random.choice(match.decisions)
        plan = match.due_plan(decision.seat)
        if plan is not None and random.random() < ACTIONS:
            return Deed(entries.Act(plan.seat, match.parts_of(plan)[0], plan=plan.entry), ANN)
        return Deed(entries.Act(decision.seat, random_action(decision, random)), ANN)
    deeds = _deeds(match, random, now)
    return deeds[random.choice([name for name in deeds if name not in without])]()


def _deeds(match: Match, random: Random, now: int) -> Mapping[str, Callable[[], Deed]]:
    seat = random.randint(1, len(match.opening.players))
    entry = random.randint(1, match.position.last)
    other = 1 + seat % len(match.opening.players)
    locks = entries.Unlock() if match.position.office.locked else entries.Lock()
    return {
        "timeout": lambda: Deed(entries.Timeout(seat), TIMEOUT),
        "undo": lambda: Deed(entries.Undo(entry), MASTER, "why"),
        "redo": lambda: Deed(entries.Redo(random.choice([0, entry])), MASTER),
        "back": lambda: Deed(entries.TakeBack(seat), ANN),
        "pause": lambda: Deed(entries.Pause(), MASTER),
        "resume": lambda: Deed(entries.Resume(), MASTER),
        "substitute": lambda: Deed(entries.Substitute(seat, f"person {now}"), MASTER),
        "absent": lambda: Deed(_absent(match, seat), TIMEOUT),
        "there": lambda: Deed(entries.Back(seat), ANN),
        "more time": lambda: Deed(entries.Extend(random.choice([0, seat]), 60), MASTER),
        "force": lambda: Deed(_force(match, random), MASTER, "why"),
        "unforce": lambda: Deed(entries.Unforce(random.choice(_some(match.forced))), MASTER, "why"),
        "fresh": lambda: Deed(entries.Fresh(), MASTER, "why"),
        "ask": lambda: Deed(entries.AskFor("pause", seat, asked=(other,)), ANN),
        "propose": lambda: Deed(entries.Propose(seat, f"person {now}", asked=(other,)), ANN),
        "agree": lambda: Deed(entries.Agree(seat, "pause"), ANN),
        "refuse": lambda: Deed(entries.Refuse(seat, "pause"), ANN),
        "tried": lambda: Deed(entries.Tried(seat, "a guess"), MASTER, "why"),
        "kick": lambda: Deed(entries.Kick(seat, "bot"), MASTER, "why"),
        "lock": lambda: Deed(locks, MASTER, "why"),
        "clock": lambda: Deed(entries.SetClock(random.choice(PACES)), MASTER, "why"),
        "look": lambda: Deed(entries.LookAt(random.choice([0, seat])), MASTER, "why"),
        "add": lambda: Deed(entries.Appoint(f"person {now}"), MASTER),
        "remove": lambda: Deed(entries.Dismiss(f"person {now}"), MASTER, "why"),
        "hand over": lambda: Deed(entries.Handover(f"person {now}"), MASTER),
        "note": lambda: Deed(random.choice([entries.Note(), entries.Announce()]), MASTER, "why"),
        "plan": lambda: Deed(_plan(match, random), ANN),
        "unplan": lambda: Deed(entries.Unplan(random.choice(_some(match.position.plans))), ANN),
        "amend": lambda: Deed(_amend(match, random), MASTER, "why"),
        "restore": lambda: Deed(_seldom(random, entries.Restore(now - 60)), SYSTEM),
        "end": lambda: Deed(_seldom(random, entries.End()), MASTER, "that was all"),
    }


def _some(found: Collection[T]) -> list[T]:
    if not found:
        raise NotNow("There is none.")
    return [*found]


def _absent(match: Match, seat: int) -> entries.EntryDraft:
    if not match.position.missed:
        raise NotNow("Nobody's turns are counted.")
    return entries.Absent(seat)


def _force(match: Match, random: Random) -> entries.EntryDraft:
    again = [kind for kind in match.game.rolls if kind.label in {one.label for one in match.forced}]
    kind = random.choice([*match.game.rolls, *again * 4])
    return entries.Force([random.choice(kind.sides) for _ in range(kind.count)], kind.label)


def _plan(match: Match, random: Random) -> entries.EntryDraft:
    decision = random.choice(_some(match.decisions))
    return entries.MakePlan(decision.seat, str(random_action(decision, random)), waits=True)


def _amend(match: Match, random: Random) -> entries.EntryDraft:
    found = some_amendment(match, random)
    if found is None:
        raise NotNow("Nothing was found that could be changed.")
    return entries.Amend.of(found)


def _seldom(random: Random, draft: entries.EntryDraft) -> entries.EntryDraft:
    if random.random() < 0.9:
        raise NotNow("Not today.")
    return draft
