"""How SQLite is spoken to: read through aiosqlite and written by `sqlite3` itself."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

import aiosqlite
import sqlalchemy
from sqlalchemy import URL, AdaptedConnection, StaticPool, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.addresses import PATIENCE

LOG_PAGES: Final = 4000
"""How long the log grows until changes are put in their places: many pages are changed again by then."""

# FULL: what was committed is on the disk.
_READY: Final = (
    f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f};"
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    f"PRAGMA wal_autocheckpoint = {LOG_PAGES};"
)


def file_of(url: URL) -> Path:
    """The file that a database lies in."""
    database = url.database or ""
    return Path(url2pathname(urlsplit(database).path)) if database.startswith("file:") else Path(database)


def log_of(database: Path) -> Path:
    """The file beside a database that holds what was committed last: the two belong together."""
    return database.with_name(f"{database.name}-wal")


def index_of(database: Path) -> Path:
    """The file by which programs that have the database open find their way in its log."""
    return database.with_name(f"{database.name}-shm")


def set_aside(database: Path, when: str) -> Path:
    """Where a database is kept that was replaced at that time."""
    return database.with_stem(f"{database.stem}.replaced-{when}")


def connect(url: URL) -> sqlite3.Connection:
    """A connection that writes, ready for use; whoever has it begins and ends its transactions."""
    (where, *_), more = url.get_dialect()().create_connect_args(url)
    # With a level of isolation the driver itself begins transactions, and never an immediate one.
    connection = sqlite3.connect(
        where, isolation_level=None, check_same_thread=False, uri=bool(more.get("uri"))
    )
    try:
        # What is deleted is overwritten: a page that nobody uses any more keeps nothing of anybody.
        connection.executescript(f"{_READY}PRAGMA secure_delete = ON;")
        _keep_a_log(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(url: URL) -> Iterator[sqlalchemy.Connection]:
    """A transaction of SQLAlchemy's, with the right to write from its beginning."""
    engine = create_engine(
        "sqlite://", creator=partial(connect, url), poolclass=StaticPool, hide_parameters=True
    )

    @event.listens_for(engine, "begin")
    def begin(connection: sqlalchemy.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def reading_engine(url: URL, connections: int) -> AsyncEngine:
    """Connections that cannot write; every statement sees what was committed when it began."""
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        # Errors are logged, and the values of a statement are seeds and what players hide from each other.
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: AdaptedConnection, _: object) -> None:
        connection.run_async(_ready_to_read)

    return engine


async def _ready_to_read(connection: aiosqlite.Connection) -> None:
    # Each has a cache of its own; what is missing there, the system has.
    await connection.executescript(f"{_READY}PRAGMA query_only = ON; PRAGMA cache_size = 50;")


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
