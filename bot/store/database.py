"""Access to the database of an address: this module calls `sqlite` or `postgresql`.

The driver for servers is loaded only if an address needs it.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import sqlalchemy
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import sqlite
from bot.store.addresses import is_server
from bot.store.errors import BadDatabase
from bot.store.transactions import SqliteTransactions, Transactions


def transaction(url: URL) -> AbstractContextManager[sqlalchemy.Connection]:
    """Open an SQLAlchemy transaction that may write from its beginning."""
    if not is_server(url):
        return sqlite.transaction(url)
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.transaction(url)


def transactions_on(url: URL) -> Transactions:
    """Return what runs whole transactions on that database."""
    if not is_server(url):
        return SqliteTransactions(url)
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.PostgresTransactions(url)


def reading_engine(url: URL, connections: int) -> AsyncEngine:
    """Return an engine that cannot write. Each statement sees what was committed when it began."""
    if not is_server(url):
        return sqlite.reading_engine(url, connections)
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.reading_engine(url, connections)


def snapshot(url: URL) -> AbstractContextManager[sqlalchemy.Connection]:
    """Open a read-only connection to a server's database that sees one moment of it."""
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.snapshot(url)


def server_lock(url: URL) -> AbstractContextManager[str | None]:
    """The lock of the one bot on a database of a server, for as long as the block lasts.

    Gives what is known of who holds it where that is somebody else, else `None`.
    """
    with installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.alone(url)


@contextmanager
def installed() -> Iterator[None]:
    """Raise BadDatabase with what to do if the driver is missing."""
    try:
        yield
    except ImportError as error:
        raise BadDatabase(
            "PostgreSQL needs a package more: pip install 'psycopg[binary]'. ./harbour gets it by itself."
        ) from error
