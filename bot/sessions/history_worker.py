"""Computes earlier positions of matches in a thread, one at a time and one per game."""

import asyncio

from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match


class StillLooking(HarbourmasterError):
    """An earlier position of the same game is already being computed."""


class HistoryWorker:
    """Computes matches at earlier positions; this costs about as much as replaying them."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._under_way: set[str] = set()

    async def at(self, match: Match, number: int) -> Match:
        """Return the match, whose journal is at hand, after that entry (see `Match.at`).

        Raises StillLooking if the same is being computed for another request.
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
