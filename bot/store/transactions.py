"""Transactions, each run as a whole in its own thread.

Plain functions describe writes as SQLAlchemy statements and get a session to execute them. Each statement is
compiled once, and the driver executes it. The same functions accept SQLAlchemy's `Connection`.
"""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol, TypeVar, cast

from sqlalchemy import URL, ClauseElement, Dialect, Executable, SelectBase
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.clusters import WHOLE, Cluster
from bot.store.sqlite import connect

Result = TypeVar("Result")
Convert = Callable[[Any], Any]
Parameters = Mapping[str, Any]

Alone = Literal["open", "log in"]
"""What processes do one at a time: opening a game of some person, and logging in at Discord."""

KEPT = 100
"""The number of compiled statements that are cached."""

_SQLITE = sqlite.dialect(paramstyle="named")


class Found(Protocol):
    """The result of a statement."""

    def all(self) -> Sequence[Sequence[Any]]:
        """Return all its rows."""
        ...


class Session(Protocol):
    """An open transaction in which statements are executed."""

    def execute(self, statement: Executable, values: Parameters | Sequence[Parameters], /) -> Found:
        """Execute a statement with these values; without a result also for several rows of values."""
        ...


class Cursor(Protocol):
    """The needed part of a driver's cursor."""

    def execute(self, text: Any, values: Any, /) -> object:  # noqa: ANN401 - each driver has types of its own
        """Execute a statement."""
        ...

    def executemany(self, text: Any, rows: Any, /) -> object:  # noqa: ANN401
        """Execute it for each of several rows."""
        ...

    def fetchall(self) -> list[Any]:
        """Return all rows found."""
        ...


class DriverConnection(Protocol):
    """The needed part of a driver's connection."""

    def cursor(self) -> Cursor:
        """Return a cursor."""
        ...


class Transactions(ABC):
    """One writing connection, with its thread."""

    def __init__(self, url: URL) -> None:
        """The connection is made when first needed, and again after a loss."""
        self._url = url
        self._thread = ThreadPoolExecutor(1, "store-writer")
        self.cluster: Cluster = WHOLE
        """The cluster whose games are written."""

    @property
    def url(self) -> URL:
        """The database's address."""
        return self._url

    async def carry_out(self, work: Callable[[Session], Result]) -> Result:
        """Run this work in a transaction that may write from its beginning.

        It is durable when this returns. Raises errors of the work or the driver; then nothing was done.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, work)

    async def overtaken(self) -> None:
        """Return once another process has taken the cluster; with a file, never return."""
        await asyncio.Event().wait()

    async def hear(self, name: str, wake: Callable[[], None]) -> None:  # noqa: ARG002
        """Call `wake` at each notification of that name by another process; a file has none."""
        await asyncio.Event().wait()

    def alone(self, what: Alone, number: int) -> AbstractAsyncContextManager[None]:  # noqa: ARG002
        """Lock that activity and number against other processes within the block; a file needs no lock."""
        return nullcontext()

    async def wipe(self) -> None:
        """Overwrite deleted data in the database, as far as possible."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._wipe)

    async def close(self) -> None:
        """Finish transactions in progress, then close the database."""
        await asyncio.to_thread(self._thread.shutdown)
        self._let_go()

    @abstractmethod
    def _carry_out(self, work: Callable[[Session], Result]) -> Result: ...

    @abstractmethod
    def _wipe(self) -> None: ...

    @abstractmethod
    def _let_go(self) -> None: ...


class SqliteTransactions(Transactions):
    """Transactions of SQLite."""

    def __init__(self, url: URL) -> None:
        """See `Transactions`."""
        super().__init__(url)
        self._connection: sqlite3.Connection | None = None

    def _carry_out(self, work: Callable[[Session], Result]) -> Result:
        if self._connection is None:
            self._connection = connect(self._url)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            result = work(DriverSession(self._connection, _SQLITE))
            self._connection.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        return result

    def _wipe(self) -> None:
        """Move the write-ahead log into the database, and overwrite the log."""
        if self._connection is None:
            self._connection = connect(self._url)
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _roll_back(self) -> None:
        """Roll a transaction back; if that fails, give up the connection."""
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._let_go()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass(frozen=True)
class _Rows:
    """The rows of an executed statement."""

    rows: Sequence[Sequence[Any]]

    def all(self) -> Sequence[Sequence[Any]]:
        """Return all of them."""
        return self.rows


class DriverSession:
    """Executes SQLAlchemy's statements on a driver's connection."""

    def __init__(self, connection: DriverConnection, dialect: Dialect) -> None:
        self._connection = connection
        self._dialect = dialect

    def execute(self, statement: Executable, values: Parameters | Sequence[Parameters], /) -> _Rows:
        """See `Session`."""
        if isinstance(values, Mapping):
            return self._find(_text(statement, tuple(values), self._dialect), values)
        text = _text(statement, tuple(values[0]), self._dialect)
        self._connection.cursor().executemany(text.compiled.string, list(map(text.complete, values)))
        return _Rows(())

    def _find(self, text: "_Text", values: Parameters) -> _Rows:
        # A list of values stands in the text with as many marks as it has now.
        now = text.compiled.construct_expanded_state(text.complete(values))
        cursor = self._connection.cursor()
        cursor.execute(now.statement, now.parameters)
        rows = cursor.fetchall()
        return _Rows(rows if not text.read else [text.converted(row) for row in rows])


@dataclass(frozen=True)
class _Text:
    """A compiled statement.

    `fixed` are values in the statement itself. `written` and `read` convert values to and from the database's
    form, by name and by column.
    """

    compiled: SQLCompiler
    fixed: Parameters
    written: Mapping[str, Convert]
    read: Mapping[int, Convert]

    def complete(self, values: Parameters) -> dict[str, Any]:
        """Return all values of the statement in the database's form."""
        whole = {**self.fixed, **values}
        for name, convert in self.written.items():
            whole[name] = convert(whole[name])
        return whole

    def converted(self, row: Sequence[Any]) -> Sequence[Any]:
        """Return a row in the program's form."""
        found = list(row)
        for place, convert in self.read.items():
            found[place] = convert(found[place])
        return found


@lru_cache(maxsize=KEPT)
def _text(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> _Text:
    """Return the compiled statement for values of these names."""
    spoken = cast("ClauseElement", statement).compile(dialect=dialect, column_keys=list(names))
    compiled = cast("SQLCompiler", spoken)
    types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
    columns = statement.selected_columns if isinstance(statement, SelectBase) else ()
    return _Text(
        compiled,
        {name: value for name, value in compiled.params.items() if name not in names},
        _some({name: kind.bind_processor(dialect) for name, kind in types.items()}.items()),
        _some(
            (place, column.type.dialect_impl(dialect).result_processor(dialect, None))
            for place, column in enumerate(columns)
        ),
    )


Key = TypeVar("Key")


def _some(converts: Iterable[tuple[Key, Convert | None]]) -> dict[Key, Convert]:
    """Return the conversions that change anything."""
    return {key: convert for key, convert in converts if convert is not None}
