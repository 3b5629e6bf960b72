"""One bot on one database: whoever plays on a file holds a lock beside it.

SQLite itself would let two bots write in turns, and both would post everything. The lock is the operating
system's, on a file of its own: it ends with the process that holds it, however that process ends. On Linux
and macOS it works on every local disk, and on a network disk if its server keeps locks. On Windows, where
these lines were never run, a byte far behind the text is locked: nobody else may read what is locked there.
"""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

from bot.store.database import file_of, read_url
from bot.store.errors import BadDatabase

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


class InUse(BadDatabase):
    """Another bot plays on this database."""


@contextmanager
def alone_on(url: str) -> Iterator[None]:
    """Be the only bot on a database as long as the block lasts. Raises InUse, BadDatabase."""
    database = file_of(read_url(url))
    with _lock_file(database) as file:
        if not _take(file):
            file.seek(0)
            raise InUse(
                f"Another Harbourmaster ({file.read() or 'just starting'}) is running on the database"
                f" {database}. Two would post everything twice: stop that one first."
            )
        file.truncate(0)
        file.write(f"process {os.getpid()} on {platform.node()}")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _lock_file(database: Path) -> TextIOWrapper:
    # Never removed: whoever had opened it before would hold a lock on a file that is no longer there.
    file = database.with_name(f"{database.name}-lock")
    try:
        return file.open("a+", encoding="utf-8")
    except OSError as error:
        raise BadDatabase(
            f"The lock {file} of the database cannot be opened."
            " Check that its folder exists and that this program may write there."
        ) from error
