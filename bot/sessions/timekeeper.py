"""Gives default answers when time is up, sends reminders, and deletes outdated data."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from bot import metrics
from bot.rounds import Rounds
from bot.sessions.table import Table
from bot.sessions.tables import Tables
from bot.store.errors import StoreError
from bot.store.rows import AwaitedRow
from bot.store.store import read_due
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two checks of deadlines."""

MOMENT = 1.0
"""Seconds between two checks of plans. A longer period would make plans unlike people's answers."""

AT_ONCE = 4
"""The maximum number of due games that are handled at the same time."""

PATIENCE = 5.0
"""The maximum seconds to wait for the delivery of a game's posts before the next game is handled."""

REMEMBERED = 86_400
"""Seconds for which ids of interactions are stored, so that repeated interactions have no effect."""

FORGETS_EVERY = 3_600
"""Seconds between two deletions of older ids of interactions."""

NOTED_EVERY = 60
"""Seconds between two records that the bot is present."""

AWAY = 180
"""Seconds without a record of presence that count as an outage."""

LATELY = 3_600
"""The seconds after an outage in which a restarted bot shows all deadlines again."""

Work = Callable[[Table], Awaitable[object]]
"""Work in one game."""


class Timekeeper:
    """Does due work in separate rounds. No round waits for other rounds, so presence is always recorded.

    The timekeeper gives answers, and players' time runs, only while the bot is `reachable`.
    """

    def __init__(self, tables: Tables, reachable: Callable[[], bool]) -> None:
        self._tables = tables
        self._reachable = reachable
        self._stopping = False
        self._rounds: list[Rounds] = []
        self._noting = asyncio.Lock()
        self._noted = 0
        """The time when presence was last recorded, in seconds since 1970."""
        self._moved_by = 0
        """The end of the outage whose new deadlines must still be shown; 0 if there is none."""
        self._forgot = 0

    def start(self) -> None:
        """Start all rounds."""
        last = self._tables.store.outages.last_ended
        self._moved_by = last if last > self._tables.now() - LATELY else 0
        for name, seconds, work in (
            ("presence", PERIOD, self.be_there),
            ("deadlines", PERIOD, self.look),
            ("plans", MOMENT, self.carry_out_plans),
            ("outage", PERIOD, self.show_anew),
            ("reminders", PERIOD, self.remind),
            ("waking", PERIOD, self.wake),
            ("forgetting", PERIOD, self.forget),
        ):
            self._rounds.append(Rounds(f"timekeeper-{name}", seconds, work))
            self._rounds[-1].start()

    async def stop(self) -> None:
        """Finish work in progress, then stop all rounds."""
        self._stopping = True
        await asyncio.gather(*(rounds.stop() for rounds in self._rounds))

    async def look_back(self) -> None:
        """Record the outage that this start ended, before entries and posts, which depend on outages."""
        now, store = self._tables.now(), self._tables.store
        try:
            last = await store.last_there()
            if last and now - last >= AWAY:
                await store.be_there(now, last)
        except StoreError as error:
            log.warning("the outage cannot be stored at the moment: %s", error)

    async def be_there(self) -> None:
        """If the bot is reachable, record that it is present."""
        if not self._reachable():
            return
        try:
            await self._note_presence()
        except StoreError as error:
            log.warning("the presence of the bot cannot be stored at the moment: %s", error)

    async def wake(self) -> None:
        """Resume games with pending steps."""
        pending = await read_due("the games that wait for the bot", self._tables.store.pending())
        if pending is not None:
            still = [game for game in pending if await self._waits(game)]
            metrics.GAMES_WAITING.set(len(still))

    async def _waits(self, game: str) -> bool:
        """Resume a game. Return whether the game still waits for the bot."""
        waits = True

        async def wake(table: Table) -> None:
            nonlocal waits
            waits = await table.wake()

        await self._with(game, wake)
        return waits

    async def carry_out_plans(self) -> None:
        """Carry out the plans that are due."""
        if not self._reachable():
            return
        due = await read_due("the plans", self._tables.store.planned(self._tables.now()))
        for one in due or ():
            await self._with(one.game, partial(Table.carry_out_plan, seat=one.seat, since=one.since))

    async def look(self) -> None:
        """Give the default answers that are due, the oldest deadline first."""
        if not self._reachable():
            return
        try:
            await self._note_presence()
            overdue = await self._tables.store.overdue(self._tables.now())
        except StoreError as error:
            log.warning("the deadlines cannot be read at the moment: %s", error)
            return
        await self._go_through(overdue, lambda one: partial(Table.strike, seat=one.seat, since=one.since))

    async def show_anew(self) -> None:
        """After an outage, show the new deadlines, beginning with the nearest."""
        ended = self._moved_by
        if not ended or not self._reachable():
            return
        moved = await read_due("the deadlines", self._tables.store.asked_before(ended))
        if moved is None:
            return
        nearest: dict[str, AwaitedRow] = {}
        for one in moved:
            nearest.setdefault(one.game, one)
        if await self._go_through([*nearest.values()], lambda _: Table.recount) and self._moved_by == ended:
            self._moved_by = 0

    async def remind(self) -> None:
        """Send the due reminders. A person with several reminders is mentioned in only one channel."""
        if not self._reachable():
            return
        due = await read_due("the reminders", self._tables.store.to_remind(self._tables.now()))
        reminded: set[int] = set()
        for one in due or ():
            aloud = one.user not in reminded
            reminded.add(one.user)
            await self._with(one.game, partial(Table.remind, seat=one.seat, since=one.since, aloud=aloud))

    async def forget(self) -> None:
        """Once an hour, delete temporary data and catch up on missing results."""
        now = self._tables.now()
        if now - self._forgot < FORGETS_EVERY:
            return
        self._tables.results.begin()
        try:
            # Only one process deletes data for the whole bot.
            if self._tables.store.cluster.is_first:
                await self._tables.store.forget_interactions(REMEMBERED)
            self._forgot = now
        except StoreError as error:
            log.warning("old interactions cannot be dropped at the moment: %s", error)

    async def _note_presence(self) -> None:
        """Record that the bot is present. If the bot was away, also record the outage that ends now."""
        now, store = self._tables.now(), self._tables.store
        async with self._noting:
            if 0 <= now - self._noted < NOTED_EVERY:
                return
            last = await store.last_there()
            if not 0 <= now - last < NOTED_EVERY:
                # A clock that was set back delays deadlines, but is not an outage.
                away = last if last and now - last >= AWAY else 0
                await store.be_there(now, away)
                if away:
                    self._moved_by = now
            self._noted = now

    async def _go_through(self, due: Sequence[AwaitedRow], work: Callable[[AwaitedRow], Work]) -> bool:
        """Do `work` in the `due` games in order, several at a time. Return whether all games were reached."""
        waiting = iter(due)
        await asyncio.gather(*(self._work_through(waiting, work) for _ in range(AT_ONCE)))
        return next(waiting, None) is None

    async def _work_through(self, waiting: Iterator[AwaitedRow], work: Callable[[AwaitedRow], Work]) -> None:
        while not self._stopping and self._reachable():
            one = next(waiting, None)
            if one is None:
                return
            await self._with(one.game, work(one))
            # Wait for the delivery: thousands of boards could delay the boards of people who play now.
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._tables.announcer.shown(one.game)

    async def _with(self, game: str, do: Work) -> None:
        """Do the work `do` in a game, and log a failure."""
        try:
            await do(await self._tables.table(game))
        except HarbourmasterError as refusal:
            log.info("nothing to do for game %s: %s", game, refusal.message)
        except Exception:
            log.exception("the clock could not do its work for game %s", game)
