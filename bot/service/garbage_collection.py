"""Loading the program: what it is made of is never garbage, so the collector need not look through it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Load something that stays until the end: it is never looked through for garbage, now or later.

    Otherwise that takes a fifth of the start, and at any time afterwards a tenth of a second, in which nobody
    gets an answer.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
