"""The description of the machine, and the memory and processor time of processes."""

import ctypes
import os
import platform
import resource
import sqlite3
import sys
import time
from importlib.metadata import version
from pathlib import Path


def memory() -> float:
    """Return the megabytes of this process, including its share of shared memory.

    On systems without `smaps_rollup`, return the peak memory of the process.
    """
    shares = Path("/proc/self/smaps_rollup")
    if shares.exists():
        lines = shares.read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3


def processor_time_of(process: int) -> float:
    """Return the processor seconds of a running process so far, in all threads. Raises ProcessLookupError."""
    clock = ctypes.c_int()
    if ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock)):
        raise ProcessLookupError(f"process {process} does not run")
    return time.clock_gettime(clock.value)


def described() -> str:
    """Return a description of the machine."""
    return (
        f"{os.cpu_count()} cores ({_processor()}), {platform.system()}, Python {platform.python_version()},"
        f" discord.py {version('discord.py')}, pydantic {version('pydantic')}, Pillow {version('pillow')},"
        f" SQLite {sqlite3.sqlite_version}; load at the start {os.getloadavg()[0]:.1f}"
    )


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
