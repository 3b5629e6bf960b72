"""Sentences that explain database errors to the host."""

import errno
import logging
import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.store.addresses import PATIENCE, is_server
from bot.store.errors import BadDatabase, NotRead, NotSaved, OutcomeUnknown, Overtaken, StoreError
from bot.store.file_modes import create_private, make_private
from bot.store.sqlite import file_of, index_of, log_of, set_aside

log = logging.getLogger(__name__)

_FIRST = frozenset({"alembic_version", "games", "members", "entries", "posts"})
"""Some tables that every version of the database has."""

_RESTORE = "Nothing was changed. Bring back a copy with ./harbour restore FILE."

_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "The file {} is not a database, or it is damaged. Name another file.",
    sqlite3.SQLITE_CORRUPT: f"The database {{}} is damaged. {_RESTORE}",
    sqlite3.SQLITE_READONLY: "The database {} may not be written. Give this program the right to write it.",
    sqlite3.SQLITE_BUSY: "The database {} is in use by another program. Stop that program, then try again.",
    sqlite3.SQLITE_FULL: "There is no room for the database {}: the disk is full. Make room, then try again.",
    sqlite3.SQLITE_IOERR: "The disk of the database {} cannot be read or written. Check the disk.",
    sqlite3.SQLITE_CANTOPEN: (
        "The database {} cannot be opened."
        " Check that its folder exists and that this program may write there."
    ),
}

_SERVER_SENTENCES = {
    "08": "The database {} cannot be reached: {}. Check that its server runs and that DATABASE_URL is right.",
    "25006": "The database {} may not be written: its server is a standby, or is set to read-only.",
    "42501": "The database {} may not be written. Give its user the right to write and to create tables.",
    "53100": "There is no room for the database {}: its server's disk is full. Make room, then try again.",
    "53": "The server of the database {} lacks resources: {}.",
    "55P03": "The database {} is in use by another program. Stop that program, then try again.",
    "57014": "The database {} took too long, or somebody cancelled the statement: {}.",
    "58": "The server of the database {} cannot read or write its disk: {}. Check the disk.",
    "XX001": "The database {} is damaged: {}. Bring back a copy with ./harbour restore FILE.",
    "XX002": "The database {} is damaged: {}. Rebuild that index with REINDEX.",
}
"""A sentence for each PostgreSQL error code. A key of two characters covers all codes that begin with it."""

_LOST = "08"
_LATER = {"40001", "40P01", "53300"}
_ENDS = {"57P01", "57P02", "57P03", "57P05", "25P03"}
"""The error codes of a server that stops, starts, or ends a connection."""

_BY_NUMBER = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EIO: sqlite3.SQLITE_IOERR,
}
"""The equivalent SQLite error for each error of the operating system."""

SCARCE = 1 << 20
"""If fewer bytes than this are free, errors of input or output are reported as a full disk."""


def named(database: Path | URL) -> str:
    """Return a database's name for people, without user and password."""
    if isinstance(database, Path):
        return str(database)
    where = ",".join(filter(None, [database.host, *_listed(database.query.get("host", ()))]))
    return f"{database.database} on {where}" if where else str(database.database)


def _listed(said: str | tuple[str, ...]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else said


def complaint(database: Path | URL, error: Exception) -> str:
    """Return sentences that state the problem of a database and, if known, what to do about it."""
    if isinstance(error, Overtaken):
        return str(error)
    if isinstance(database, URL) or _kind_of(error) is not None:
        return _server_complaint(named(database), error)
    code = _code(error)
    if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and _is_full(database):
        code = sqlite3.SQLITE_FULL
    sentence = _SENTENCES.get(code, "")
    reason = error.strerror if isinstance(error, OSError) else getattr(error, "orig", error)
    return sentence.format(database) if sentence else f"The database {database} cannot be used: {reason}."


def report(lost: str, url: URL, error: Exception) -> str:
    """Log the text `lost`, the error's complaint, and the stack of an unknown cause. Return the complaint."""
    told = complaint(url if is_server(url) else file_of(url), error)
    is_known = isinstance(error, Overtaken) or _code(error) in _SENTENCES or _kind_of(error) is not None
    unknown = None if is_known else error
    log.error("%s. %s", lost, told, exc_info=unknown)
    return told


def is_damage(error: Exception) -> bool:
    """Return whether the error means a damaged database, so that a retry cannot help."""
    if _kind_of(error) in {"XX001", "XX002"}:
        return True
    return _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def may_come_back(error: StoreError) -> bool:
    """Return whether a later retry may help, because the database was unreachable or did not answer."""
    if isinstance(error, BadDatabase):
        cause = error.__cause__
        return cause is not None and _is_lost(cause)
    return isinstance(error, NotRead | NotSaved)


def blames_all(error: Exception) -> bool:
    """Return whether the database and not a statement caused the error, so that all statements fail."""
    if isinstance(error, sqlite3.OperationalError | OutcomeUnknown | Overtaken):
        return True
    return _is_known(error) and not is_damage(error)


def _code(error: Exception) -> int:
    reason = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(reason, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT  # The names of tables or columns are damaged.
    if isinstance(reason, OSError):
        return _BY_NUMBER.get(reason.errno or 0, 0)
    # The code's low byte is the kind of error. The other bytes are details.
    return getattr(reason, "sqlite_errorcode", 0) & 0xFF


def _is_full(database: Path) -> bool:
    try:
        return shutil.disk_usage(database.parent).free < SCARCE
    except OSError:
        return False


_TROUBLE = (SQLAlchemyError, sqlite3.Error, UnicodeDecodeError, OSError)


@contextmanager
def complaining_of(database: Path | URL) -> Iterator[None]:
    """Turn database errors within the block into BadDatabase, whose message is for the host."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, _TROUBLE) and _kind_of(error) is None:
            raise
        raise BadDatabase(complaint(database, error), detail=str(error)) from error


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Check that a file can be opened, then turn database errors within the block into BadDatabase."""
    if is_server(url):
        with complaining_of(url):
            yield
        return
    database = file_of(url)
    _must_be_whole(database)
    create_private(database)
    with complaining_of(database):
        _try_file(url)
        for file in (database, log_of(database), index_of(database)):
            make_private(file)
        yield


def must_be_ours(tables: Collection[str]) -> None:
    """Raise BadDatabase if the tables belong to another program."""
    if tables and not _FIRST.issubset(tables):
        raise BadDatabase("The database belongs to another program. Name another one in DATABASE_URL.")


def _try_file(url: URL) -> None:
    """Raise an sqlite3.Error if the file cannot be opened, or BadDatabase if another program made it."""
    # An asynchronous connection would write to the file immediately, and its thread would outlive an error.
    (file, *_), options = url.get_dialect()().create_connect_args(url)
    with closing(sqlite3.connect(str(file), PATIENCE, uri=bool(options.get("uri")))) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        must_be_ours([name for (name,) in found if not name.startswith("sqlite_")])


def _must_be_whole(database: Path) -> None:
    """Raise BadDatabase if a database is missing or empty, although its log or a replaced database exists."""
    # Without this error, SQLite would delete the log and begin an empty database.
    log = log_of(database)
    if _size(log) and not _size(database):
        raise BadDatabase(
            f"The database {database} is missing or empty, but its log {log.name} is there: one was moved"
            f" without the other. Put them together again. {_RESTORE}"
        )

    if not _size(database) and (kept := sorted(database.parent.glob(set_aside(database, "*").name))):
        raise BadDatabase(
            f"The database {database} is missing or empty, but {kept[-1].name} is there, a database that was"
            f" replaced before. Rename it to {database.name}, or move it elsewhere to begin without games."
            f" {_RESTORE}"
        )


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _kind_of(error: BaseException) -> str | None:
    """Return the code of a PostgreSQL error, or an empty text without a code; `None` for any other error."""
    reason = error.orig if isinstance(error, DBAPIError) else error
    if reason is None or not type(reason).__module__.startswith("psycopg"):
        return None
    number: str | None = getattr(reason, "sqlstate", None)
    if number is None:
        # An OperationalError without a code means that there is no connection.
        return _LOST if any(one.__name__ == "OperationalError" for one in type(reason).__mro__) else ""
    return _LOST if number in _ENDS else number


def _is_lost(error: BaseException) -> bool:
    """Return whether a connection was lost or could not be made."""
    return (_kind_of(error) or "").startswith(_LOST)


def may_pass(error: BaseException) -> bool:
    """Return whether a retry may help, because a connection failed or transactions collided.

    Errors of SQLite are never retried, because SQLite itself waits for other writes.
    """
    return _is_lost(error) or _kind_of(error) in _LATER


def _is_known(error: BaseException) -> bool:
    """Return whether a sentence exists for the error. The server and not the statement causes such errors."""
    return bool(_sentence(_kind_of(error) or ""))


def _server_complaint(database: str, error: BaseException) -> str:
    """Return the `complaint` about an error of PostgreSQL."""
    reason = error.orig if isinstance(error, DBAPIError) and error.orig else error
    # Only the first line of the server's message is safe. Other lines may contain rows with players' secrets.
    said = getattr(getattr(reason, "diag", None), "message_primary", None) or str(reason)
    told = next(iter(said.splitlines()), "")
    sentence = _sentence(_kind_of(error) or "") or "The database {} cannot be used: {}."
    if not _is_known(error):
        told = f"{type(reason).__name__}, {told}"
    return sentence.format(database, told.rstrip("."))


def _sentence(kind: str) -> str:
    return _SERVER_SENTENCES.get(kind) or _SERVER_SENTENCES.get(kind[:2], "")
