"""Copies a database file, which a bot may change during the copy. Each copy is checked before it is used."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import URL, Connection, NullPool, create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store.addresses import PATIENCE
from bot.store.db_errors import complaining_of
from bot.store.errors import BadDatabase
from bot.store.file_modes import create_private
from bot.store.migrate import version
from bot.store.offline_check import flaws
from bot.store.schema import entries, games, is_open
from bot.store.schema_check import oddities
from bot.store.sqlite import log_of


@dataclass(frozen=True)
class Holdings:
    """The numbers of games, open games and journal entries in a database."""

    games: int
    open: int
    entries: int

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        entries = "1 entry" if self.entries == 1 else f"{self.entries} entries"
        return f"{games} ({self.open} open) with {entries}"


Judge: TypeAlias = Callable[[Sequence[str]], None]
"""A function that gets a sentence for each damaged game, and may refuse the copy by raising BadDatabase."""

TOLD = 20
"""The maximum number of damaged games that a refusal names."""


def refuse(flaws: Sequence[str]) -> None:
    """Raise BadDatabase if a copy has flaws."""
    if flaws:
        more = [f"There are {len(flaws) - TOLD} more."] if flaws[TOLD:] else []
        told = "\n".join([*flaws[:TOLD], *more])
        raise BadDatabase(f"{told} Nothing was changed. Add --anyway to copy it as it is.")


def copy_beside(source: Path, target: Path, judge: Judge) -> tuple[Path, Holdings]:
    """Copy a snapshot of `source` to a new file next to `target`, and return the file and its holdings.

    If BadDatabase is raised, no new file is left.
    """
    if not source.is_file():
        raise BadDatabase(f"There is no file {source}.")
    if target.exists() and source.samefile(target):
        raise BadDatabase(f"{source} and {target} are the same file. Name another one.")
    copy = target.with_name(f"{target.name}.part")
    try:
        with complaining_of(copy):
            copy.unlink(missing_ok=True)
        with complaining_of(source):
            _copy(source, copy)
            return copy, examine(copy, str(source), judge)
    except BadDatabase:
        copy.unlink(missing_ok=True)
        raise


def put_in_place(copy: Path, target: Path) -> None:
    """Rename the copy durably to `target`. Raises BadDatabase."""
    if log_of(target).exists():
        copy.unlink()
        raise BadDatabase(f"{target} is in use: {log_of(target).name} is next to it. Name another file.")
    with complaining_of(target):
        copy.replace(target)
    if os.name != "nt":  # Windows cannot open a folder.
        folder = os.open(target.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


@contextmanager
def inside(copy: Path) -> Iterator[Connection]:
    """Open a connection to a copy, which no other process uses yet."""
    engine = create_engine(URL.create("sqlite", database=str(copy)), poolclass=NullPool)
    with engine.connect() as connection:
        yield connection


def _copy(source: Path, copy: Path) -> None:
    with closing(sqlite3.connect(source, timeout=PATIENCE)) as there:
        there.execute("SELECT count(*) FROM sqlite_master")
        create_private(copy)
        with complaining_of(copy), closing(sqlite3.connect(copy)) as here:
            there.backup(here, progress=_patience(source))
            # The copy must be one file without a log, because only that file is renamed later.
            here.execute("PRAGMA journal_mode = DELETE")


def _patience(source: Path) -> Callable[[int, int, int], None]:
    """Return a callback that raises BadDatabase if a copy waits too long for another program."""
    give_up = time.monotonic() + PATIENCE

    def check(status: int, _left: int, _all: int) -> None:
        if status != sqlite3.SQLITE_DONE and time.monotonic() > give_up:
            raise BadDatabase(f"The database {source} is in use by another program. Try again later.")

    return check


def examine(copy: Path, source: str, judge: Judge) -> Holdings:
    """Check all pages and games of a copy, and return its `Holdings`. Raises BadDatabase about `source`."""
    with inside(copy) as connection:
        problem = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
        if problem != "ok":
            raise BadDatabase(
                f"The database {source} is damaged ({problem.splitlines()[-1]}). Nothing was changed."
            )
        if not version(connection):
            raise BadDatabase(f"The file {source} holds no games of Harbourmaster.")
        built_otherwise = [f"The database {source} is damaged. {what}" for what in oddities(connection)]
        try:
            judge([*built_otherwise, *flaws(connection)])
            return count(connection)
        except SQLAlchemyError:
            # Damaged tables may make games unreadable, so only the tables are reported.
            if built_otherwise:
                judge(built_otherwise)
            raise


def count(connection: Connection) -> Holdings:
    """Return the `Holdings` of a database."""
    number = func.count()
    return Holdings(
        connection.scalar(select(number).select_from(games)) or 0,
        connection.scalar(select(number).select_from(games).where(is_open)) or 0,
        connection.scalar(select(number).select_from(entries)) or 0,
    )
