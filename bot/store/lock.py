"""Locks that let only one bot use a database. Two bots would post everything twice.

The operating system releases a file's lock when the process with the lock ends, even if it crashes. Two files
are locked:

- A second file next to the database contains the name of the process. On Windows, a byte far behind the text
  is locked, because other processes cannot read locked bytes. This code was never run on Windows.
- On Linux, a byte far behind the end of the database itself is locked, too, so that the lock holds for all
  names of the database file. The byte does not conflict with SQLite's own locks.

On a PostgreSQL server, `bot.store.postgresql.alone` locks the database.
"""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL

from bot.store.addresses import is_server, read_url
from bot.store.database import installed, server_lock
from bot.store.db_errors import complaining_of, named
from bot.store.errors import BadDatabase
from bot.store.file_modes import create_private
from bot.store.sqlite import file_of, log_of

if TYPE_CHECKING:
    from bot.store.spare import Spare

if sys.platform == "win32":
    import msvcrt

    _FAR_BEHIND = 1 << 30

    def _take(file: TextIOWrapper) -> bool:
        os.lseek(file.fileno(), _FAR_BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(file: TextIOWrapper) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


if sys.platform == "linux":
    import struct

    _BEHIND_THE_END = 1 << 62

    def _take_itself(database: FileIO) -> bool:
        # This lock belongs to the open file. A lock of the process would end when SQLite closes the file.
        byte = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BEHIND_THE_END, 1, 0)
        try:
            fcntl.fcntl(database, fcntl.F_OFD_SETLK, byte)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            # This disk or system does not support such locks, so only the second file is locked.
            return True
        return True
else:

    def _take_itself(_database: FileIO) -> bool:
        return True


class InUse(BadDatabase):
    """Another bot plays on this database."""


@contextmanager
def alone_on(url: str) -> Iterator[None]:
    """Lock a database against all other bots within the block. Raises InUse, BadDatabase.

    A missing file is created empty. If the file is still empty after the block, it is removed.
    """
    address = read_url(url)
    with _alone_on_server(address) if is_server(address) else _alone_on_file(file_of(address)):
        yield


def spare_on(url: str, clusters: int) -> "Spare":
    """Return a `Spare` for one of `clusters` clusters. Raises BadDatabase if the driver is not installed."""
    with installed():
        from bot.store.spare import Spare  # noqa: PLC0415
    return Spare(read_url(url), clusters)


@contextmanager
def _alone_on_server(url: URL) -> Iterator[None]:
    with ExitStack() as held:
        with complaining_of(url):
            other = held.enter_context(server_lock(url))
        if other is not None:
            raise InUse(_told(named(url), other))
        yield


@contextmanager
def _alone_on_file(database: Path) -> Iterator[None]:
    note = Path(f"{os.path.realpath(database)}-lock")
    while True:
        with _opened(database) as file, _opened_note(note) as holder:
            if not (_take(holder) and _take_itself(file)):
                raise InUse(_told(str(database), _written(holder)))
            if not _is_still(database, file):
                continue  # The database was replaced just now. The new file must be locked.
            holder.truncate(0)
            with suppress(OSError):  # On a full disk, the file stays empty.
                os.write(holder.fileno(), f"process {os.getpid()} on {platform.node()}".encode())
            try:
                yield
            finally:
                holder.truncate(0)
                _leave_nothing_empty(database)
            return


def _opened(database: Path) -> FileIO:
    create_private(database)
    try:
        return database.open("r+b", buffering=0)
    except OSError as error:
        raise BadDatabase(
            f"The database {database} cannot be opened."
            " Check that its folder exists and that this program may write there."
        ) from error


def _opened_note(note: Path) -> TextIOWrapper:
    # The file is never removed, because another process could hold a lock on the removed file.
    create_private(note)
    try:
        return note.open("a+", encoding="utf-8")
    except OSError as error:
        raise BadDatabase(
            f"The lock {note} of the database cannot be opened. Check that this program may write there."
        ) from error


def _written(note: TextIOWrapper) -> str:
    note.seek(0)
    return note.read()


def _told(database: str, who: str) -> str:
    return (
        f"Another Harbourmaster{f' ({who})' if who else ''} is running on the database {database}."
        " Two bots would post everything twice. Stop the other bot first."
    )


def _is_still(database: Path, file: FileIO) -> bool:
    """Return whether `file` is still the file with the name `database`."""
    try:
        return os.path.samestat(database.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _leave_nothing_empty(database: Path) -> None:
    """Remove the database if it is empty and has no log, because it was created only for the lock."""
    with suppress(OSError):
        if not database.stat().st_size and not log_of(database).exists():
            database.unlink()
