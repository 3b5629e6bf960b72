"""What DATABASE_URL may say: a file of SQLite's, or a database on a PostgreSQL server."""

import sys
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import BadDatabase

_EXAMPLE = (
    "A file beside the program, for example, is sqlite:///harbourmaster.db; a database on a server is"
    " postgresql://user:password@host/name."
)

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
"""How each kind of database is spoken to; hosting platforms use both names of the second."""

PATIENCE: Final = 5.0
"""Seconds to wait while another program is writing, or until a server that went away is back."""


def read_url(url: str) -> URL:
    """The address of a database that can be used. Raises BadDatabase."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadDatabase(f"DATABASE_URL is not the address of a database. {_EXAMPLE}") from error
    kind = parsed.get_backend_name()
    if kind not in _DRIVERS:
        raise BadDatabase(
            f"DATABASE_URL asks for {kind}, but games are kept in SQLite or PostgreSQL only. {_EXAMPLE}"
        )
    address = parsed.set(drivername=_DRIVERS[kind])
    if parsed.database in {None, ""} or (parsed.database == ":memory:" and not is_server(address)):
        what = "no database on that server" if is_server(address) else "no file"
        raise BadDatabase(f"DATABASE_URL names {what} to keep the games in. {_EXAMPLE}")
    if is_server(address) and sys.platform == "win32":
        raise BadDatabase(f"On Windows games are kept in SQLite only. {_EXAMPLE}")
    return address


def is_server(url: URL) -> bool:
    """Whether the database is one of a PostgreSQL server, and no file."""
    return url.get_backend_name() == "postgresql"
