"""Hindsight: people's choices in a finished game, compared with what the bot would have chosen.

The bot plays strong, or steady if the game does not offer strong, and knows only what the seat knew. A choice
that the bot values as highly as its own choice counts as the same choice.
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
"""The maximum number of choices in a game that are compared."""

BUDGET = 40_000
"""The approximate maximum number of actions that are simulated for a game."""

_LITTLE = 2 * ROUNDING

WORLDS = 4
"""The number of comparisons of two choices, each with different dice and different hidden things."""


class Missed(Data):
    """A choice and the bot's better choice, both as notation, with the bot's reason.

    `entry` is the number of the choice's entry, and `state` is the stored state before that entry. `cost` is
    the difference in value, on the scale of `Game.evaluate`.
    """

    entry: int
    chosen: str
    better: str
    reason: str
    cost: float
    state: str


class Tally(Data):
    """The compared choices of one person at one seat.

    `shared` is the number of these choices that the bot would have made, too. `last` is the number of the
    last compared choice's entry. `missed` is the most costly choice, if any had a cost.
    """

    seat: int
    last: int
    looked_at: int = 0
    shared: int = 0
    missed: Missed | None = None


class Hindsight(Data):
    """The result: a tally for each person at each seat, and the number of choices in total."""

    tallies: tuple[Tally, ...]
    choices: int


def hindsight(game: AnyGame, opening: Opening, journal: Journal, head: int) -> Hindsight:
    """Compare people's choices on the line to `head`. The result reveals choices, so the game must be over.

    Secret choices are left out, because the bot varies its own secret choices. If there are many choices,
    some are compared, evenly spread. Raises JournalDiffers if the rules no longer fit the journal.
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
    """Return whether the entry is a player's choice that was not secret."""
    return entry.kind == "act" and entry.actor.role == "seat" and not (entry.free or entry.veiled)


def _most(game: AnyGame) -> int:
    """Return the number of choices that the budget allows."""
    each = game.tries + (skill(game).strong.actions if "strong" in offered(game) else 0)
    return min(MOST, max(1, BUDGET // each))


def _spread(numbers: Sequence[int], most: int) -> frozenset[int]:
    """Return at most `most` of these numbers, evenly spread."""
    count = min(most, len(numbers))
    return frozenset(numbers[place * len(numbers) // count] for place in range(count))


def _with(tally: Tally, number: int, missed: Missed | None) -> Tally:
    dearest = max(filter(None, (tally.missed, missed)), key=lambda one: one.cost, default=None)
    looked_at, shared = tally.looked_at + 1, tally.shared + (missed is None)
    return Tally(seat=tally.seat, last=number, looked_at=looked_at, shared=shared, missed=dearest)


def _missed(game: AnyGame, state: State, decision: Decision, entry: Entry) -> Missed | None:
    """Return the choice and the bot's better choice; `None` if the bot has no better choice."""
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
    """Return the average difference in value between the actions of `pair`, at the end of the turn."""
    only = replace(decision, find=lambda: pair, forms=(), ways=tuple)
    luck = luck_of_looks(game, state, decision.seat)
    return fmean(_difference(game, state, only, luck) for _ in range(WORLDS))


def _difference(game: AnyGame, state: State, decision: Decision, luck: Random) -> float:
    better, chosen = decision.actions
    copy = imagined(game, state, decision.seat, luck)
    hopes = Tries(game, game.evaluate, decision.seat, luck).weighed(copy, decision, luck.getrandbits(60))
    worths = {hope.action: hope.worth for hope in hopes}
    # If one of the actions has no value (see `Game.considers`), a small difference is assumed.
    return worths[better] - worths[chosen] if len(worths) > 1 else _LITTLE
