"""A PostgreSQL server that waits until data are on the disk, for measurements."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.postgresql import programs, server


def is_there() -> bool:
    """Return whether a server can be started on this machine."""
    return programs() is not None and shutil.which("setpriv") is not None


@contextmanager
def new_database() -> Iterator[str]:
    """Yield the address of a new database."""
    there = server()
    for setting in ("fsync", "full_page_writes", "autovacuum"):
        there.say(f"ALTER SYSTEM SET {setting} = on")
    there.say("SELECT pg_reload_conf()")
    while there.say("SHOW fsync") != [("on",)]:
        time.sleep(0.01)
    with there.fresh() as name:
        yield there.url(name)
