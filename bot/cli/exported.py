"""Files that `/game export` wrote."""

import gzip
import zlib
from pathlib import Path

from rules.engine.errors import HarbourmasterError

GZIP = b"\x1f\x8b"
"""How a packed file begins."""


class NoText(HarbourmasterError):
    """A file that holds no text."""


def text_of(file: Path) -> str:
    """What a file says, unpacked if it is packed. Raises NoText, HarbourmasterError."""
    try:
        data = file.read_bytes()
        return (gzip.decompress(data) if data.startswith(GZIP) else data).decode()
    except OSError as error:
        raise HarbourmasterError(f"{file} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise NoText(f"{file} is no text in UTF-8, so /game export did not write it.") from error
