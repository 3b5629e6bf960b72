"""Costs with a PostgreSQL server: commits compared with plain psycopg, and turns compared with SQLite."""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter, methodcaller
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Table

from bench.commits import Raw, parts_of, rate, rows_of, told
from bench.durable import is_there, new_database
from bench.effort import Effort
from bench.findings import Finding, Findings, compared
from bench.series import Series, in_turns
from bench.side import side
from bot.store.migrate import migrate
from bot.store.rows import Change
from bot.store.schema import metadata
from bot.store.store import Store
from rules.engine.registry import games

_Batch = list[tuple[bytes, list[dict[str, Any]]]]

BUDGETS = ("server", "server_alone", "server_cpu", "server_turn")

ABSENT = "PostgreSQL is not installed (Debian: apt install postgresql)"


def measure(effort: Effort) -> Findings:
    """Measure commits a second on a server, and the processor time of commits and turns in the bot."""
    found = Findings()
    if not is_there():
        found.rows += [Finding(budget, None, ABSENT) for budget in BUDGETS]
        return found
    ours, theirs, on_server = _compared(effort.callers, effort)
    found.rows.append(compared("server", ours, theirs, told))
    alone, raw, _ = _compared(1, effort)
    found.rows.append(compared("server_alone", alone, raw, told))
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        _, in_file = asyncio.run(_measured(f"sqlite:///{folder}/games.db", parts_of(effort.callers, effort)))
    spent = methodcaller("told", digits=2)
    found.rows.append(compared("server_cpu", on_server, in_file, spent))
    found.rows.append(compared("server_turn", *_turns(effort), spent))
    return found


def _turns(effort: Effort) -> tuple[Series, Series]:
    """Return the processor seconds of turns of all games, with a server and with a file."""
    turns: list[tuple[float, float]] = []
    count = len(games())
    with side("on_server", count) as ours, side("harbourmaster", count) as theirs:
        for channel in range(count):
            sides = partial(ours.turn, channel), partial(theirs.turn, channel)
            in_turns(effort.played, *sides)
            mine, in_file = in_turns(effort.turns, *sides)
            turns += zip(mine.values, in_file.values, strict=True)
    on_server, in_file = map(Series, zip(*turns, strict=True))
    return on_server, in_file


def _compared(callers: int, effort: Effort) -> tuple[Series, Series, Series]:
    """Return the commits a second of our store and of psycopg, and our processor seconds for a commit."""
    parts = parts_of(callers, effort)
    with new_database() as url, new_database() as other:
        ours, spent = asyncio.run(_measured(url, parts))
        raw = RawServer(other)
        theirs = Series(tuple(asyncio.run(raw.rate(part)) for part in parts))
        raw.close()
    return ours, theirs, spent


async def _measured(url: str, parts: Sequence[Sequence[Sequence[Change]]]) -> tuple[Series, Series]:
    """Return the commits a second of each round, and the processor seconds of a commit in this process."""
    await migrate(url)
    store = await Store.open(url, time.time)
    rates, spent = [], []
    for part in parts:
        began = time.process_time()
        rates.append(await rate(part, store.commit))
        spent.append((time.process_time() - began) / sum(map(len, part)))
    await store.close()
    return Series(tuple(rates)), Series(tuple(spent))


class RawServer(Raw[_Batch]):
    """A PostgreSQL server to which psycopg writes. As in our store, each transaction is one pipeline."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._connection = psycopg.connect(url, autocommit=True)
        for table in map(metadata.tables.__getitem__, ("games", "entries", "posts", "interactions")):
            columns = ", ".join(f"{column.name} {_kind(column.type.python_type)}" for column in table.columns)
            key = ", ".join(column.name for column in table.primary_key)
            self._connection.execute(f"CREATE TABLE {table.name} ({columns}, PRIMARY KEY ({key}))".encode())

    def prepared(self, changes: Sequence[Change]) -> _Batch:
        """Return each statement once, with all its rows."""
        rows = [row for change in changes for row in rows_of(change)]
        rows.sort(key=itemgetter(0))
        return [
            (_put(metadata.tables[name], found[0]), found)
            for name, group in groupby(rows, key=itemgetter(0))
            for found in [[dict(row) for _, row in group]]
        ]

    def close(self) -> None:
        """Close the connection."""
        super().close()
        self._connection.close()

    def write(self, batch: _Batch) -> None:
        """Write these rows."""
        with self._connection.pipeline(), self._connection.transaction():
            for statement, rows in batch:
                self._connection.cursor().executemany(statement, rows)


def _put(table: Table, row: dict[str, Any]) -> bytes:
    key = [column.name for column in table.primary_key]
    marks = ", ".join(f"%({name})s" for name in row)
    newer = ", ".join(f"{name} = EXCLUDED.{name}" for name in row if name not in key)
    otherwise = f"UPDATE SET {newer}" if newer else "NOTHING"
    return (
        f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({marks})"  # noqa: S608 - our own names
        f" ON CONFLICT ({', '.join(key)}) DO {otherwise}"
    ).encode()


def _kind(of: type) -> str:
    return {int: "BIGINT", bool: "BOOLEAN", bytes: "BYTEA"}.get(of, "TEXT")
