"""What a program of this package does first: it gives way to the bot, and limits its memory and time."""

import contextlib
import os
import sys

if sys.platform != "win32":
    import resource

MEMORY = 1 << 30
"""The most bytes of address space."""


def be_modest(niceness: int, seconds: int | None = None) -> None:
    """Lower this process's priority, limit its memory, and perhaps its processor seconds; not on Windows."""
    if sys.platform != "win32":
        os.nice(niceness)
        with contextlib.suppress(ValueError):  # The system allows even less.
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
