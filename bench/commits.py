"""The commits of many callers, which share transactions, compared with plain SQL."""

import asyncio
import sqlite3
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from bench.effort import Effort
from bench.findings import Findings, compared
from bench.positions import PLAYER, game_in, new_match, random_act
from bench.rows import running_row
from bench.series import Series
from bench.silent import SEATS, people_in
from bot.store.codecs import Columns
from bot.store.columns import CONTENT, POST, entry_columns, game_columns
from bot.store.migrate import migrate
from bot.store.rows import Change, EntryRow, PostRow
from bot.store.schema import entries, games, interactions, posts
from bot.store.store import Store
from rules.engine.event import dump_event

Batch = TypeVar("Batch")
"""Prepared statements with rows."""

Commit = Callable[[Change], Awaitable[None]]

ROUNDS = 3


def measure(effort: Effort) -> Findings:
    """Measure commits a second with many callers, each of which waits until its commit is durable."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        ours, theirs = asyncio.run(_compare(Path(folder), effort))
    return Findings([compared("store", ours, theirs, told)])


async def _compare(folder: Path, effort: Effort) -> tuple[Series, Series]:
    url = f"sqlite:///{folder / 'ours.db'}"
    await migrate(url)
    store = await Store.open(url, time.time)
    raw = RawFile(folder / "theirs.db")
    rates: tuple[list[float], list[float]] = ([], [])
    for part in parts_of(effort.callers, effort):
        rates[0].append(await rate(part, store.commit))
        rates[1].append(await raw.rate(part))
    await store.close()
    raw.close()
    return Series(tuple(rates[0])), Series(tuple(rates[1]))


async def rate(games: Sequence[Sequence[Change]], commit: Commit) -> float:
    """Commit all games concurrently, each game's changes in order. Return the commits a second."""

    async def caller(changes: Sequence[Change]) -> None:
        for change in changes:
            await commit(change)

    began = time.perf_counter()
    await asyncio.gather(*map(caller, games))
    return sum(map(len, games)) / (time.perf_counter() - began)


def parts_of(callers: int, effort: Effort) -> list[list[Sequence[Change]]]:
    """Return the changes of each round, divided by caller."""
    games = [changes_of(caller, ROUNDS * effort.commits) for caller in range(1, callers + 1)]
    starts = range(0, ROUNDS * effort.commits, effort.commits)
    return [[changes[start : start + effort.commits] for changes in games] for start in starts]


def changes_of(channel: int, count: int) -> list[Change]:
    """Return the changes of a game's first turns, each with a row, an entry, a post and an interaction."""
    game, luck = game_in(channel), Random(channel)
    match = new_match(game, game.options(), SEATS, channel)
    changes: list[Change] = []
    while len(changes) < count:
        act = random_act(match, luck)
        advance = match.act(act.seat, act.action, PLAYER, 0)
        match = advance.match
        number = len(changes) + 1
        row = replace(running_row(f"B{channel}", channel, match, people_in(channel)), version=number)
        # The start of these matches is not stored, so later entries are numbered from 1, as in any journal.
        entry = advance.entry.model_copy(update={"number": number})
        identity = channel * count + number
        post = PostRow(identity, row.id, "turn", row.channel, number, number)
        changes.append(
            Change(row, EntryRow(entry, tuple(map(dump_event, advance.events))), (post,), identity)
        )
    return changes


class Raw(ABC, Generic[Batch]):
    """The lower bound of a store's cost: one thread writes prepared rows durably with plain SQL."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)

    @abstractmethod
    def prepared(self, changes: Sequence[Change]) -> Batch:
        """Return the statements and rows of `changes`."""

    @abstractmethod
    def write(self, batch: Batch) -> None:
        """Write a batch in one transaction."""

    async def rate(self, parts: Sequence[Sequence[Change]]) -> float:
        """Return the changes a second. As in our store, one transaction has a change of every game."""
        batches = [self.prepared(changes) for changes in zip(*parts, strict=True)]
        loop = asyncio.get_running_loop()
        began = time.perf_counter()
        for batch in batches:
            await loop.run_in_executor(self._thread, self.write, batch)
        return sum(map(len, parts)) / (time.perf_counter() - began)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()


class RawFile(Raw[list[tuple[str, Columns]]]):
    """An SQLite file to which `sqlite3` writes."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._database = sqlite3.connect(file, check_same_thread=False)
        self._database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
        for table in (games, entries, posts, interactions):
            columns = [column.name for column in table.columns]
            key = [column.name for column in table.primary_key]
            self._database.execute(
                f"CREATE TABLE {table.name} ({', '.join(columns)}, PRIMARY KEY ({', '.join(key)}))"
            )

    def prepared(self, changes: Sequence[Change]) -> list[tuple[str, Columns]]:
        """Return the statement and the row of every part of these changes."""
        return [(_put(table, row), row) for change in changes for table, row in rows_of(change)]

    def close(self) -> None:
        """Close the file."""
        super().close()
        self._database.close()

    def write(self, batch: list[tuple[str, Columns]]) -> None:
        """Write these rows."""
        with self._database:
            for statement, row in batch:
                self._database.execute(statement, row)


def rows_of(change: Change) -> Iterator[tuple[str, Columns]]:
    """Yield the table and the content of each row of a change."""
    yield "games", {"id": change.game.id, **game_columns(change.game)}
    if change.entry is not None:
        yield "entries", entry_columns(change.game.id, change.entry)
    for post in change.posts:
        yield "posts", {"id": post.id, **POST.columns(post, CONTENT)}
    yield "interactions", {"id": change.interaction}


def _put(table: str, row: Columns) -> str:
    marks = ", ".join(f":{name}" for name in row)
    return f"REPLACE INTO {table} ({', '.join(row)}) VALUES ({marks})"  # noqa: S608


def told(rates: Series) -> str:
    """Return commits a second in words."""
    return f"{rates.median:,.0f}/s ({rates.low:,.0f}–{rates.high:,.0f})"
