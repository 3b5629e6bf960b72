"""The player that the bot itself is: the rival in practice games."""

import asyncio
from collections.abc import Collection
from random import Random

from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.match import Match
from rules.engine.policy import Policy, greedy


class Machine:
    """Plays the seats of one user: the bot's own.

    It knows no more than its seat, so matches that look alike from there get the same moves. Its luck comes
    from the game's secret seed: nobody foretells it, and when the game is over everybody can check it.
    """

    def __init__(self, user: int) -> None:
        self.user = user

    def turn(self, match: Match, own: Collection[int]) -> Decision | None:
        """The decision that waits for the machine, whose seats these are, if there is one."""
        return next((one for one in match.decisions if one.seat in own), None)

    async def choose(self, match: Match, decision: Decision, policy: Policy) -> Action:
        """What it does by that policy. It thinks beside the event loop, for that may take a moment."""
        luck = match.luck_of(decision.seat)
        return await asyncio.to_thread(policy, match.game, match.state, decision, luck)

    async def advise(self, match: Match, decision: Decision) -> Action:
        """What it would do in that seat's place: the same whenever it is asked in the same position.

        Its luck has nothing to do with the game's secret seed, so advice tells nothing of what will come.
        """
        luck = Random(f"{match.position.line} {decision.seat}")  # noqa: S311 - it foretells nothing
        return await asyncio.to_thread(greedy, match.game, match.state, decision, luck)
