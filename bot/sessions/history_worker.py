"""Computes earlier positions of matches in another thread, one at a time."""

import asyncio

from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match


class StillLooking(HarbourmasterError):
    """An earlier position of the same game is already being computed."""


class HistoryWorker:
    """Computes matches at earlier positions, which takes as long as a replay."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._under_way: set[str] = set()

    async def at(self, match: Match, number: int) -> Match:
        """Return `match`, which has its journal, as it was after entry `number`. Raises StillLooking."""
        game = match.opening.match
        if game in self._under_way:
            raise StillLooking("The bot is still looking back in this game. Wait until that board is there.")
        self._under_way.add(game)
        try:
            async with self._turn:
                return await asyncio.to_thread(match.at, number)
        finally:
            self._under_way.discard(game)
