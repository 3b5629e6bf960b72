"""The database of an address, a file or one on a server: spoken to by whichever module knows how.

What a server needs is loaded where an address asks for one, and only there.
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
    """A transaction of SQLAlchemy's, with the right to write from its beginning."""
    if not is_server(url):
        return sqlite.transaction(url)
    with _installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.transaction(url)


def transactions_on(url: URL) -> Transactions:
    """What carries out whole transactions there."""
    if not is_server(url):
        return SqliteTransactions(url)
    with _installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.PostgresTransactions(url)


def reading_engine(url: URL, connections: int) -> AsyncEngine:
    """Connections that cannot write; every statement sees what was committed when it began."""
    if not is_server(url):
        return sqlite.reading_engine(url, connections)
    with _installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.reading_engine(url, connections)


def snapshot(url: URL) -> AbstractContextManager[sqlalchemy.Connection]:
    """A connection to a database on a server that sees what was committed at one moment, and cannot write."""
    with _installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.snapshot(url)


def server_lock(url: URL) -> AbstractContextManager[str | None]:
    """The lock of the one bot on a database of a server, for as long as the block lasts.

    Gives what is known of who holds it where that is somebody else, else `None`.
    """
    with _installed():
        from bot.store import postgresql  # noqa: PLC0415
    return postgresql.alone(url)


@contextmanager
def _installed() -> Iterator[None]:
    """Say what to do where the driver is missing. Raises BadDatabase."""
    try:
        yield
    except ImportError as error:
        raise BadDatabase(
            "PostgreSQL needs a package more: pip install 'psycopg[binary]'. ./harbour gets it by itself."
        ) from error
