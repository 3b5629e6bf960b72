"""Keeps the program's own objects out of garbage collection."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Load something permanent and exempt it from garbage collection.

    Otherwise collections would take a fifth of the start, and later a tenth of a second each, during which
    nobody gets an answer.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
