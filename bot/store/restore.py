"""Restores: they replace the database with a copy of it. The replaced database is kept.

After an interruption, the database is either the old or the new one.
"""

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, BigInteger, Connection, func, insert, literal, select

from bot.store.addresses import PATIENCE, is_server, read_url
from bot.store.db_copy import Holdings, Judge, copy_beside, inside, put_in_place, refuse
from bot.store.db_errors import complaining_of, is_damage, named
from bot.store.db_move import put_on_server
from bot.store.errors import BadDatabase
from bot.store.file_modes import copy_privately, hand_over
from bot.store.lock import alone_on
from bot.store.migrate import bring_up_to_date
from bot.store.schema import games, is_open, restored
from bot.store.sqlite import file_of, log_of, set_aside


@dataclass(frozen=True)
class Restored:
    """The outcome of a restore: what the database holds, and where the old one is kept, if there was one."""

    holdings: Holdings
    kept: Path | str | None


def restore(url: str, source: Path, now: datetime, judge: Judge = refuse) -> Restored:
    """Replace the database with a copy. Raises BadDatabase, for example while a bot uses it.

    `judge` hears of games in the copy that differ from what was written.
    """
    address = read_url(url)
    if is_server(address):
        with alone_on(url):
            return _restore_on_server(address, source, now, judge)
    # A link keeps pointing to the database.
    database = file_of(address).resolve()
    aside = set_aside(database, f"{now:%Y%m%d-%H%M%S}")
    if aside.exists():
        raise BadDatabase(f"{aside} is there already. Try again in a second.")
    with alone_on(url):
        copy, holdings = copy_beside(source, database, judge)
        try:
            with complaining_of(database):
                _prepare(copy, int(now.timestamp()))
                hand_over(copy, database)
                kept = _keep(database, aside)
        except BaseException:
            copy.unlink()
            raise
        put_in_place(copy, database)
    return Restored(holdings, kept)


def _restore_on_server(address: URL, source: Path, now: datetime, judge: Judge) -> Restored:
    aside = f"replaced_{now:%Y%m%d_%H%M%S}"
    with tempfile.TemporaryDirectory() as folder:
        copy, holdings = copy_beside(source, Path(folder) / "copy.db", judge)
        with complaining_of(copy):
            _prepare(copy, int(now.timestamp()))
        is_kept = put_on_server(copy, address, aside)
    return Restored(holdings, f"the schema {aside} of {named(address)}" if is_kept else None)


def _prepare(copy: Path, now: int) -> None:
    """Bring a copy to this program's version."""
    with inside(copy) as connection:
        bring_up_to_date(connection)
        _note(connection, now)
        connection.commit()


def _note(connection: Connection, now: int) -> None:
    """Note for each open game that its channel must be told of the restore."""
    taken = select(func.max(games.c.updated)).scalar_subquery()
    owed = select(games.c.id, literal(now, BigInteger), taken).where(is_open)
    # A copy of a restored copy may still have older notes.
    connection.execute(restored.delete())
    connection.execute(insert(restored).from_select(["game", "at", "taken"], owed))


def _keep(database: Path, aside: Path) -> Path | None:
    """Copy the current database with its log, then end its log, which must not meet the new database.

    The database does not change until it is replaced.
    """
    log = log_of(database)
    if not database.stat().st_size and not log.exists():
        return None
    # The copy is complete before it gets its name.
    part = aside.with_name(f"{database.name}.aside")
    part.unlink(missing_ok=True)
    copy_privately(database, part)
    if log.exists():
        copy_privately(log, log_of(aside))
    part.replace(aside)
    if log.exists():
        _end_log(database)
    return aside


def _end_log(database: Path) -> None:
    """Write the log into its database. The log of a damaged database is removed."""
    try:
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
    log_of(database).unlink(missing_ok=True)
