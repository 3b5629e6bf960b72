"""The first thing that a program of this package does: give way to the bot, and limit its memory and time."""

import contextlib
import os
import sys

if sys.platform != "win32":
    import resource

NICENESS = 19
"""The lowest priority of systems that do not know idle processes."""

MEMORY = 1 << 30
"""The most bytes of address space."""


def be_modest(seconds: int | None = None) -> None:
    """Take only idle processor time, limit memory, and perhaps processor seconds; no limits on Windows."""
    if sys.platform == "linux":
        # The bot then never waits for the rest of this process's time slice, as it would beside a niced one.
        with contextlib.suppress(OSError):  # Some containers refuse.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if sys.platform != "win32":
        os.nice(NICENESS)
        with contextlib.suppress(ValueError):  # The system allows even less.
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
