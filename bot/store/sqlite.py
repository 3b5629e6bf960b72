"""Access to SQLite. Reads use aiosqlite, and writes use `sqlite3`."""

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
from sqlalchemy import URL, NullPool, create_engine, event

from bot.store.addresses import PATIENCE

LOG_PAGES: Final = 4000
"""The number of pages in the log at which SQLite writes them to the database; many soon change again."""

# `synchronous = FULL` means that committed data is on the disk.
_READY: Final = (
    f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f};"
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    f"PRAGMA wal_autocheckpoint = {LOG_PAGES};"
)


def file_of(url: URL) -> Path:
    """Return the path of a database file."""
    database = url.database or ""
    return Path(url2pathname(urlsplit(database).path)) if database.startswith("file:") else Path(database)


def log_of(database: Path) -> Path:
    """Return the path of a database's write-ahead log, which holds the latest commits."""
    return database.with_name(f"{database.name}-wal")


def index_of(database: Path) -> Path:
    """Return the path of the log's index, which exists while the database is open."""
    return database.with_name(f"{database.name}-shm")


def set_aside(database: Path, when: str) -> Path:
    """Return the path where a database is kept after its replacement at the time `when`."""
    return database.with_stem(f"{database.stem}.replaced-{when}")


def connect(url: URL) -> sqlite3.Connection:
    """Return a connection that can write. The caller begins and ends transactions."""
    (where, *_), more = url.get_dialect()().create_connect_args(url)
    # Without `isolation_level=None`, the driver would begin transactions itself, but not with IMMEDIATE.
    connection = sqlite3.connect(
        where, isolation_level=None, check_same_thread=False, uri=bool(more.get("uri"))
    )
    try:
        # Without `secure_delete`, unused pages would still contain deleted data about people.
        connection.executescript(f"{_READY}PRAGMA secure_delete = ON;")
        _keep_a_log(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(url: URL) -> Iterator[sqlalchemy.Connection]:
    """Open an SQLAlchemy transaction that gets the exclusive right to write when it begins."""
    engine = create_engine(
        "sqlite://", creator=partial(connect, url), poolclass=NullPool, hide_parameters=True
    )

    @event.listens_for(engine, "begin")
    def begin(connection: sqlalchemy.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        yield connection


async def only_read(connection: aiosqlite.Connection) -> None:
    """Make a connection read-only."""
    # A small cache is enough, because the operating system caches the file.
    await connection.executescript(f"{_READY}PRAGMA query_only = ON; PRAGMA cache_size = 50;")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log, so that readers and the writer do not wait for each other."""
    # SQLite does not apply the busy timeout to this statement, so it is retried here.
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
