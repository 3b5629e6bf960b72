"""Requests to policies in another process, as text. Requests contain nothing that is hidden from the seat."""

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
    """A request to choose for a seat. In `state`, everything hidden from the seat was drawn again."""

    game: str
    state: str
    seat: int
    strength: Strength
    luck: RandomState


def request_for(
    game: AnyGame, state: State, decision: Decision, strength: Strength, luck: Random
) -> ThinkingRequest:
    """Return the request. Policies draw hidden things again, so the true state would get the same answer."""
    seen = game.load_state(state.model_dump_json())
    game.redraw(seen, decision.seat, Random(0))  # noqa: S311 - the policy draws again anyway
    version, numbers, spare = luck.getstate()
    return ThinkingRequest(
        game=game.slug,
        state=seen.model_dump_json(),
        seat=decision.seat,
        strength=strength,
        luck=(version, numbers, spare),
    )


def answer(asked: ThinkingRequest, late: Callable[[], bool]) -> str:
    """Return the notation of the chosen action. If `late` returns true, the search ends early."""
    game = find_game(asked.game)
    state: State = game.load_state(asked.state)
    (decision,) = (one for one in game.decisions(state) if one.seat == asked.seat)
    luck = Random()  # noqa: S311 - its state follows from the secret seed
    luck.setstate(asked.luck)
    return notation(player(game, asked.strength, late)(game, state, decision, luck))
