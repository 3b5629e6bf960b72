"""The two compressed formats of a gateway connection."""

import importlib
import importlib.util
import zlib
from collections.abc import Callable
from typing import Protocol


class Stream(Protocol):
    """The compression of one connection. Each packet is compressed with the help of earlier packets."""

    def pack(self, text: str) -> bytes:
        """Return `text` compressed and flushed, so that the client can read it immediately."""


class ZlibStream:
    """``compress=zlib-stream``."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj()

    def pack(self, text: str) -> bytes:
        """Return `text` compressed, ending in zlib's sync marker."""
        return self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """``compress=zstd-stream``. Clients request this format only if their Python has a zstd library."""

    def __init__(self) -> None:
        self._squeeze = _from_package() if importlib.util.find_spec("zstandard") else _from_standard_library()

    def pack(self, text: str) -> bytes:
        """Return `text` compressed, with its block closed."""
        return self._squeeze(text.encode())


STREAMS: dict[str, type[Stream]] = {"zlib-stream": ZlibStream, "zstd-stream": ZstdStream}


def _from_package() -> Callable[[bytes], bytes]:
    zstandard = importlib.import_module("zstandard")
    compressor = zstandard.ZstdCompressor().compressobj()

    def squeeze(data: bytes) -> bytes:
        packed: bytes = compressor.compress(data) + compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        return packed

    return squeeze


def _from_standard_library() -> Callable[[bytes], bytes]:
    # This module is part of Python 3.14 and later.
    compressor = importlib.import_module("compression.zstd").ZstdCompressor()

    def squeeze(data: bytes) -> bytes:
        packed: bytes = compressor.compress(data, mode=compressor.FLUSH_BLOCK)
        return packed

    return squeeze
