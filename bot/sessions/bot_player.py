"""The bot as a player."""

import asyncio
from collections.abc import Collection

from bot.sessions.thinker import Thinker
from rules.engine.action import Action
from rules.engine.advice import Advice, advice
from rules.engine.decision import Decision
from rules.engine.match import Match
from rules.engine.policy import Policy
from rules.engine.thinking import request_for


class BotPlayer:
    """The bot as a player.

    The bot knows only what its seat sees. Its luck follows from the game's secret seed, so nobody can predict
    its actions, and everybody can check them afterwards.
    """

    def __init__(self, user: int, thinker: Thinker | None = None) -> None:
        """`thinker` chooses actions for strong seats in another process."""
        self.user = user
        self.thinker = thinker or Thinker()
        self._thoughts: set[asyncio.Task[str]] = set()

    def turn(self, match: Match, own: Collection[int]) -> Decision | None:
        """Return the first decision of the seats `own`; `None` if none of these seats is asked."""
        return next((one for one in match.decisions if one.seat in own), None)

    async def choose(self, match: Match, decision: Decision, policy: Policy) -> Action:
        """Return the action that `policy` chooses, computed in another thread."""
        luck = match.luck_of(decision.seat)
        return await asyncio.to_thread(policy, match.game, match.state, decision, luck)

    def think(self, match: Match, decision: Decision) -> "asyncio.Task[str]":
        """Start thinking in another process. The task returns an action's notation, or an empty text."""
        luck = match.luck_of(decision.seat)
        asked = request_for(match.game, match.state, decision, "strong", luck)
        task = asyncio.create_task(self.thinker.think(asked), name=f"think-{match.opening.match}")
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
        return task

    async def close(self) -> None:
        """Stop thinking, and end the other process."""
        for task in self._thoughts:
            task.cancel()
        await asyncio.gather(*self._thoughts, return_exceptions=True)
        await self.thinker.close()

    async def advise(self, match: Match, decision: Decision) -> Advice:
        """Return the advice for a decision, computed in another thread."""
        return await asyncio.to_thread(advice, match.game, match.state, decision)
