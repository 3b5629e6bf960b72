"""Which database, and how it is spoken to: SQLite through aiosqlite now.

Work on the database is written as plain functions that take a connection. `AsyncConnection.run_sync` runs
them and awaits each statement beneath them, so the event loop goes on while the database works.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname

import aiosqlite
import sqlalchemy
from sqlalchemy import URL, AdaptedConnection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.driver import Connection
from bot.store.errors import BadDatabase

_EXAMPLE = "A file beside the program, for example, is sqlite:///harbourmaster.db."

PATIENCE: Final = 5.0
"""Seconds to wait while another program is writing."""

LOG_PAGES: Final = 4000
"""How long the log grows until changes are put in their places: many pages are changed again by then."""

# Errors are logged, and the values of a statement are seeds and what players hide from each other.
_COMMON: Final = {"max_overflow": 0, "pool_reset_on_return": None, "hide_parameters": True}

Prepare = Callable[[aiosqlite.Connection], Awaitable[None]]


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
    return parsed.set(drivername="sqlite+aiosqlite")


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


def writing_engine(url: URL) -> AsyncEngine:
    """One connection whose transactions wait for their turn to write when they begin, not halfway."""
    # Otherwise the driver itself begins transactions, and never an immediate one.
    connect = _connector(url, isolation_level=None)
    engine = create_async_engine(url, pool_size=1, async_creator=connect, **_COMMON)
    _prepare(engine, _ready)

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: sqlalchemy.Connection) -> None:
        cast("Connection", connection.connection.driver_connection).begin_with_next("BEGIN IMMEDIATE")

    return engine


def reading_engine(url: URL, connections: int) -> AsyncEngine:
    """Connections that cannot write; every statement sees what was committed when it began."""
    engine = create_async_engine(
        url,
        pool_size=connections,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        async_creator=_connector(url),
        **_COMMON,
    )
    _prepare(engine, _ready_to_read)
    return engine


def _connector(url: URL, **settings: None) -> Callable[[], Awaitable[aiosqlite.Connection]]:
    """What connects to that database, with such settings of `sqlite3.connect`."""
    where, more = url.get_dialect()().create_connect_args(url)
    return partial(Connection, partial(sqlite3.connect, *where, **more, **settings))


def _prepare(engine: AsyncEngine, prepare: Prepare) -> None:
    """Let every new connection be prepared, and closed again if that fails."""

    async def ready_or_closed(connection: aiosqlite.Connection) -> None:
        try:
            await prepare(connection)
        except BaseException:
            await connection.close()
            raise

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: AdaptedConnection, _: object) -> None:
        connection.run_async(ready_or_closed)


async def _ready(connection: aiosqlite.Connection) -> None:
    # FULL: what was committed is on the disk.
    await connection.executescript(
        f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f};"
        "PRAGMA synchronous = FULL;"
        "PRAGMA foreign_keys = ON;"
        f"PRAGMA wal_autocheckpoint = {LOG_PAGES};"
    )  # fmt: skip
    await _keep_a_log(connection)


async def _ready_to_read(connection: aiosqlite.Connection) -> None:
    await _ready(connection)
    # Each has a cache of its own; what is missing there, the system has.
    await connection.executescript("PRAGMA query_only = ON; PRAGMA cache_size = 50;")


async def _keep_a_log(connection: aiosqlite.Connection) -> None:
    """Write changes to a log beside the file: reading and writing then need not wait for each other."""
    # A file is asked for this once, and is then the only one that answers "locked" without waiting.
    clock = asyncio.get_running_loop().time
    give_up = clock() + PATIENCE
    while True:
        try:
            await connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or clock() > give_up:
                raise
            await asyncio.sleep(0.01)
        else:
            return
