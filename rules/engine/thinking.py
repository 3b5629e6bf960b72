"""A question to a player who thinks somewhere else: what it needs, as text, and nothing it may not know."""

from collections.abc import Callable
from random import Random

from rules.engine.action import notation
from rules.engine.data import Data
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.registry import game as find_game
from rules.engine.strengths import Strength, player

RandomState = tuple[int, tuple[int, ...], float | None]
"""The state of Python's generator of random numbers."""


class ThinkingRequest(Data):
    """What a seat is to choose, and with what luck.

    `state` is the position as JSON, with everything drawn again that the seat does not see.
    """

    game: str
    state: str
    seat: int
    strength: Strength
    luck: RandomState


def request_for(
    game: AnyGame, state: State, decision: Decision, strength: Strength, luck: Random
) -> ThinkingRequest:
    """Return the question. The answer is the same as on the position itself: a player draws again, too."""
    seen = game.load_state(state.model_dump_json())
    game.redraw(seen, decision.seat, Random(0))  # noqa: S311 - which of all possible things it is does not matter
    version, numbers, spare = luck.getstate()
    return ThinkingRequest(
        game=game.slug,
        state=seen.model_dump_json(),
        seat=decision.seat,
        strength=strength,
        luck=(version, numbers, spare),
    )


def answer(asked: ThinkingRequest, late: Callable[[], bool]) -> str:
    """Return the chosen action as it is typed. When it is `late`, it is the best that was found so far."""
    game = find_game(asked.game)
    state: State = game.load_state(asked.state)
    (decision,) = (one for one in game.decisions(state) if one.seat == asked.seat)
    luck = Random()  # noqa: S311 - begun with what nobody knows
    luck.setstate(asked.luck)
    return notation(player(game, asked.strength, late)(game, state, decision, luck))
