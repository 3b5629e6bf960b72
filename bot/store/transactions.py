"""Whole transactions, each carried out in one go by a thread of its own.

What is written is said in SQLAlchemy's statements, by plain functions that are given something to execute
them. Here each statement is made into the database's own text once, and its driver does it. SQLAlchemy's
`Connection` can be given to the same functions.
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
"""What processes do one after the other: open a game of some person, and log in at Discord."""

KEPT = 100
"""The most statements that are kept as text."""

_SQLITE = sqlite.dialect(paramstyle="named")


class Found(Protocol):
    """What a statement has found."""

    def all(self) -> Sequence[Sequence[Any]]:
        """All its rows."""
        ...


class Session(Protocol):
    """An open transaction in which statements are executed."""

    def execute(self, statement: Executable, values: Parameters | Sequence[Parameters], /) -> Found:
        """Do a statement with these values; one that finds nothing also for each of several rows of them."""
        ...


class Cursor(Protocol):
    """One of a driver's, as far as it is needed here."""

    def execute(self, text: Any, values: Any, /) -> object:  # noqa: ANN401 - each driver has types of its own
        """Do a statement."""
        ...

    def executemany(self, text: Any, rows: Any, /) -> object:  # noqa: ANN401
        """Do it for each of several rows."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that were found."""
        ...


class DriverConnection(Protocol):
    """What a driver says statements on."""

    def cursor(self) -> Cursor:
        """Something to say a statement with."""
        ...


class Transactions(ABC):
    """One connection that writes, with the thread that it belongs to."""

    def __init__(self, url: URL) -> None:
        """The connection is made when it is first needed, and again when it was lost."""
        self._url = url
        self._thread = ThreadPoolExecutor(1, "store-writer")
        self.cluster: Cluster = WHOLE
        """Whose games are written."""

    @property
    def url(self) -> URL:
        """Which database it is."""
        return self._url

    async def carry_out(self, work: Callable[[Session], Result]) -> Result:
        """Do this work in a transaction, which has the right to write from its beginning.

        It is durable when this returns. Raises what the work or the driver raises; then nothing was done.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, work)

    async def overtaken(self) -> None:
        """Return once another process has taken the cluster; nobody takes a file."""
        await asyncio.Event().wait()

    async def hear(self, name: str, wake: Callable[[], None]) -> None:  # noqa: ARG002
        """Call `wake` whenever another process has told something under that name; of a file none does."""
        await asyncio.Event().wait()

    def alone(self, what: Alone, number: int) -> AbstractAsyncContextManager[None]:  # noqa: ARG002
        """Be the only process that does that with that number as long as the block lasts: of a file it is."""
        return nullcontext()

    async def wipe(self) -> None:
        """Overwrite deleted data in the database, as far as possible."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._wipe)

    async def close(self) -> None:
        """Finish what was begun, then let go of the database."""
        await asyncio.to_thread(self._thread.shutdown)
        self._let_go()

    @abstractmethod
    def _carry_out(self, work: Callable[[Session], Result]) -> Result: ...

    @abstractmethod
    def _wipe(self) -> None: ...

    @abstractmethod
    def _let_go(self) -> None: ...


class SqliteTransactions(Transactions):
    """Those of SQLite."""

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
        """Put what the log beside the database holds into its place, and overwrite the log with nothing."""
        if self._connection is None:
            self._connection = connect(self._url)
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _roll_back(self) -> None:
        """Take back what was done of a transaction; a connection on which that fails is given up."""
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
    """The rows of a statement that was executed."""

    rows: Sequence[Sequence[Any]]

    def all(self) -> Sequence[Sequence[Any]]:
        """All of them."""
        return self.rows


class DriverSession:
    """Executes statements of SQLAlchemy's on the connection of a driver."""

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
    """A statement as the database reads it.

    `fixed` are values that stand in the statement itself. `written` and `read` convert to what it keeps
    and from it, by the name of the value and by the place in the row.
    """

    compiled: SQLCompiler
    fixed: Parameters
    written: Mapping[str, Convert]
    read: Mapping[int, Convert]

    def complete(self, values: Parameters) -> dict[str, Any]:
        """All that the text asks for, as the database keeps it."""
        whole = {**self.fixed, **values}
        for name, convert in self.written.items():
            whole[name] = convert(whole[name])
        return whole

    def converted(self, row: Sequence[Any]) -> Sequence[Any]:
        """A row as the program knows it."""
        found = list(row)
        for place, convert in self.read.items():
            found[place] = convert(found[place])
        return found


@lru_cache(maxsize=KEPT)
def _text(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> _Text:
    """The statement as text, for values of these names."""
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
    """Those that convert anything."""
    return {key: convert for key, convert in converts if convert is not None}
