"""Checks DATABASE_URL, which names an SQLite file or a database on a PostgreSQL server."""

import sys
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import BadDatabase

_EXAMPLE = (
    "A file next to the program, for example, is sqlite:///harbourmaster.db; a database on a server is"
    " postgresql://user:password@host/name."
)

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
"""The driver for each kind of address. Hosting platforms write `postgres` or `postgresql`."""

PATIENCE: Final = 5.0
"""The maximum seconds to wait for another program's write or for a lost server."""


def read_url(url: str | URL) -> URL:
    """Return the address `url` with its driver. Raises BadDatabase for an invalid or unsupported address."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadDatabase(f"DATABASE_URL is not the address of a database. {_EXAMPLE}") from error
    kind = parsed.get_backend_name()
    if kind not in _DRIVERS:
        raise BadDatabase(
            f"DATABASE_URL names a {kind} database, but games are kept in SQLite or PostgreSQL only."
            f" {_EXAMPLE}"
        )
    address = parsed.set(drivername=_DRIVERS[kind])
    if parsed.database in {None, ""} or (parsed.database == ":memory:" and not is_server(address)):
        what = "no database on that server" if is_server(address) else "no file"
        raise BadDatabase(f"DATABASE_URL names {what} to keep the games in. {_EXAMPLE}")
    if is_server(address) and sys.platform == "win32":
        raise BadDatabase(f"On Windows games are kept in SQLite only. {_EXAMPLE}")
    return address


def is_server(url: URL) -> bool:
    """Return whether the database is on a PostgreSQL server and not in a file."""
    return url.get_backend_name() == "postgresql"
