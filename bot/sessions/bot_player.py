"""The bot as a player."""

import asyncio
from collections.abc import Collection
from random import Random
from typing import NamedTuple

from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.match import Match
from rules.engine.policy import Policy, imagined, steady
from rules.engine.reasons import reason


class BotPlayer:
    """The bot as a player of the seats of its own user.

    It knows only what its seat sees, so matches that look the same from there get the same moves. Its luck
    comes from the game's secret seed: nobody can predict it, and everybody can check it after the game.
    """

    def __init__(self, user: int) -> None:
        self.user = user

    def turn(self, match: Match, own: Collection[int]) -> Decision | None:
        """Return the decision that waits for one of the machine's seats, if there is one."""
        return next((one for one in match.decisions if one.seat in own), None)

    async def choose(self, match: Match, decision: Decision, policy: Policy) -> Action:
        """Return the action by that policy; computed in another thread, as it takes time."""
        luck = match.luck_of(decision.seat)
        return await asyncio.to_thread(policy, match.game, match.state, decision, luck)

    async def advise(self, match: Match, decision: Decision) -> "Advice":
        """Return its action in that seat's place (`advice`); computed in another thread."""
        return await asyncio.to_thread(advice, match.game, match.state, decision)


class Advice(NamedTuple):
    """What somebody should do, and why, in a sentence that calls the choice "It"."""

    action: Action
    reason: str


def advice(game: AnyGame, state: State, decision: Decision) -> Advice:
    """Return the steady player's action in that seat's place, and why.

    Its luck depends only on what the seat sees. So the same position gets the same advice, which reveals
    nothing hidden and no coming roll.
    """
    seen = game.view_to_choose(state, decision.seat).model_dump_json()
    luck = Random(f"{decision.seat} {seen}")  # noqa: S311 - it foretells nothing
    action = steady(game, state, decision, luck)
    return Advice(action, reason(game, imagined(game, state, decision.seat, luck), decision, action))
