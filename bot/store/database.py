"""Which database, and how it is spoken to: SQLite now.

Work on the database is written as plain functions that take a connection, and done in threads so that the
event loop goes on meanwhile: one change of threads for a whole transaction, not for each of its statements.
"""

import sqlite3
import time
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import BadDatabase

_EXAMPLE = "A file beside the program, for example, is sqlite:///harbourmaster.db."

PATIENCE: Final = 5.0
"""Seconds to wait while another program is writing."""

LOG_PAGES: Final = 4000
"""How long the log grows until changes are put in their places: many pages are changed again by then."""

# Errors are logged, and the values of a statement are seeds and what players hide from each other.
_COMMON: Final = {"max_overflow": 0, "pool_reset_on_return": None, "hide_parameters": True}


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


def file_of(url: URL) -> Path:
    """The file that a database lies in."""
    return Path(url.database or "")


def log_of(database: Path) -> Path:
    """The file beside a database that holds what was committed last: the two belong together."""
    return database.with_name(f"{database.name}-wal")


def writing_engine(url: URL) -> Engine:
    """One connection whose transactions wait for their turn to write when they begin, not halfway."""
    # Otherwise the driver itself begins transactions, and never an immediate one.
    by_hand = {"isolation_level": None}
    engine = create_engine(url, pool_size=1, connect_args=by_hand, **_COMMON)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        _prepare(connection, "")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def reading_engine(url: URL, connections: int) -> Engine:
    """Connections that cannot write; every statement sees what was committed when it began."""
    engine = create_engine(url, pool_size=connections, isolation_level="AUTOCOMMIT", **_COMMON)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        # Each has a cache of its own; what is missing there, the system has.
        _prepare(connection, "PRAGMA query_only = ON; PRAGMA cache_size = 50;")

    return engine


def _prepare(connection: sqlite3.Connection, besides: str) -> None:
    """Make a new connection ready, or close it again if that fails."""
    try:
        # FULL: what was committed is on the disk.
        connection.executescript(
            f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f};"
            "PRAGMA synchronous = FULL;"
            "PRAGMA foreign_keys = ON;"
            f"PRAGMA wal_autocheckpoint = {LOG_PAGES};"
        )  # fmt: skip
        _keep_a_log(connection)
        connection.executescript(besides)
    except BaseException:
        connection.close()
        raise


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Write changes to a log beside the file: reading and writing then need not wait for each other."""
    # A file is asked for this once, and is then the only one that answers "locked" without waiting.
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return
