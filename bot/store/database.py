"""Which database, and how it is spoken to. SQLite now.

Work on the database is written as plain functions that take a connection and run whole in another thread: one
change of threads for a transaction, where a driver that is asynchronous by the statement needs four for each
statement. An asynchronous engine would run the same functions through `AsyncConnection.run_sync`.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.store.errors import BadDatabase

_EXAMPLE = "A file beside the program, for example, is sqlite:///harbourmaster.db."

_PATIENCE = 5.0
"""Seconds to wait while another program is writing."""

_SETTINGS = (
    f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}",
    "PRAGMA synchronous = FULL",  # what was committed is on the disk
    "PRAGMA foreign_keys = ON",
)


def read_url(url: str) -> URL:
    """The address of a database that can be used. Raises BadDatabase."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadDatabase(f"DATABASE_URL is not the address of a database. {_EXAMPLE}") from error
    kind = parsed.get_backend_name()
    if kind != "sqlite":
        raise BadDatabase(f"DATABASE_URL asks for {kind}, but games are kept in SQLite only. {_EXAMPLE}")
    if parsed.database in {None, "", ":memory:"}:
        raise BadDatabase(f"DATABASE_URL names no file to keep the games in. {_EXAMPLE}")
    return parsed.set(drivername="sqlite+pysqlite")


def writing_engine(url: URL) -> Engine:
    """Connections whose transactions wait for their turn to write when they begin, not halfway."""
    engine = create_engine(url, pool_reset_on_return=None)

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # Otherwise the driver itself begins transactions, and never an immediate one.
        connection.isolation_level = None
        _prepare(connection, *_SETTINGS)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def reading_engine(url: URL, connections: int) -> Engine:
    """Connections that cannot write; every statement sees what was committed when it began."""
    engine = create_engine(
        url, pool_size=connections, max_overflow=0, pool_reset_on_return=None, isolation_level="AUTOCOMMIT"
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        _prepare(connection, *_SETTINGS, "PRAGMA query_only = ON")

    return engine


def _prepare(connection: DBAPIConnection, *settings: str) -> None:
    cursor = connection.cursor()
    for setting in settings:
        cursor.execute(setting)
    _keep_a_log(cursor)
    cursor.close()


def _keep_a_log(cursor: DBAPICursor) -> None:
    """Write changes to a log beside the file: reading and writing then need not wait for each other."""
    # A file is asked for this once, and is then the only one that answers "locked" without waiting.
    give_up = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Say in one sentence what is wrong when a database cannot be opened. Raises BadDatabase."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise BadDatabase(_complaint(url, error), detail=str(error)) from error


def _complaint(url: URL, error: Exception) -> str:
    said = str(error)
    if "not a database" in said or "malformed" in said:
        return f"The file {url.database} is no database, or a damaged one. Name another file in DATABASE_URL."
    if "readonly" in said:
        return f"The database {url.database} may not be written. Give this program the right to write it."
    if "locked" in said:
        return f"The database {url.database} is in use by another program. Stop that one, then try again."
    if "unable to open" in said:
        return (
            f"The database {url.database} cannot be opened."
            " Check that its folder exists and that this program may write there."
        )
    return f"The database {url.database} cannot be used: {getattr(error, 'orig', error)}."
