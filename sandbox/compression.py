"""The two ways in which a gateway connection can be compressed as one stream."""

import importlib
import zlib
from typing import Protocol


class Stream(Protocol):
    """One connection's compression; what was sent before helps to shorten what follows."""

    def pack(self, text: str) -> bytes:
        """Return `text` compressed and flushed, so that the other side can read it at once."""


class ZlibStream:
    """``compress=zlib-stream``."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj()

    def pack(self, text: str) -> bytes:
        """Return `text` compressed, ending in zlib's sync marker."""
        return self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """``compress=zstd-stream``, which a client asks for only where a zstd library is installed."""

    def __init__(self) -> None:
        zstandard = importlib.import_module("zstandard")
        self._compressor = zstandard.ZstdCompressor().compressobj()
        self._flush_block: int = zstandard.COMPRESSOBJ_FLUSH_BLOCK

    def pack(self, text: str) -> bytes:
        """Return `text` compressed, its block closed."""
        packed: bytes = self._compressor.compress(text.encode())
        packed += self._compressor.flush(self._flush_block)
        return packed


STREAMS: dict[str, type[Stream]] = {"zlib-stream": ZlibStream, "zstd-stream": ZstdStream}
