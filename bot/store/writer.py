"""Group commit. All waiting writes share one transaction, and their callers wait until it is durable.

A transaction of a hundred changes takes about as long as a transaction of one change.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from bot import metrics
from bot.store.db_errors import blames_all, is_damage, report
from bot.store.errors import Damaged, NotSaved, OutcomeUnknown, StoreError, Unclear
from bot.store.transactions import DriverSession, Transactions

LARGEST = 100
"""The maximum number of jobs in a transaction. Older versions of SQLite accept fewer than 1,000 values."""

SOON = 0.5
"""The maximum seconds that a note waits for another job that can share its transaction."""

log = logging.getLogger(__name__)

Job = TypeVar("Job")
Write = Callable[[DriverSession, Sequence[Job]], Sequence[StoreError | None]]
Settled = asyncio.Future[StoreError | None]


class Writer(Generic[Job]):
    """Writes jobs in groups. A writer must be created in a running event loop."""

    def __init__(self, transactions: Transactions, write: Write[Job]) -> None:
        """`write` does jobs in an open transaction, and returns a refusal or `None` for each job."""
        self._transactions = transactions
        self._write = write
        self._waiting: deque[tuple[Job, Settled]] = deque()
        self._arrived = asyncio.Event()
        self._notes: set[Settled] = set()
        self._soon: asyncio.TimerHandle | None = None
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def do(self, job: Job) -> None:
        """Wait until the job is durable. The job is done even if the caller is cancelled.

        Raises the job's refusal, Damaged if the database is damaged, or NotSaved if the database failed or
        the writer is closed.
        """
        if self._closing:
            raise NotSaved("the store is closed")
        answer = self._put(job)
        self._arrived.set()
        with metrics.WRITING.track_inprogress(), metrics.WRITING_SECONDS.time():
            refusal = await answer
        if refusal is not None:
            raise refusal

    def note(self, job: Job) -> None:
        """Do the job together with the next job, or after `SOON` seconds. The caller gets no answer.

        A job that fails is retried with the next job. A closed writer ignores the job.
        """
        if not self._closing:
            self._notes.add(self._put(job))
            if self._soon is None:
                self._soon = asyncio.get_running_loop().call_later(SOON, self._arrived.set)

    async def noted(self) -> None:
        """Wait until all notes so far are written or have failed."""
        if self._notes:
            self._arrived.set()
            await asyncio.wait(self._notes)

    async def close(self) -> None:
        """Finish all accepted jobs, then close the database."""
        self._closing = True
        self._arrived.set()
        await asyncio.wait([self._task])
        await self._transactions.close()

    async def _run(self) -> None:
        batch: list[tuple[Job, Settled]] = []
        try:
            while batch := await self._next():
                refusals = await self._settle([job for job, _ in batch])
                self._keep_notes(batch, refusals)
                for (_, answer), refusal in zip(batch, refusals, strict=True):
                    _give(answer, refusal)
        finally:
            if not self._closing:
                log.error("the writer was stopped, nothing can be saved any more")
            # Without an answer, the callers of the remaining jobs would wait endlessly.
            self._closing = True
            for _, answer in (*batch, *self._waiting):
                _give(answer, NotSaved("the writer was stopped"))

    async def _next(self) -> list[tuple[Job, Settled]]:
        """Return the jobs of the next transaction; none once the writer is closed and all jobs are done."""
        while not self._closing and not (self._arrived.is_set() and self._waiting):
            self._arrived.clear()
            await self._arrived.wait()
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), LARGEST))]
        if not self._waiting:
            self._arrived.clear()
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        return batch

    def _put(self, job: Job) -> Settled:
        answer: Settled = asyncio.get_running_loop().create_future()
        self._waiting.append((job, answer))
        return answer

    def _keep_notes(
        self, batch: Sequence[tuple[Job, Settled]], refusals: Sequence[StoreError | None]
    ) -> None:
        """Put failed notes back at the front of the queue."""
        for (job, answer), refusal in reversed(list(zip(batch, refusals, strict=True))):
            if answer in self._notes:
                self._notes.discard(answer)
                if refusal is not None and not self._closing:
                    again: Settled = asyncio.get_running_loop().create_future()
                    self._waiting.appendleft((job, again))
                    self._notes.add(again)

    async def _settle(self, jobs: Sequence[Job]) -> list[StoreError | None]:
        """Write the jobs, and return each job's refusal. A database error is a refusal, too."""
        try:
            return list(await self._transactions.carry_out(lambda session: self._write(session, jobs)))
        except Exception as error:  # noqa: BLE001 - it becomes the refusal
            if len(jobs) == 1 or blames_all(error):
                # Either this job caused the error, or the database failed for all jobs.
                why = report(f"not written, and refused: {len(jobs)}", self._transactions.url, error)
                return [_refusal(error, why) for _ in jobs]
        # A job of the group caused the error. Split the group until this job is alone.
        half = len(jobs) // 2
        return await self._settle(jobs[:half]) + await self._settle(jobs[half:])


def _refusal(error: Exception, why: str) -> StoreError:
    if isinstance(error, OutcomeUnknown):
        return Unclear(why)
    return Damaged(why) if is_damage(error) else NotSaved(why)


def _give(answer: Settled, refusal: StoreError | None) -> None:
    """Wake the caller. A refusal is the result, because asyncio logs exceptions that nobody retrieves."""
    if not answer.done():
        answer.set_result(refusal)
