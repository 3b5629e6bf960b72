"""Everything that people, game masters and the clock may do to a match, one random thing at a time."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from rules.engine.entries import (
    Absent,
    Agree,
    Amend,
    Appoint,
    AskFor,
    Back,
    Dismiss,
    End,
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
    Redo,
    Refuse,
    Resume,
    SetClock,
    Substitute,
    TakeBack,
    Timeout,
    Undo,
    Unlock,
)
from rules.engine.entry import Actor
from rules.engine.errors import NotNow
from rules.engine.match import TIMEOUT, Advance, Match
from rules.engine.time_control import TimeControl
from tests.amendments import some_amendment
from tests.laws import random_action

DAY = 86_400
PACES = (TimeControl(turn=3_600, short=600), TimeControl(turn=7 * DAY, bank=600), TimeControl(turn=DAY))

ANN = Actor(role="seat", player="ann")
MASTER = Actor(role="gm", player="bo")

ACTIONS = 1 / 3
"""The share of actions among all deeds."""


def something(match: Match, random: Random, now: int, without: Collection[str] = ()) -> Match:
    """Return the match after something that people or the clock may do. Raises HarbourmasterError."""
    if match.decisions and random.random() < ACTIONS:
        decision = random.choice(match.decisions)
        return match.act(decision.seat, random_action(decision, random), ANN, now).match
    deeds = _deeds(match, random, now)
    return deeds[random.choice([name for name in deeds if name not in without])]().match


def _deeds(match: Match, random: Random, now: int) -> Mapping[str, Callable[[], Advance]]:
    seat = random.randint(1, len(match.opening.players))
    entry = random.randint(1, match.position.last)
    other = 1 + seat % len(match.opening.players)
    return {
        "timeout": lambda: match.enter(Timeout(seat), TIMEOUT, now),
        "undo": lambda: match.enter(Undo(entry), MASTER, now, "why"),
        "redo": lambda: match.enter(Redo(entry), MASTER, now),
        "back": lambda: match.enter(TakeBack(seat), ANN, now),
        "pause": lambda: match.enter(Pause(), MASTER, now),
        "resume": lambda: match.enter(Resume(), MASTER, now),
        "substitute": lambda: match.enter(Substitute(seat, f"person {now}"), MASTER, now),
        "absent": lambda: match.enter(Absent(seat), TIMEOUT, now),
        "there": lambda: match.enter(Back(seat), ANN, now),
        "more time": lambda: match.enter(Extend(random.choice([0, seat]), 60), MASTER, now),
        "force": lambda: _force(match, random, now),
        "fresh": lambda: match.enter(Fresh(), MASTER, now, "why"),
        "ask": lambda: match.enter(AskFor("pause", seat, asked=(other,)), ANN, now),
        "agree": lambda: match.enter(Agree(seat, "pause"), ANN, now),
        "refuse": lambda: match.enter(Refuse(seat, "pause"), ANN, now),
        "kick": lambda: match.enter(Kick(seat, "bot"), MASTER, now, "why"),
        "lock": lambda: match.enter(Unlock() if match.position.office.locked else Lock(), MASTER, now, "why"),
        "clock": lambda: match.enter(SetClock(random.choice(PACES)), MASTER, now, "why"),
        "look": lambda: match.enter(LookAt(random.choice([0, seat])), MASTER, now, "why"),
        "add": lambda: match.enter(Appoint(f"person {now}"), MASTER, now),
        "remove": lambda: match.enter(Dismiss(f"person {now}"), MASTER, now, "why"),
        "hand over": lambda: match.enter(Handover(f"person {now}"), MASTER, now),
        "note": lambda: match.enter(Note(), MASTER, now, "why"),
        "plan": lambda: _plan(match, random, now),
        "amend": lambda: _amend(match, random, now),
        "end": lambda: _seldom(random, lambda: match.enter(End(), MASTER, now, "that was all")),
    }


def _force(match: Match, random: Random, now: int) -> Advance:
    kind = random.choice(match.game.rolls)
    values: Sequence[int | str] = [random.choice(kind.sides) for _ in range(kind.count)]
    return match.enter(Force(values, kind.label), MASTER, now, "why")


def _plan(match: Match, random: Random, now: int) -> Advance:
    if not match.decisions:
        raise NotNow("Nobody is asked anything.")
    decision = random.choice(match.decisions)
    return match.enter(MakePlan(decision.seat, str(random_action(decision, random)), waits=True), ANN, now)


def _amend(match: Match, random: Random, now: int) -> Advance:
    found = some_amendment(match, random)
    if found is None:
        raise NotNow("Nothing was found that could be changed.")
    return match.enter(Amend.of(found), MASTER, now, "why")


def _seldom(random: Random, deed: Callable[[], Advance]) -> Advance:
    if random.random() < 0.9:
        raise NotNow("Not today.")
    return deed()
