"""A PostgreSQL server for the tests, on loopback: one for each test process, in a folder.

The server starts when a test first asks for it, and ends with the process.
"""

import atexit
import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from bot.store.migrate import migrate_now
from bot.store.schema import metadata

USER = "postgres"
"""The user that runs the server's programs on Debian, because the server refuses to run as root."""

READY = 120.0
"""The seconds after which a server that does not answer counts as broken."""

# The data need not survive a power cut, because the tests are short.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "max_connections": "40",
    "max_wal_size": "256MB",
}


def programs() -> Path | None:
    """Return the folder of the server's programs; `None` if there are none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def needs_server() -> None:
    """Skip a test if no server can be started."""
    import pytest  # noqa: PLC0415 - ./harbour torture does without it

    if programs() is None or shutil.which("setpriv") is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")


_LET_GO = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid != pg_backend_pid()"
)
_EMPTY = ";".join(f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables))  # noqa: S608


@dataclass
class Server:
    """A running server."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes]" = field(init=False)
    _numbers: Iterator[int] = field(default_factory=count)

    def start(self) -> None:
        """Start the server, and wait until it answers. The server ends with the calling thread."""
        where = programs()
        assert where is not None
        program = [*_AS_OURS, str(where / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(program, stdout=log, stderr=log)
        give_up = time.monotonic() + READY
        while True:
            with suppress(psycopg.OperationalError), self.connection():
                return
            if self.process.poll() is not None or time.monotonic() > give_up:
                raise AssertionError((self.folder / "log").read_text(errors="replace")[-2_000:])
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the server immediately with all its backends, like a power cut."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def url(self, database: str) -> str:
        """Return the address of a database on the server."""
        return f"postgresql://{_whose()}@127.0.0.1:{self.port}/{database}"

    def connection(self, database: str = "postgres") -> "psycopg.Connection[tuple[Any, ...]]":
        """Return another client's connection to a database."""
        return psycopg.connect(self.url(database), autocommit=True)

    def say(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute a statement in a database as another client. Returns its result."""
        with self.connection(database) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def cut(self, database: str) -> None:
        """End all connections to a database."""
        self.say(_LET_GO, database)

    def limit_files(self, backend: object, size: int | None) -> None:
        """Limit the files of a backend to `size` bytes; `None` removes the limit."""
        limit = f"--fsize={'unlimited' if size is None else size}:unlimited"
        subprocess.run([*_AS_OURS, "prlimit", "--pid", str(backend), limit], check=True)

    @contextmanager
    def fresh(self, template: str = "template0") -> Iterator[str]:
        """Give the name of a new database, empty or a copy of `template`."""
        name = f"games{next(self._numbers)}"
        self.say(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield name
        finally:
            with suppress(psycopg.OperationalError):  # A test may have ended the server.
                self.say(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def blank(self) -> Iterator[str]:
        """Give the address of a database without games. The database is emptied after each test."""
        try:
            yield self.url("blank")
        finally:
            self.cut("blank")
            self.say(_EMPTY, "blank")

    def end(self) -> None:
        """Stop the server, and delete its folder."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def server() -> Server:
    """Return the server of this process. Its database `blank` is in the state after all migrations."""
    where = programs()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="harbourmaster-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER, USER)
    subprocess.run(
        [*_AS_OURS, str(where / "initdb"), "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
         f"--username={_whose()}", "-D", str(folder / "data")],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    # The settings are in the server's file, because statements can override these settings.
    with (folder / "data" / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = Server(folder, port)
    started.start()
    atexit.register(started.end)
    started.say("CREATE DATABASE blank")
    migrate_now(started.url("blank"))
    return started


def _whose() -> str:
    return USER if os.geteuid() == 0 else getpass.getuser()


_AS_OURS = ["setpriv", "--pdeathsig", "QUIT"]
"""Stop the server even if the tests were killed."""

if os.geteuid() == 0:
    _AS_OURS += ["--reuid", USER, "--regid", USER, "--clear-groups"]
