"""One bot on one database: the process that uses a file holds a lock on it.

SQLite itself would let two bots write in turns, and both would post everything. The lock is the operating
system's: it ends with the process that holds it, however that process ends.

On Linux it is on a byte of the database itself, far behind its end, so it does not matter by which name the
file is opened. SQLite locks other bytes, and nothing else that opens and closes the file takes it away. A
second file next to the database tells whose lock it is. That file is locked as well; on other systems than
Linux it is the only lock. On Windows, a byte far behind the text is locked, because nobody else can read
locked bytes there. This has never been run on Windows. A database on a server is locked by the server.
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
        # Of the open file, not of the process: SQLite closes the same file now and then.
        byte = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BEHIND_THE_END, 1, 0)
        try:
            fcntl.fcntl(database, fcntl.F_OFD_SETLK, byte)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            # A disk or a system without such locks: the other one must do.
            return True
        return True
else:

    def _take_itself(_database: FileIO) -> bool:
        return True


class InUse(BadDatabase):
    """Another bot plays on this database."""


@contextmanager
def alone_on(url: str) -> Iterator[None]:
    """Be the only bot on a database within the block. Raises InUse, BadDatabase.

    If there is no database, an empty file takes its place meanwhile.
    """
    address = read_url(url)
    with _alone_on_server(address) if is_server(address) else _alone_on_file(file_of(address)):
        yield


def spare_on(url: str, clusters: int) -> "Spare":
    """Return a process that waits for one of several clusters of a server's database.

    Raises BadDatabase without the driver.
    """
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
                continue  # It was replaced just now: what is there counts.
            holder.truncate(0)
            with suppress(OSError):  # On a full disk it is not told who has the lock.
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
    # Never removed: a process that had opened it before would hold a lock on a file that is no longer there.
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
        " Two would post everything twice: stop that one first."
    )


def _is_still(database: Path, file: FileIO) -> bool:
    """Whether the name of the database still means the file that was opened by it."""
    try:
        return os.path.samestat(database.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _leave_nothing_empty(database: Path) -> None:
    """Remove the file that was made for the lock alone."""
    with suppress(OSError):
        if not database.stat().st_size and not log_of(database).exists():
            database.unlink()
