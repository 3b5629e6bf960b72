"""Replaces the database with a copy, and keeps the replaced database."""

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, BigInteger, func, insert, literal, select

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
    """The contents of a restored database, and the place of the replaced database.

    `kept` is a path, or a text that names a schema; it is `None` if the replaced database was empty.
    """

    holdings: Holdings
    kept: Path | str | None


def restore(url: str, source: Path, now: datetime, judge: Judge = refuse) -> Restored:
    """Replace the database with the copy `source`, completely or not at all.

    `judge` may refuse damaged games in the copy. Raises BadDatabase, for example if a bot is running.
    """
    address = read_url(url)
    if is_server(address):
        with alone_on(url):
            return _restore_on_server(address, source, now, judge)
    # If the address names a link, the link stays and its target is replaced.
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
    """Bring a copy up to date, and record that the channels of its open games must be notified."""
    with inside(copy) as connection:
        bring_up_to_date(connection)
        # The copy may contain rows of an earlier restore.
        connection.execute(restored.delete())
        taken = select(func.max(games.c.updated)).scalar_subquery()
        owed = select(games.c.id, literal(now, BigInteger), taken).where(is_open)
        connection.execute(insert(restored).from_select(["game", "at", "taken"], owed))
        connection.commit()


def _keep(database: Path, aside: Path) -> Path | None:
    """Copy the database and its log to `aside`, then remove the log that SQLite would otherwise apply."""
    log = log_of(database)
    if not database.stat().st_size and not log.exists():
        return None
    # The copy has another name until it is complete.
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
    """Write the log into its database, unless the database is damaged. Then remove the log."""
    try:
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
    log_of(database).unlink(missing_ok=True)
