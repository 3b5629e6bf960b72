"""Hindsight: the choices of people in a finished game, compared with the bot's in their places.

The bot chooses as the strong player does, or as the steady one where strong is not offered. It knows no more
than the seat knew then. A choice that it values no less than its own counts as the same.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import fmean

from rules.engine.action import Action
from rules.engine.advice import advice, luck_of_looks
from rules.engine.data import Data
from rules.engine.decision import Decision
from rules.engine.entry import Entry, Opening
from rules.engine.game import AnyGame, State
from rules.engine.journal import Journal
from rules.engine.policy import ROUNDING, Tries, imagined
from rules.engine.replay import steps_before
from rules.engine.strengths import offered, player
from rules.engine.texts import skill

MOST = 48
"""The most choices of a game that are looked at."""

BUDGET = 40_000
"""Roughly the most actions that are simulated for a game."""

_LITTLE = 2 * ROUNDING

WORLDS = 4
"""How often two choices are compared, each time with other dice and other hidden things."""


class Missed(Data):
    """A choice, and what the bot would have chosen instead, as notation, with its reason.

    `entry` made it, in the position `state` (as it is stored). `cost` is how much less it is worth, in the
    measure of `Game.evaluate`.
    """

    entry: int
    chosen: str
    better: str
    reason: str
    cost: float
    state: str


class Tally(Data):
    """The choices of one person at one seat: how many were looked at, and how many the bot shares.

    `last` is the entry of the last one. `missed` is the one that cost most, if any cost something.
    """

    seat: int
    last: int
    looked_at: int = 0
    shared: int = 0
    missed: Missed | None = None


class Hindsight(Data):
    """What was found: a tally for each person at each seat, and how many choices they had in all."""

    tallies: tuple[Tally, ...]
    choices: int


def hindsight(game: AnyGame, opening: Opening, journal: Journal, head: int) -> Hindsight:
    """Return the comparison for the line to that entry. The game must be over: choices are told as they were.

    Secret choices are left out, because the bot varies its own. If there are many choices, it looks at some
    of them, evenly spread. Raises JournalDiffers if the rules no longer lead through the journal.
    """
    chosen = _spread([entry.number for entry in journal if _is_chosen(entry)], _most(game))
    tallies = dict[tuple[int, str], Tally]()
    choices = 0
    for entry, state in steps_before(game, opening, journal, head):
        decision = game.decision_of(state, entry.seat) if _is_chosen(entry) else None
        if decision is None or len(decision.distinct) + len(decision.forms) < 2:  # noqa: PLR2004 - a choice
            continue
        choices += 1
        if entry.number in chosen:
            key = entry.seat, entry.actor.player
            old = tallies.get(key, Tally(seat=entry.seat, last=0))
            tallies[key] = _with(old, entry.number, _missed(game, state, decision, entry))
    return Hindsight(tallies=tuple(tallies[key] for key in sorted(tallies)), choices=choices)


def _is_chosen(entry: Entry) -> bool:
    """Return whether somebody chose it in the open."""
    return entry.kind == "act" and entry.actor.role == "seat" and not (entry.free or entry.veiled)


def _most(game: AnyGame) -> int:
    """Return how many choices the budget allows."""
    each = game.tries + (skill(game).strong.actions if "strong" in offered(game) else 0)
    return min(MOST, max(1, BUDGET // each))


def _spread(numbers: Sequence[int], most: int) -> frozenset[int]:
    """Return at most `most` of these numbers, evenly spread."""
    count = min(most, len(numbers))
    return frozenset(numbers[place * len(numbers) // count] for place in range(count))


def _with(tally: Tally, number: int, missed: Missed | None) -> Tally:
    """Return the tally with one choice more."""
    dearest = max(filter(None, (tally.missed, missed)), key=lambda one: one.cost, default=None)
    return Tally(
        seat=tally.seat,
        last=number,
        looked_at=tally.looked_at + 1,
        shared=tally.shared + (missed is None),
        missed=dearest,
    )


def _missed(game: AnyGame, state: State, decision: Decision, entry: Entry) -> Missed | None:
    """Return what the bot would have done instead; `None` if it would have chosen the same or as well."""
    seat, chosen = entry.seat, game.read(entry.what)
    better, reason = advice(game, state, decision, player(game, "strong"))
    if decision.comes_to(game.canonical(state, seat, better)) == decision.comes_to(chosen):
        return None
    cost = _cost(game, state, decision, (better, chosen))
    if cost <= max(game.alike, ROUNDING):
        return None
    return Missed(
        entry=entry.number,
        chosen=entry.what,
        better=str(better),
        reason=reason,
        cost=cost,
        state=state.model_dump_json(),
    )


def _cost(game: AnyGame, state: State, decision: Decision, pair: tuple[Action, Action]) -> float:
    """Return how much more the first is worth than the second at the end of the turn, on average."""
    only = replace(decision, find=lambda: pair, forms=(), ways=tuple)
    luck = luck_of_looks(game, state, decision.seat)
    return fmean(_difference(game, state, only, luck) for _ in range(WORLDS))


def _difference(game: AnyGame, state: State, decision: Decision, luck: Random) -> float:
    better, chosen = decision.actions
    copy = imagined(game, state, decision.seat, luck)
    hopes = Tries(game, game.evaluate, decision.seat, luck).weighed(copy, decision, luck.getrandbits(60))
    worths = {hope.action: hope.worth for hope in hopes}
    # What a steady player never considers (`Game.considers`) is worth less; it does not say how much.
    return worths[better] - worths[chosen] if len(worths) > 1 else _LITTLE
