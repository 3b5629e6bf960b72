"""The two compressed formats of a gateway connection."""

import importlib
import importlib.util
import zlib
from collections.abc import Callable
from typing import TypeAlias

Compression: TypeAlias = Callable[[bytes], bytes]
"""Compresses and flushes the packets of one connection, each with the help of earlier packets."""


def _zlib() -> Compression:
    deflate = zlib.compressobj()
    return lambda data: deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compression:
    # Clients request this format only if their Python has a zstd library.
    if importlib.util.find_spec("zstandard"):
        zstandard = importlib.import_module("zstandard")
        stream = zstandard.ZstdCompressor().compressobj()
        return lambda data: stream.compress(data) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    # This module is part of Python 3.14 and later.
    compressor = importlib.import_module("compression.zstd").ZstdCompressor()
    return lambda data: compressor.compress(data, mode=compressor.FLUSH_BLOCK)


COMPRESSIONS: dict[str, Callable[[], Compression]] = {"zlib-stream": _zlib, "zstd-stream": _zstd}
