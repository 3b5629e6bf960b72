"""Access to a PostgreSQL server through psycopg. The module is loaded only if DATABASE_URL names a server."""

import asyncio
import logging
import os
import platform
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from typing import Any, Final, TypeVar

import psycopg
import sqlalchemy
from psycopg import errors
from sqlalchemy import URL, NullPool, create_engine
from sqlalchemy.dialects.postgresql import psycopg as spoken

from bot.store.addresses import PATIENCE
from bot.store.clusters import WHOLE, Cluster
from bot.store.db_errors import may_pass
from bot.store.errors import BadDatabase, NotSaved, OutcomeUnknown, Overtaken
from bot.store.transactions import Alone, DriverSession, Transactions

Connection = psycopg.Connection[tuple[Any, ...]]
Result = TypeVar("Result")

log = logging.getLogger(__name__)

PAUSE: Final = 0.05
"""The seconds before a retry."""

LOOKS_EVERY: Final = 0.3
"""The seconds between two checks of the writing connection."""

LISTENS_AGAIN: Final = 1.0
"""The seconds before a lost connection for notifications is restored."""

OLDEST: Final = 13
"""The oldest supported version of the server."""

# Keys of PostgreSQL's advisory locks. A cluster's lock has two keys, `_CLUSTER` and the result of `_key`.
_BOT, _CLUSTER, _TURN = 0x48617262, 0x6F75726D, 0x61737465
_ALONE: Final[dict[Alone, int]] = {"open": 0x72486172, "log in": 0x626F7572}

_DIALECT = spoken.dialect()  # type: ignore[no-untyped-call]

_ALWAYS = {
    "lock_timeout": f"{PATIENCE * 1000:.0f}",
    # These settings let the server free the bot's locks within half a minute after the bot's machine fails.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}

# A commit waits for the server's disk, even if the server's default is different.
_WRITING = {**_ALWAYS, "synchronous_commit": "on"}


class PostgresTransactions(Transactions):
    """Transactions of PostgreSQL. Statements are pipelined until a result is needed.

    The writing connection holds the cluster's lock. After a lost connection, a process must take the lock
    again before it writes. The process cannot take the lock if another process has taken the cluster.
    """

    def __init__(
        self, url: URL, cluster: Cluster = WHOLE, holding: int = 0, connection: Connection | None = None
    ) -> None:
        """`holding` is the number that was stored when `connection` took the cluster; 0 if none was taken."""
        super().__init__(url)
        self.cluster = cluster
        self._holding = holding
        self._connection = connection
        self._drawn = 0
        """The value of `holding` that the current transaction stores."""
        self._overtaken = False

    async def close(self) -> None:
        """Finish transactions in progress, then release the cluster."""
        await asyncio.to_thread(self._thread.shutdown)
        if self._holding and self._connection is not None and not self._overtaken:
            with suppress(psycopg.Error):  # If this fails, the next process only waits a little longer.
                await asyncio.to_thread(self._leave, self._connection)
        self._let_go()

    def _carry_out(self, work: Callable[[DriverSession], Result]) -> Result:
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                return self._attempt(work, give_up)
            except psycopg.Error as error:
                if not may_pass(error) or time.monotonic() > give_up:
                    raise
                log.warning("a transaction is tried again (%s)", type(error).__name__)
            time.sleep(PAUSE)

    def _attempt(self, work: Callable[[DriverSession], Result], give_up: float) -> Result:
        connection, number, done = self._connected(), "", list[Result]()
        # A random number is unique, but a server may assign a transaction number again after a crash.
        self._drawn = drawn() if self._holding else 0
        try:
            with connection.pipeline():
                connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
                begun = connection.execute(_BEGUN)
                if self._drawn:
                    connection.execute(_MARK, [self._drawn, self.cluster.number, self._holding])
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
        self._holding = self._drawn or self._holding
        return done[0]

    def _is_committed(self, number: str, give_up: float) -> bool:
        """Return whether the transaction `number` was committed, although the server's answer was lost.

        Raises OutcomeUnknown if the server does not answer in time or another process has taken the cluster.
        """
        while True:
            try:
                # A new connection gets the lock only after the server has ended the lost connection.
                connection = self._connected()
                if self._drawn:
                    return self._held(connection) == self._drawn
                found = connection.execute(_STATUS, [number]).fetchone()
            except Overtaken as error:
                # The stored `holding` would show the outcome, but the other process has replaced it.
                raise OutcomeUnknown(str(error)) from error
            except errors.InvalidParameterValue:
                return False  # A standby server that took over does not know the transaction.
            except psycopg.Error as error:
                self._let_go()
                if time.monotonic() > give_up:
                    raise OutcomeUnknown(str(error)) from error
            else:
                return found == ("committed",)
            time.sleep(PAUSE)

    def _leave(self, connection: Connection) -> None:
        connection.execute(_LEAVE, [self.cluster.number, self._holding])
        # Free the locks immediately. The server itself would free the locks only after the connection ends.
        connection.execute("SELECT pg_advisory_unlock_all()")

    async def overtaken(self) -> None:
        """See `Transactions`. The checks also take a lost lock back before a spare process takes the lock."""
        while True:
            try:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._look_after)
            except Overtaken:
                return
            await asyncio.sleep(LOOKS_EVERY)

    async def hear(self, name: str, wake: Callable[[], None]) -> None:
        """See `Transactions`. `wake` is also called after reconnections, as notifications may be lost."""
        if self.cluster == WHOLE:
            await super().hear(name, wake)
        while True:
            try:
                async with await _listening(self._url) as connection:
                    await connection.execute(f"LISTEN {name}")
                    wake()
                    async for told in connection.notifies():
                        if told.payload == str(self.cluster.number):
                            wake()
            except psycopg.Error as error:
                log.warning("notifications of other processes are interrupted (%s)", type(error).__name__)
            await asyncio.sleep(LISTENS_AGAIN)

    def alone(self, what: Alone, number: int) -> AbstractAsyncContextManager[None]:
        """See `Transactions`."""
        return nullcontext() if self.cluster == WHOLE else _alone_among(self._url, what, number)

    def _look_after(self) -> None:
        """Check the writing connection. Reconnect and take the lock again if the connection was lost."""
        try:
            self._connected().execute("SELECT 1")
        except psycopg.Error:
            self._let_go()

    def _wipe(self) -> None:
        """Free the space of deleted data, so that the server overwrites the data later."""
        # Use a separate connection, which needs none of the locks that a running bot may hold.
        with connect(self._url) as connection:
            connection.execute("VACUUM")

    def _connected(self) -> Connection:
        if self._connection is not None and self._connection.closed:
            self._let_go()
        if self._connection is None:
            if self._overtaken:
                raise Overtaken
            connection = connect(self._url)
            try:
                if self._holding:
                    self._take_again(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _take_again(self, connection: Connection) -> None:
        """Take the cluster's locks again, or raise Overtaken if another process has taken the cluster."""
        self._must_hold(connection)
        try:
            connection.execute(f"SELECT pg_advisory_lock_shared({_BOT})")
            connection.execute(f"SELECT pg_advisory_lock({_CLUSTER}, {_key(self.cluster)})")
        finally:
            # Check the cluster even if the locks could not be taken in time.
            self._must_hold(connection)

    def _held(self, connection: Connection) -> int:
        """Return the stored `holding` of the cluster; 0 if none is stored."""
        found = connection.execute(_HOLDING, [self.cluster.number]).fetchone()
        return found[0] if found else 0

    def _must_hold(self, connection: Connection) -> None:
        """Raise Overtaken if another process has taken the cluster."""
        # `_drawn` is stored if the last transaction was committed, but the server's answer was lost.
        found = self._held(connection)
        if found not in {self._holding, self._drawn or self._holding}:
            self._overtaken = True
            raise Overtaken
        self._holding = found

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


_TAKE = (
    "INSERT INTO clusters (number, holding, held) VALUES (%s, %s, true)"
    " ON CONFLICT (number) DO UPDATE SET holding = excluded.holding, held = true"
)
_STATUS = "SELECT pg_xact_status(%s::xid8)"
_MARK = "UPDATE clusters SET holding = %s WHERE number = %s AND holding = %s"
_HOLDING = "SELECT holding FROM clusters WHERE number = %s"
_LEAVE = "UPDATE clusters SET held = false WHERE number = %s AND holding = %s"

_BEGUN = f"SELECT pg_current_xact_id()::text, pg_advisory_xact_lock({_TURN})"
"""SQL that waits for the right to write, and returns the number of the transaction."""


def connect(url: URL) -> Connection:
    """Return a connection that can write. The caller begins and ends transactions."""
    _, where = url.get_dialect()().create_connect_args(url)
    return psycopg.connect(**{**where, **connecting(url, _WRITING)}, autocommit=True)


@contextmanager
def transaction(url: URL) -> Iterator[sqlalchemy.Connection]:
    """Open an SQLAlchemy transaction that gets the exclusive right to write when it begins."""
    engine = create_engine(
        url, poolclass=NullPool, connect_args=connecting(url, _WRITING), hide_parameters=True
    )
    with engine.begin() as connection:
        _must_do(connection)
        connection.exec_driver_sql(TURN)
        yield connection


@contextmanager
def snapshot(url: URL) -> Iterator[sqlalchemy.Connection]:
    """Open a read-only connection that sees one snapshot of the database."""
    engine = create_engine(
        url,
        poolclass=NullPool,
        isolation_level="REPEATABLE READ",
        connect_args=connecting(url),
        hide_parameters=True,
    )
    with engine.connect().execution_options(postgresql_readonly=True) as connection:
        yield connection


async def only_read(connection: psycopg.AsyncConnection[Any]) -> None:
    """Make a connection read-only."""
    # If this were a connection option, an address that asks for a writable server would find no server.
    await connection.set_autocommit(True)
    await connection.execute("SET default_transaction_read_only = on")


def drawn() -> int:
    """Return a random number greater than 0, with which a process takes a cluster."""
    return 1 + secrets.randbits(62)


def _key(cluster: Cluster) -> int:
    """Return the second key of the cluster's lock."""
    return cluster.of << 16 | cluster.number


def cluster_of(key: int) -> Cluster:
    """Return the cluster whose lock has the second key `key`."""
    return Cluster(key & 0xFFFF, key >> 16)


TURN = f"SELECT pg_advisory_xact_lock({_TURN})"
"""SQL that waits for the right to write, which lasts until the end of the transaction."""

HELD = (
    "SELECT objid::bigint FROM pg_locks"  # noqa: S608 - our own number
    f" WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = {_CLUSTER}"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""SQL that finds the second keys of all cluster locks that are held now."""

LEFT = "SELECT number FROM clusters WHERE held"
"""SQL that finds the clusters that no process has released since they were taken."""


def take(connection: Connection, cluster: Cluster, holding: int) -> bool:
    """Take a cluster until the connection ends, and store `holding`. Returns whether the cluster was free.

    Call this in a transaction that has executed `TURN`. The cluster is not free if its own process came back,
    or if a program has locked the complete database.
    """
    own = f"{_CLUSTER}, {_key(cluster)}"
    if connection.execute(f"SELECT pg_try_advisory_lock({own})").fetchone() != (True,):
        return False
    if connection.execute(f"SELECT pg_try_advisory_lock_shared({_BOT})").fetchone() != (True,):
        connection.execute(f"SELECT pg_advisory_unlock({own})")
        return False
    connection.execute(_TAKE, [cluster.number, holding])
    return True


@contextmanager
def alone(url: URL, patience: float = 1.0) -> Iterator[str | None]:
    """Lock a database against all other processes within the block.

    Yields `None` after success, else a description of a process that uses the database (empty: unknown). The
    function tries for `patience` seconds, because the server frees a killed bot's locks a little later.
    """
    connection = connect(url)
    try:
        give_up = time.monotonic() + patience
        while connection.execute(f"SELECT pg_try_advisory_lock({_BOT})").fetchone() != (True,):
            if time.monotonic() > give_up:
                yield _holder(connection)
                return
            time.sleep(PAUSE)
        _let_nobody_come_back(connection)
        yield None
        _let_nobody_come_back(connection)
        connection.execute("SELECT pg_advisory_unlock_all()")
    finally:
        connection.close()


async def _listening(url: URL) -> psycopg.AsyncConnection[Any]:
    """Return an asynchronous connection for notifications or for a lock."""
    _, where = url.get_dialect()().create_connect_args(url)
    return await psycopg.AsyncConnection.connect(
        **{**where, **connecting(url)},
        autocommit=True,
    )


@asynccontextmanager
async def _alone_among(url: URL, what: Alone, number: int) -> AsyncIterator[None]:
    """Hold a lock on the server within the block. Raises NotSaved if the lock cannot be taken in time."""
    try:
        connection = await _listening(url)
        # A lock's key is shorter than a user id, so two users may share a lock and wait for each other.
        await connection.execute("SELECT pg_advisory_lock(%s::int, %s::int)", [_ALONE[what], number % 2**31])
    except psycopg.Error as error:
        raise NotSaved(f"no transaction could begin: {type(error).__name__}") from error
    async with connection:
        yield


def _let_nobody_come_back(connection: Connection) -> None:
    """Take all clusters from processes that lost their connections, as such processes may be outdated."""
    if connection.execute("SELECT to_regclass('clusters')").fetchone() != (None,):
        connection.execute("UPDATE clusters SET holding = 0, held = false")


_WHO = (
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objid = %s AND datname = current_database()"
)


def _holder(connection: Connection) -> str:
    found = connection.execute(_WHO, [_BOT]).fetchone()
    return str(found[0]) if found else ""


def connecting(url: URL, session: Mapping[str, str] = _ALWAYS) -> dict[str, Any]:
    """Return the driver's arguments for a connection whose session has the settings `session`."""
    said = url.query.get("options", "")
    own = " ".join(f"-c {name}={value}" for name, value in session.items())
    return {
        "options": f"{said if isinstance(said, str) else ' '.join(said)} {own}",
        "application_name": f"process {os.getpid()} on {platform.node()}",
        "client_encoding": "utf8",
        "connect_timeout": max(2, round(PATIENCE)),
        # These settings end a connection within half a minute after the server's machine fails.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
    }


def _must_do(connection: sqlalchemy.Connection) -> None:
    """Raise BadDatabase if the server is too old or the database cannot hold all texts."""
    number = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    if number < OLDEST * 10_000:
        raise BadDatabase(
            f"The database's server is PostgreSQL {number // 10_000}; {OLDEST} or newer is needed."
        )
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise BadDatabase(
            f"The encoding of the database is {encoding}, which cannot hold all names."
            " Make a new database with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0."
        )
