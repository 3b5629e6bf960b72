import errno
from pathlib import Path

from rules.engine.errors import HarbourmasterError

_TOLD = {
    errno.ENOSPC: "the disk is full. Make room, then try again",
    errno.EDQUOT: "the quota is used up. Make room, then try again",
}


def write(file: Path, data: bytes) -> None:
    """Write a file. Raises HarbourmasterError if the file cannot be written."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise cannot_be_written(file, error) from error


def cannot_be_written(file: Path, error: OSError) -> HarbourmasterError:
    """Return an error whose message explains why a file cannot be written."""
    return HarbourmasterError(f"{file} cannot be written: {_TOLD.get(error.errno or 0, error.strerror)}.")
