"""Previews of actions, as far as their player can know the result before they are done."""

from collections import deque
from collections.abc import Sequence
from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Decided, Event, told_to
from rules.engine.game import AnyGame, State, View

TRIES = 3
"""How often hidden things are imagined. What depends on them should differ at least once."""


def foreseen(game: AnyGame, state: State, seat: int, *actions: Action) -> View | None:
    """Return what that seat would see right after these actions in one go, as the newest moves.

    Returns `None` if the result depends on dice, draws or something hidden from the seat, or if not all of
    them would be done. It is computed only from what the seat sees, so neither a view nor `None` reveals
    more. A result that rarely depends on something hidden may differ in the game. Raises IllegalAction.
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
    """Do the actions, and what they mean. Return what the seat is told; `None` if that ends half-way.

    `rules.engine.series` defines where several actions end.
    """
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
