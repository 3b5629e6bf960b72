"""Compares finished games with the bot's choices. Another process does this, one game at a time."""

import asyncio
import logging
from asyncio.subprocess import PIPE

from bot.bounded import BoundedDict
from bot.sessions.programs.hindsight import GameToCompare
from bot.sessions.programs.start import start
from rules.engine.errors import HarbourmasterError
from rules.engine.hindsight import Hindsight
from rules.engine.match import Match

log = logging.getLogger(__name__)

PROGRAM = "bot.sessions.programs.hindsight"

PATIENCE = 120
"""The seconds after which a comparison is given up."""

KEPT = 16
"""The number of cached comparisons."""


class NoHindsight(HarbourmasterError):
    """The comparison is impossible at present."""


def must_be_over(match: Match) -> None:
    """Raise NoHindsight for a match that is not over, because a comparison would be advice."""
    if not match.finished:
        raise NoHindsight("The bot compares choices only after the end of a game. This one is going on.")


class HindsightWorker:
    """Finds what the bot would have chosen in finished games (`rules.engine.hindsight`)."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._kept: BoundedDict[tuple[str, int], Hindsight] = BoundedDict(KEPT)

    async def of(self, match: Match) -> Hindsight:
        """Return the comparison for a match with its journal.

        Raises NoHindsight if the match is not over, another game is being compared, or the program fails.
        """
        must_be_over(match)
        key = match.opening.match, match.position.last
        if self._turn.locked() and key not in self._kept:
            raise NoHindsight("The bot is comparing a game at the moment. Try again in a minute.")
        async with self._turn:
            if key not in self._kept:
                self._kept[key] = await _compared(match)
            return self._kept[key]


async def _compared(match: Match) -> Hindsight:
    played = GameToCompare(opening=match.opening, journal=match.entries, head=match.position.head)
    process = await start(PROGRAM, PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            found, complaint = await process.communicate(played.model_dump_json().encode())
    except TimeoutError as error:
        raise NoHindsight("The comparison took too long. Try again when the bot is less busy.") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        log.warning("game %s was not compared: %s", match.opening.match, complaint.decode()[-500:].strip())
        raise NoHindsight("The bot could not compare this game. Its host finds the reason in the log.")
    return Hindsight.model_validate_json(found)
