"""Access to databases through `sqlite` or `postgresql`. The module `postgresql` is loaded only if needed."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import sqlalchemy
from sqlalchemy import URL, AdaptedConnection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import sqlite
from bot.store.addresses import is_server
from bot.store.errors import BadDatabase
from bot.store.transactions import SqliteTransactions, Transactions


def transaction(url: URL) -> AbstractContextManager[sqlalchemy.Connection]:
    """Open an SQLAlchemy transaction that gets the exclusive right to write when it begins."""
    if not is_server(url):
        return sqlite.transaction(url)
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.transaction(url)


def transactions_on(url: URL) -> Transactions:
    """Return the object that runs write transactions in the database at `url`."""
    if not is_server(url):
        return SqliteTransactions(url)
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.PostgresTransactions(url)


def reading_engine(url: URL, connections: int) -> AsyncEngine:
    """Return an engine that can only read. Each statement sees all earlier commits."""
    only_read: Callable[[Any], Awaitable[None]] = sqlite.only_read
    arguments = dict[str, Any]()
    if is_server(url):
        with installed():
            from bot.store import postgresql  # noqa: PLC0415
        only_read, arguments = postgresql.only_read, postgresql.connecting(url)
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        connect_args=arguments,
        # Errors are logged without the values in statements, because such values may be secrets of players.
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: AdaptedConnection, _: object) -> None:
        connection.run_async(only_read)

    return engine


def snapshot(url: URL) -> AbstractContextManager[sqlalchemy.Connection]:
    """Open a read-only connection that sees one snapshot of a PostgreSQL database."""
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.snapshot(url)


def server_lock(url: URL) -> AbstractContextManager[str | None]:
    """Lock a PostgreSQL database for this process within the block. See `postgresql.alone` for the result."""
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.alone(url)


@contextmanager
def installed() -> Iterator[None]:
    """Raise BadDatabase with instructions if the driver is not installed."""
    try:
        yield
    except ImportError as error:
        raise BadDatabase(
            "PostgreSQL needs another package: pip install 'psycopg[binary]'. ./harbour gets it by itself."
        ) from error
