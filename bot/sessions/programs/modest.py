"""Limits the resources of a program of this package, so that the program does not slow the bot."""

import contextlib
import os
import sys

if sys.platform != "win32":
    import resource

NICENESS = 19
"""The lowest priority, for systems without SCHED_IDLE."""

MEMORY = 1 << 30
"""The maximum size of the address space in bytes."""


def be_modest(seconds: int | None = None) -> None:
    """Use only idle processor time, at most `seconds` if given, and limit memory. Does nothing on Windows."""
    if sys.platform == "linux":
        # Unlike niceness, SCHED_IDLE never makes the bot wait for the rest of this process's time slice.
        with contextlib.suppress(OSError):  # Some containers forbid this.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if sys.platform != "win32":
        os.nice(NICENESS)
        with contextlib.suppress(ValueError):  # The system's own limit is lower.
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
