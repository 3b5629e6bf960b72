"""What an action leads to as far as its player can know before they do it."""

from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Decided, told_to
from rules.engine.game import AnyGame, State, View

TRIES = 3
"""How often what is hidden from the player is imagined: what depends on it comes out otherwise some time."""


def foreseen(game: AnyGame, state: State, seat: int, action: Action) -> View | None:
    """What that seat would see right after the action, with the action as the newest move.

    `None` where dice, draws or something hidden from the seat have a say in it. It is worked out from what
    the seat sees alone, so neither the view nor its absence tells more; what seldom hangs on something hidden
    may come out otherwise. Raises IllegalAction.
    """
    stored, seen = state.model_dump_json(), None
    for luck in range(TRIES):
        imagined: State = game.load_state(stored)
        game.redraw(imagined, seat, Random(luck))  # noqa: S311 - nothing is rolled
        chance = Chance(QuickStream(Random(luck)))  # noqa: S311 - what rolls is not shown
        events = game.apply(imagined, seat, game.canonical(imagined, seat, action), chance)
        found: View = game.view(imagined, seat, (Decided(), *told_to(events, seat)))
        if chance.rolls or found != (seen or found):
            return None
        seen = found
    return seen
