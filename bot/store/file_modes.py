"""Files with seeds and hands in them: for the account of the bot, and nobody else."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE = 0o600


def create_private(file: Path) -> None:
    """Make an empty file if there is none, for its owner alone.

    Where an administrator makes it, it belongs to whom its folder belongs to: the bot must be able to open
    it. Nothing happens where that cannot be done; whoever opens the file then says why.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        hand_over(file, file.parent)


def make_private(file: Path) -> None:
    """Let the owner of a file alone read and write it, if it is there and this account may say so."""
    with suppress(OSError):
        file.chmod(PRIVATE)


def hand_over(file: Path, like: Path) -> None:
    """Give a file to the owner of another, as far as this account may."""
    owner = like.stat()
    with suppress(PermissionError, AttributeError):  # there are no owners on Windows
        os.chown(file, owner.st_uid, owner.st_gid)


def copy_privately(file: Path, to: Path) -> None:
    """Copy a file, for good and for its owner alone. Raises OSError, FileExistsError among others."""
    with file.open("rb") as source, writing_privately(to) as copy:
        shutil.copyfileobj(source, copy)
    hand_over(to, file)


@contextmanager
def writing_privately(file: Path) -> Iterator[BinaryIO]:
    """Write a new file, for good and for its owner alone, all of it or nothing.

    Raises FileExistsError where something has that name, be it a link that leads nowhere, and OSError.
    """
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), PRIVATE)
    try:
        with os.fdopen(descriptor, "wb") as out:
            make_private(file)  # also where this account usually takes more rights away
            hand_over(file, file.parent)
            yield out
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise
