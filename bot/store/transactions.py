"""Write transactions, which run in a thread of their own.

A transaction calls a function that executes SQLAlchemy statements in a session. Each statement is compiled
only once, and is then executed by the driver without SQLAlchemy.
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
"""Activities that only one process does at a time: opening a game for a person, and logging in."""

KEPT = 100
"""The maximum number of compiled statements in the cache."""

_SQLITE = sqlite.dialect(paramstyle="named")


class Cursor(Protocol):
    """The part of a driver's cursor that is used here."""

    def execute(self, text: Any, values: Any, /) -> object:  # noqa: ANN401 - each driver has types of its own
        """Execute a statement."""

    def executemany(self, text: Any, rows: Any, /) -> object:  # noqa: ANN401
        """Execute a statement for each row of values."""

    def fetchall(self) -> list[Any]:
        """Return all rows of the result."""


class DriverConnection(Protocol):
    """The part of a driver's connection that is used here."""

    def cursor(self) -> Cursor:
        """Return a cursor."""


class Transactions(ABC):
    """A connection that writes in a thread of its own. The connection is opened when it is first needed."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._thread = ThreadPoolExecutor(1, "store-writer")
        self.cluster: Cluster = WHOLE
        """The cluster whose games are written."""

    @property
    def url(self) -> URL:
        """The database's address."""
        return self._url

    async def carry_out(self, work: Callable[["DriverSession"], Result]) -> Result:
        """Run `work` in a transaction. The transaction is durable when this method returns.

        After an error of `work` or of the driver, nothing was written. Raises OutcomeUnknown if a server may
        have committed the transaction.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, work)

    async def overtaken(self) -> None:
        """Wait until another process has taken the cluster. For an SQLite file, the wait never ends."""
        await asyncio.Event().wait()

    async def hear(self, name: str, wake: Callable[[], None]) -> None:  # noqa: ARG002
        """Call `wake` for each notification `name` to this cluster, until the task is cancelled."""
        await asyncio.Event().wait()

    def alone(self, what: Alone, number: int) -> AbstractAsyncContextManager[None]:  # noqa: ARG002
        """If processes share the database, lock the activity `what`, with its `number`, within the block."""
        return nullcontext()

    async def wipe(self) -> None:
        """Overwrite deleted data in the database and its log, if possible."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._wipe)

    async def close(self) -> None:
        """Finish transactions in progress, then close the database."""
        await asyncio.to_thread(self._thread.shutdown)
        self._let_go()

    @abstractmethod
    def _carry_out(self, work: Callable[["DriverSession"], Result]) -> Result: ...

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

    def _carry_out(self, work: Callable[["DriverSession"], Result]) -> Result:
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
        """Write the write-ahead log into the database, and empty the log."""
        if self._connection is None:
            self._connection = connect(self._url)
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _roll_back(self) -> None:
        """Roll the transaction back, or close the connection if the rollback fails."""
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._let_go()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class DriverSession:
    """Executes SQLAlchemy statements on a driver's connection."""

    def __init__(self, connection: DriverConnection, dialect: Dialect) -> None:
        self._connection = connection
        self._dialect = dialect

    def execute(self, statement: Executable, values: Parameters | Sequence[Parameters]) -> Sequence[Any]:
        """Execute a statement. Return the rows for one set of values, or () for several sets of values."""
        cursor = self._connection.cursor()
        if not isinstance(values, Mapping):
            text = _text(statement, tuple(values[0]), self._dialect)
            cursor.executemany(text.compiled.string, list(map(text.complete, values)))
            return ()
        text = _text(statement, tuple(values), self._dialect)
        # The statement needs a placeholder for each value of a list, and the lengths of lists vary.
        now = text.compiled.construct_expanded_state(text.complete(values))
        cursor.execute(now.statement, now.parameters)
        rows = cursor.fetchall()
        return rows if not text.read else [text.converted(row) for row in rows]


@dataclass(frozen=True)
class _Text:
    """A compiled statement.

    `fixed` are the values that the statement itself contains. `written` maps names of values to conversions
    for the database. `read` maps indexes of result columns to conversions for Python.
    """

    compiled: SQLCompiler
    fixed: Parameters
    written: Mapping[str, Convert]
    read: Mapping[int, Convert]

    def complete(self, values: Parameters) -> dict[str, Any]:
        """Return all values of the statement, converted for the database."""
        whole = {**self.fixed, **values}
        for name, convert in self.written.items():
            whole[name] = convert(whole[name])
        return whole

    def converted(self, row: Sequence[Any]) -> Sequence[Any]:
        """Return a row of the result, converted for Python."""
        found = list(row)
        for place, convert in self.read.items():
            found[place] = convert(found[place])
        return found


@lru_cache(maxsize=KEPT)
def _text(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> _Text:
    """Return the compiled statement for values with these names."""
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
    """Return the conversions that are not `None`."""
    return {key: convert for key, convert in converts if convert is not None}
