"""Previews: the view after some actions, if the player can know this view before acting."""

from collections import deque
from collections.abc import Sequence
from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Decided, Event, told_to
from rules.engine.game import AnyGame, State, View

TRIES = 3
"""The number of times that hidden things are drawn again to find out whether the result depends on them."""


def foreseen(game: AnyGame, state: State, seat: int, *actions: Action) -> View | None:
    """Return the view of `seat` right after a series of actions, with the actions as the newest moves.

    Returns `None` if something is rolled, if the series would stop before its end, or if the view depends on
    something hidden from the seat. Rare effects of hidden things may be missed. Raises IllegalAction.
    """
    stored, seen = state.model_dump_json(), None
    for luck in range(TRIES):
        imagined: State = game.load_state(stored)
        game.redraw(imagined, seat, Random(luck))  # noqa: S311 - nothing is rolled
        chance = Chance(QuickStream(Random(luck)))  # noqa: S311 - what rolls is not shown
        told = _done(game, imagined, seat, actions, chance)
        if told is None or chance.rolls:
            return None
        found: View = game.view(imagined, seat, told)
        if found != (seen or found):
            return None
        seen = found
    return seen


def _done(
    game: AnyGame, state: State, seat: int, actions: Sequence[Action], chance: Chance
) -> tuple[Event, ...] | None:
    """Do the actions and return the events that the seat learns of; `None` if the series would stop early."""
    left, told, turn = deque(actions), list[Event](), game.turn(state)
    while left:
        parts = game.spelled(state, seat, left.popleft())
        if len(parts) != 1:
            left.extendleft(reversed(parts))
            continue
        events = told_to(game.apply(state, seat, game.resolve(state, seat, parts[0]), chance), seat)
        told += [Decided(), *events]
        stops = game.turn(state) != turn or not game.is_awaited(state, seat)
        if left and (stops or any(event.halts for event in events)):
            return None
    return tuple(told)
