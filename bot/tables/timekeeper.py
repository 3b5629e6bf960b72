"""Gives standing answers of those who hold up others for too long, and drops what is outdated."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from bot import metrics
from bot.store.errors import StoreError
from bot.tables.table import Table, Tables
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two looks at the deadlines."""


REMEMBERED = 86_400
"""Seconds for which interactions are known, so that none acts twice; Discord repeats them for minutes."""

FORGETS_EVERY = 3_600
"""Seconds between two times that older ones are dropped."""


NOTED_EVERY = 60
"""Seconds between two times that it is kept that the bot is there."""

AWAY = 180
"""Seconds from which on it counts as an outage that this was not kept."""


class Timekeeper:
    """Looks at the stored deadlines once in a while, so those of before a restart count as well.

    While the bot cannot be reached (`reachable`) it gives no answers, and nobody's time runs: whether it was
    stopped, cut off from Discord, or asleep, or its clock leapt. It also drops what is kept for a while only.
    """

    def __init__(self, tables: Tables, reachable: Callable[[], bool]) -> None:
        self._tables = tables
        self._reachable = reachable
        self._stopped = asyncio.Event()
        self._running: list[asyncio.Task[None]] = []
        self._forgot = 0

    def start(self) -> None:
        """Look now, and again and again until `stop`."""
        # However long it takes to answer for others, no game waits for the bot meanwhile.
        self._running = [
            asyncio.create_task(self._run(self.work), name="timekeeper"),
            asyncio.create_task(self._run(self.wake), name="timekeeper-waking"),
        ]

    async def stop(self) -> None:
        """Look no more; a look that was begun is finished."""
        self._stopped.set()
        await asyncio.gather(*self._running)

    async def _run(self, do: Callable[[], Awaitable[None]]) -> None:
        while not self._stopped.is_set():
            await do()
            with suppress(TimeoutError):
                async with asyncio.timeout(PERIOD):
                    await self._stopped.wait()

    async def work(self) -> None:
        """Everything that is due now."""
        await self.look()
        await self.carry_out_plans()
        await self.remind()
        await self.forget()

    async def wake(self) -> None:
        """Let games go on that wait for the bot: a write has failed, or an earlier run stopped in between."""
        try:
            pending = await self._tables.store.pending()
        except StoreError as error:
            log.warning("the games that wait for the bot cannot be read at the moment: %s", error)
            return
        still = [game for game in pending if await self._waits(game)]
        metrics.GAMES_WAITING.set(len(still))

    async def _waits(self, game: str) -> bool:
        """Let that game go on; whether it waits for the bot still."""
        waits = True

        async def wake(table: Table) -> None:
            nonlocal waits
            waits = await table.wake()

        await self._with(game, wake)
        return waits

    async def carry_out_plans(self) -> None:
        """Do what players have planned for what they are asked now."""
        if not self._reachable():
            return
        try:
            due = await self._tables.store.planned(self._tables.now())
        except StoreError as error:
            log.warning("the plans cannot be read at the moment: %s", error)
            return
        for one in due:
            await self._with(one.game, partial(Table.carry_out_plan, seat=one.seat, since=one.since))

    async def remind(self) -> None:
        """Remind whoever is due, each person of one game at a time, and fold what was answered."""
        if not self._reachable():
            return
        store = self._tables.store
        try:
            due = sorted(await store.to_remind(self._tables.now()), key=lambda one: one.urgency)
            outdated = await store.outdated_reminders()
        except StoreError as error:
            log.warning("the reminders cannot be read at the moment: %s", error)
            return
        reminded: set[int] = set()
        for one in due:
            aloud = one.user not in reminded
            reminded.add(one.user)
            await self._with(one.game, partial(Table.remind, seat=one.seat, since=one.since, aloud=aloud))
        for post in outdated:
            await self._with(post.game, partial(Table.fold, reminder=post))

    async def _with(self, game: str, do: Callable[[Table], Awaitable[object]]) -> None:
        """Do something with that game; what goes wrong with one concerns no other."""
        try:
            await do(await self._tables.table(game))
        except HarbourmasterError as refusal:
            log.info("nothing to do for game %s: %s", game, refusal.message)
        except Exception:
            log.exception("the clock could not do its work for game %s", game)

    async def _note_presence(self, now: int) -> None:
        """Keep that the bot is there, and since when it was not."""
        store = self._tables.store
        last = await store.last_there()
        if not 0 <= now - last < NOTED_EVERY:
            # Where the clock was set back everybody waits longer, and nobody was away.
            away = last if last and now - last >= AWAY else 0
            await store.be_there(now, away)
            if away:
                await self._recount()

    async def _recount(self) -> None:
        """An outage may have fallen together with times that did not count for somebody anyway."""
        store = self._tables.store
        for user in store.wishes.with_clocks():
            for awaited in await store.awaited_of(user):
                await self._with(awaited.game, Table.recount)

    async def forget(self) -> None:
        """Once an hour, drop what need not be known any more, and make up for results not written down."""
        now = self._tables.now()
        if now - self._forgot < FORGETS_EVERY:
            return
        self._tables.results.begin()
        try:
            await self._tables.store.forget_interactions(REMEMBERED)
            self._forgot = now
        except StoreError as error:
            log.warning("old interactions cannot be dropped at the moment: %s", error)

    async def look(self) -> None:
        """Give the answers that are due now."""
        if not self._reachable():
            return
        try:
            await self._note_presence(self._tables.now())
            overdue = await self._tables.store.overdue(self._tables.now())
        except StoreError as error:
            log.warning("the deadlines cannot be read at the moment: %s", error)
            return
        for seat in overdue:
            await self._with(seat.game, partial(Table.strike, seat=seat.seat, since=seat.since))
