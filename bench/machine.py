"""The machine that is measured on: what it is, how busy it is, what it can write durably."""

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
    """Megabytes of memory this process has in use, of what it shares with others its part.

    Where the system does not tell, the most it ever had.
    """
    shares = Path("/proc/self/smaps_rollup")
    if shares.exists():
        lines = shares.read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3


def processor_time_of(process: int) -> float:
    """Seconds of processor time that a running process has taken so far, its threads together."""
    clock = ctypes.c_int()
    if ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock)):
        raise ProcessLookupError(f"process {process} does not run")
    return time.clock_gettime(clock.value)


def described() -> str:
    """The machine in a sentence."""
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
