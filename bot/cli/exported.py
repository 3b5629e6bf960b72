"""Reads files of `/game export` and `./harbour export`.

Hosts may get such files from strangers, so a file must not need much more memory or time than a real game.
"""

import gzip
import re
import zlib
from pathlib import Path
from typing import BinaryIO, cast

from rules.engine.errors import HarbourmasterError

GZIP = b"\x1f\x8b"
"""The first bytes of a packed file."""

MOST = 16 << 20
"""The maximum number of bytes of text: 30,000 entries, ten times the longest known game."""

MOST_PARTS = 2_000_000
"""The maximum number of commas and brackets, three times the number in the longest known game."""

MOST_IN_ONE = 100_000
"""The maximum number of commas and brackets in a document outside its texts, or in one text.

This is five times the number in a real game. Each invalid value causes an error, which needs memory.
"""

_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""The pattern of a text in quotation marks. A text without a closing mark ends with the file."""


class NoText(HarbourmasterError):
    """The file does not contain text in UTF-8."""


def text_of(file: Path) -> str:
    """Return the text of a file of JSON lines, unpacked if necessary. Raises NoText, HarbourmasterError."""
    data = _bytes_of(file)
    if _parts(data) > MOST_PARTS or any(map(_is_crowded, data.split(b"\n"))):
        raise _too_long(file)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _no_text(file) from error


def document_of(file: Path) -> bytes:
    """Return the bytes of one JSON document, unpacked if necessary. Raises NoText, HarbourmasterError."""
    data = _bytes_of(file)
    if _is_crowded(data):
        raise _too_long(file)
    return data


def _bytes_of(file: Path) -> bytes:
    """Return the bytes of a file, unpacked if necessary. Raises NoText, HarbourmasterError."""
    try:
        with file.open("rb") as packed:
            is_packed = packed.peek(len(GZIP)).startswith(GZIP)
            source = cast("BinaryIO", gzip.GzipFile(fileobj=packed)) if is_packed else packed
            # The byte beyond the limit shows whether the file is too long.
            data = source.read(MOST + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise _no_text(file) from error
    except OSError as error:
        raise HarbourmasterError(f"{file} cannot be read: {error.strerror}.") from error
    if len(data) > MOST:
        raise _too_long(file)
    return data


def _is_crowded(document: bytes) -> bool:
    """Return whether a document, or one of its texts, has more than `MOST_IN_ONE` commas and brackets."""
    every = _parts(document)
    if every <= MOST_IN_ONE:
        return False
    texts = [_parts(text[0]) for text in _TEXT.finditer(document)]
    return max(every - sum(texts), *texts, 0) > MOST_IN_ONE


def _parts(data: bytes) -> int:
    return sum(map(data.count, (b",", b"[", b"{")))


def _too_long(file: Path) -> HarbourmasterError:
    return HarbourmasterError(
        f"{file} is larger than any game: at most {MOST >> 20} MB are read. Do not trust the person who gave"
        " it to you."
    )


def _no_text(file: Path) -> NoText:
    return NoText(f"{file} is no text in UTF-8, so /game export did not write it.")
