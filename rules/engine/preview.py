"""What actions lead to as far as their player can know before they do them."""

from collections import deque
from collections.abc import Sequence
from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Decided, Event, told_to
from rules.engine.game import AnyGame, State, View

TRIES = 3
"""How often what is hidden from the player is imagined: what depends on it comes out otherwise some time."""


def foreseen(game: AnyGame, state: State, seat: int, *actions: Action) -> View | None:
    """What that seat would see right after these actions in one go, with them as the newest moves.

    `None` where dice, draws or something hidden from the seat have a say in it, or where not all of them
    would be done. It is worked out from what the seat sees alone, so neither the view nor its absence tells
    more; what seldom hangs on something hidden may come out otherwise. Raises IllegalAction.
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
    """Do them, and what they stand for, and return what the seat is told; `None` where that ends half-way.

    Where several end stands in `rules.engine.series`.
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
