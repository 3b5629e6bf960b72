"""How a PostgreSQL server is spoken to: all through psycopg. Loaded only where DATABASE_URL asks for it."""

import logging
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import psycopg
import sqlalchemy
from psycopg import errors
from sqlalchemy import URL, AdaptedConnection, NullPool, create_engine, event
from sqlalchemy.dialects.postgresql import psycopg as spoken
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.addresses import PATIENCE
from bot.store.errors import BadDatabase, OutcomeUnknown
from bot.store.server_errors import may_pass
from bot.store.transactions import DriverSession, Session, Transactions

Connection = psycopg.Connection[tuple[Any, ...]]
Result = TypeVar("Result")

log = logging.getLogger(__name__)

PAUSE: Final = 0.05
"""Seconds between two tries."""

OLDEST: Final = 13
"""The oldest version of the server that knows all that is asked of it here."""

# Numbers of the server's own locks, of which each database has as many as there are numbers.
_BOT, _WRITER, _TURN = 0x48617262, 0x6F75726D, 0x61737465

_DIALECT = spoken.dialect()  # type: ignore[no-untyped-call]

_ALWAYS = {
    "lock_timeout": f"{PATIENCE * 1000:.0f}",
    # When the machine of a bot goes dark, its locks are free within half a minute.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}

# What was committed is on the disk, whatever the server does for others.
_WRITING = {**_ALWAYS, "synchronous_commit": "on"}


class PostgresTransactions(Transactions):
    """Those of PostgreSQL: the statements of one go to the server together, as far as none needs an answer.

    The connection that writes holds a lock of the server's: whoever lost it cannot write any more while
    another does.
    """

    def __init__(self, url: URL) -> None:
        """See `Transactions`."""
        super().__init__(url)
        self._connection: Connection | None = None

    def _carry_out(self, work: Callable[[Session], Result]) -> Result:
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                return self._attempt(work, give_up)
            except psycopg.Error as error:
                if not may_pass(error) or time.monotonic() > give_up:
                    raise
                log.warning("a transaction is tried again (%s)", type(error).__name__)
            time.sleep(PAUSE)

    def _attempt(self, work: Callable[[Session], Result], give_up: float) -> Result:
        connection, number, done = self._connected(), "", list[Result]()
        try:
            with connection.pipeline():
                connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
                begun = connection.execute(_BEGUN)
                done.append(work(DriverSession(connection, _DIALECT)))
                number, _ = begun.fetchone() or ("", None)
                connection.execute("COMMIT")
        except BaseException:
            if not connection.closed:
                connection.rollback()
                raise
            self._let_go()
            if not (number and self._is_committed(number, give_up)):
                raise
        return done[0]

    def _is_committed(self, number: str, give_up: float) -> bool:
        """Whether a transaction of that number was committed, where the answer was lost.

        Raises OutcomeUnknown.
        """
        while True:
            try:
                # Its lock tells that the server has ended what was begun on the lost connection.
                found = self._connected().execute("SELECT pg_xact_status(%s::xid8)", [number]).fetchone()
            except errors.InvalidParameterValue:
                return False  # The server that took over has never heard of it.
            except psycopg.Error as error:
                self._let_go()
                if time.monotonic() > give_up:
                    raise OutcomeUnknown(str(error)) from error
            else:
                return found == ("committed",)
            time.sleep(PAUSE)

    def _wipe(self) -> None:
        """Make room of what was deleted; the server writes over it and over its log in its own time."""
        # On a connection of its own: a command does this while a bot holds the lock of the one that writes.
        with connect(self._url) as connection:
            connection.execute("VACUUM")

    def _connected(self) -> Connection:
        if self._connection is not None and self._connection.closed:
            self._let_go()
        if self._connection is None:
            connection = connect(self._url)
            try:
                connection.execute(f"SELECT pg_advisory_lock({_WRITER})")
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


_BEGUN = f"SELECT pg_current_xact_id()::text, pg_advisory_xact_lock({_TURN})"
"""Takes the right to write, and tells by which number the server knows the transaction."""


def connect(url: URL) -> Connection:
    """Return a connection that writes. Its user begins and ends the transactions."""
    _, where = url.get_dialect()().create_connect_args(url)
    return psycopg.connect(**{**where, **_connecting(url, _WRITING)}, autocommit=True)


@contextmanager
def transaction(url: URL) -> Iterator[sqlalchemy.Connection]:
    """Open an SQLAlchemy transaction that may write from its beginning."""
    engine = create_engine(
        url, poolclass=NullPool, connect_args=_connecting(url, _WRITING), hide_parameters=True
    )
    try:
        with engine.begin() as connection:
            _must_do(connection)
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN})")
            yield connection
    finally:
        engine.dispose()


@contextmanager
def snapshot(url: URL) -> Iterator[sqlalchemy.Connection]:
    """Open a read-only connection that sees what was committed at one moment."""
    engine = create_engine(
        url,
        poolclass=NullPool,
        isolation_level="REPEATABLE READ",
        connect_args=_connecting(url, _ALWAYS),
        hide_parameters=True,
    )
    try:
        with engine.connect().execution_options(postgresql_readonly=True) as connection:
            yield connection
    finally:
        engine.dispose()


def reading_engine(url: URL, connections: int) -> AsyncEngine:
    """Return an engine that cannot write. Each statement sees what was committed when it began."""
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        connect_args=_connecting(url, _ALWAYS),
        # Errors are logged, and a statement's values hold seeds and secrets of players.
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: AdaptedConnection, _: object) -> None:
        connection.run_async(_only_read)

    return engine


async def _only_read(connection: psycopg.AsyncConnection[Any]) -> None:
    # Not as it is made: an address may ask for a server that takes changes, and is told of this.
    await connection.set_autocommit(True)
    await connection.execute("SET default_transaction_read_only = on")


@contextmanager
def alone(url: URL) -> Iterator[str | None]:
    """Hold the lock of the one bot on a database as long as the block lasts.

    Gives what is known of who holds it where that is somebody else, else `None`.
    """
    connection = connect(url)
    try:
        give_up = time.monotonic() + 1  # A bot that was killed may have its locks for a moment longer.
        while connection.execute(f"SELECT pg_try_advisory_lock({_BOT})").fetchone() != (True,):
            if time.monotonic() > give_up:
                yield _holder(connection)
                return
            time.sleep(PAUSE)
        yield None
    finally:
        connection.close()


_WHO = (
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objid = %s AND datname = current_database()"
)


def _holder(connection: Connection) -> str:
    found = connection.execute(_WHO, [_BOT]).fetchone()
    return str(found[0]) if found else ""


def _connecting(url: URL, session: dict[str, str]) -> dict[str, object]:
    """How a connection is made: what the address says, and with it what each session is told."""
    said = url.query.get("options", "")
    own = " ".join(f"-c {name}={value}" for name, value in session.items())
    return {
        "options": f"{said if isinstance(said, str) else ' '.join(said)} {own}",
        "application_name": f"process {os.getpid()} on {platform.node()}",
        "client_encoding": "utf8",
        "connect_timeout": max(2, round(PATIENCE)),
        # A server whose machine went dark is given up within half a minute, too.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
    }


def _must_do(connection: sqlalchemy.Connection) -> None:
    """Raise BadDatabase for a server, or a database on it, that cannot hold what games need."""
    number = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    if number < OLDEST * 10_000:
        raise BadDatabase(
            f"The database's server is PostgreSQL {number // 10_000}; {OLDEST} or newer is needed."
        )
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise BadDatabase(
            f"The database is kept in {encoding}, which cannot hold all names."
            " Make one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0."
        )
