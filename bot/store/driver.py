"""aiosqlite as SQLAlchemy uses it here: every statement goes to the connection's thread and back once.

Of a cursor SQLAlchemy wants four things for a statement: that it is made, executes, hands over its rows and
is closed. Done one by one, each is a way to the thread and back, which takes longer than most statements do.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

import aiosqlite

Result = TypeVar("Result")
Values = Sequence[Any]


class Connection(aiosqlite.Connection):
    """A connection whose cursors do a whole statement at once."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Not connected yet: that is awaited."""
        super().__init__(connect, iter_chunk_size=1)
        # As SQLAlchemy has it: a program that failed need not wait for its connections.
        self._thread.daemon = True
        self._before = ""

    def cursor(self) -> "Cursor":  # type: ignore[override]  # made without asking the thread
        """Something to execute a statement with."""
        return Cursor(self)

    def begin_with_next(self, begin: str) -> None:
        """Let the next statement begin a transaction, in these words."""
        self._before = begin

    async def whole(self, statement: Callable[[sqlite3.Cursor], Result]) -> Result:
        """Let a cursor do something in the thread of the connection, and close it."""
        result: Result = await self._execute(self._whole, statement)  # type: ignore[no-untyped-call]
        return result

    def _whole(self, statement: Callable[[sqlite3.Cursor], Result]) -> Result:
        cursor = self._conn.cursor()
        try:
            if self._before:
                before, self._before = self._before, ""
                cursor.execute(before)
            return statement(cursor)
        finally:
            cursor.close()


class Cursor:
    """What SQLAlchemy needs of a cursor. Every statement's rows are fetched as it is executed."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Sequence[Any] | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> "Cursor":
        return self

    async def execute(self, sql: str, values: Values = ()) -> None:
        """Do a statement. Raises what SQLite raises."""
        await self._connection.whole(partial(self._execute, sql=sql, values=values))

    async def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        """Do a statement that finds nothing for each of these rows. Raises what SQLite raises."""
        await self._connection.whole(partial(self._execute_many, sql=sql, rows=rows))

    async def fetchall(self) -> list[Any]:
        """All that the statement has found."""
        return self._rows

    async def close(self) -> None:
        """Nothing is left open."""

    def _execute(self, cursor: sqlite3.Cursor, sql: str, values: Values) -> None:
        cursor.execute(sql, values)
        self._rows = cursor.fetchall()
        self._keep(cursor)

    def _execute_many(self, cursor: sqlite3.Cursor, sql: str, rows: Iterable[Values]) -> None:
        cursor.executemany(sql, rows)
        self._keep(cursor)

    def _keep(self, cursor: sqlite3.Cursor) -> None:
        self.description, self.rowcount = cursor.description, cursor.rowcount
        self.lastrowid = cursor.lastrowid
