"""Computes earlier moments of games in a thread, one at a time, and one for each game."""

import asyncio

from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match


class StillLooking(HarbourmasterError):
    """The same game is already being played again up to some moment."""


class HistoryWorker:
    """Finds matches as they stood, which costs about what playing them again costs."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._under_way: set[str] = set()

    async def at(self, match: Match, number: int) -> Match:
        """The match, whose journal is at hand, as it stood after that entry (see `Match.at`).

        Raises StillLooking when the same is being done for somebody.
        """
        game = match.opening.match
        if game in self._under_way:
            raise StillLooking("The bot is still looking back in this game. Wait until that board is there.")
        self._under_way.add(game)
        try:
            async with self._turn:
                return await asyncio.to_thread(match.at, number)
        finally:
            self._under_way.discard(game)
