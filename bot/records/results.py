"""Results of finished games for records and ratings: each seat's place and counts."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from bot.records.rated_games import Hands, hands
from bot.store.errors import StoreError
from bot.store.rows import PRACTICE, EntryRow, GameRow, ResultRow, Unrated, Weighed
from bot.store.store import Store, read_due
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.stats import Stats, figures
from rules.engine.texts import counting

log = logging.getLogger(__name__)


def stats_of(match: Match, journal: Sequence[EntryRow]) -> Stats:
    """Return the statistics of a game; while the game runs, only public facts count."""
    seats, head = len(match.opening.players), match.position.head
    return figures(counting(match.game), journal, head, seats, over=match.finished)


def results_of(row: GameRow, match: Match, journal: Sequence[EntryRow], origin: str = "") -> list[ResultRow]:
    """Return the result of each seat of a finished game."""
    found = stats_of(match, journal)
    places = match.places if row.status == "over" else {}
    through = hands(stored.entry for stored in journal)
    unrated = _unrated(row, places, through, len(found.seats))
    # Unranked seats share the last place. If no seat is ranked, all places are 0.
    last = len(places) + 1 if places else 0
    return [
        ResultRow(
            game=row.id,
            seat=seat,
            guild=row.guild,
            slug=row.slug,
            ended=journal[-1].entry.at,
            seconds=found.seconds,
            place=places.get(seat, last),
            turns=own.turns,
            waited=own.seconds,
            team=match.game.team(match.shown, seat),
            counts=dict(own.counts),
            dice={title: Weighed(dice.dice, dice.total, dice.expected) for title, dice in own.dice.items()},
            unrated=unrated or ("taken over" if seat in through.changed else ""),
            origin=origin,
        )
        for seat, own in found.seats.items()
    ]


def _unrated(row: GameRow, places: Mapping[int, int], through: Hands, seats: int) -> Unrated:
    """Return the reason why the game is unrated; empty if it is rated."""
    if row.preset == PRACTICE:
        return "practice"
    if not places:
        return "no result"
    if through.intervention:
        return "game master"
    return "alone" if seats == 1 else ""


class ResultKeeper:
    """Stores the results of finished games, and catches up on missing results in the background."""

    def __init__(self, store: Store, tell_anew: Callable[[str], None] = lambda _: None) -> None:
        """`tell_anew` is called with the id of each game whose last post must be updated for new results."""
        self._store = store
        self._tell_anew = tell_anew
        self._catching_up: asyncio.Task[None] | None = None

    async def keep(self, row: GameRow, *, late: bool = False) -> None:
        """Store a game's results; `late` is true if the game's end was posted before. Failures are logged."""
        try:
            journal = await self._store.entries(row.id)
            found = await asyncio.to_thread(_results, row, journal)
            for game in await self._store.record(row.id, found, late=late):
                self._tell_anew(game)
        except HarbourmasterError as error:
            log.warning("the result of game %s is not stored: %s", row.id, error.detail or error.message)
        except Exception:
            # A missing result must not affect the game, which is over and stored.
            log.exception("the result of game %s could not be stored", row.id)

    def begin(self) -> None:
        """Begin to store missing results of ended games, in the background."""
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._catch_up(), name="results-catching-up")

    async def stop(self) -> None:
        """Stop. Missing results are stored after the next start."""
        if self._catching_up is not None:
            self._catching_up.cancel()
            await asyncio.wait({self._catching_up})

    async def _catch_up(self) -> None:
        left = await read_due("the missing results", self._store.unrecorded())
        for game in left or ():
            try:
                row = await self._store.game(game)
            except StoreError as error:
                log.warning("the result of game %s could not be stored: %s", game, error.message)
                continue
            if row is not None:
                await self.keep(row, late=True)


def _results(row: GameRow, journal: Sequence[EntryRow]) -> list[ResultRow]:
    if row.opening is None or row.position is None:
        return []
    return results_of(row, Match(find_game(row.slug), row.opening, row.seed, row.position), journal)
