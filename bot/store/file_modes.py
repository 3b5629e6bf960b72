"""Files that only the bot's account may read, because they contain secrets."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE = 0o600


def create_private(file: Path) -> None:
    """Create an empty file that only its owner may read, unless the file exists.

    The file gets the owner of its folder, so that the bot can open a file that an administrator creates.
    Errors are ignored here, because they occur again when the file is opened.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        hand_over(file, file.parent)


def make_private(file: Path) -> None:
    """Restrict an existing file to its owner, if this account may do that."""
    with suppress(OSError):
        file.chmod(PRIVATE)


def hand_over(file: Path, like: Path) -> None:
    """Give `file` the owner of `like`, if this account may do that."""
    owner = like.stat()
    with suppress(PermissionError, AttributeError):  # Windows has no `chown`.
        os.chown(file, owner.st_uid, owner.st_gid)


def copy_privately(file: Path, to: Path) -> None:
    """Copy a file durably. Only the owner may read the copy. Raises OSError, for example FileExistsError."""
    with file.open("rb") as source, writing_privately(to) as copy:
        shutil.copyfileobj(source, copy)
    hand_over(to, file)


@contextmanager
def writing_privately(file: Path) -> Iterator[BinaryIO]:
    """Write a new file, which only its owner may read, durably and either completely or not at all.

    Raises OSError, which is FileExistsError if the name is taken, even by a broken link.
    """
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), PRIVATE)
    try:
        with os.fdopen(descriptor, "wb") as out:
            make_private(file)  # The account's umask may have removed the owner's rights.
            hand_over(file, file.parent)
            yield out
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise
