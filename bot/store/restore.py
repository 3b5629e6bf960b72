"""Bringing a copy of all games back. What it replaces is kept: nothing is ever thrown away here."""

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import BigInteger, Connection, func, insert, literal, select

from bot.store.copying import Holdings, copy_beside, inside, put_in_place
from bot.store.database import file_of, log_of, read_url
from bot.store.errors import BadDatabase
from bot.store.lock import alone_on
from bot.store.migrate import bring_up_to_date
from bot.store.schema import games, is_open, restored


@dataclass(frozen=True)
class Restored:
    """What was done: what the database holds now, and where the one before it is kept, if there was one."""

    holdings: Holdings
    kept: Path | None


def restore(url: str, source: Path, now: datetime) -> Restored:
    """Put a copy in the place of the database. Raises BadDatabase, above all while a bot plays on it."""
    database = file_of(read_url(url))
    aside = database.with_stem(f"{database.stem}.replaced-{now:%Y%m%d-%H%M%S}")
    if aside.exists():
        raise BadDatabase(f"{aside} is there already. Try again in a second.")
    with alone_on(url):
        copy, holdings = copy_beside(source, database)
        with inside(copy) as connection:
            bring_up_to_date(connection)
            _note(connection, int(now.timestamp()))
            connection.commit()
        kept = aside if database.exists() else None
        if kept:
            _hand_over(copy, database)
        # The database before its log: interrupted here, the log that is left alone keeps a bot from starting.
        for old, new in ((database, aside), (log_of(database), log_of(aside))):
            if old.exists():
                old.rename(new)
        put_in_place(copy, database)
    return Restored(holdings, kept)


def _note(connection: Connection, now: int) -> None:
    """Owe the channel of every open game the news that it went back to an earlier time."""
    taken = select(func.max(games.c.updated)).scalar_subquery()
    owed = select(games.c.id, literal(now, BigInteger), taken).where(is_open)
    # A copy of a copy that was restored may still owe older news.
    connection.execute(restored.delete())
    connection.execute(insert(restored).from_select(["game", "at", "taken"], owed))


def _hand_over(copy: Path, database: Path) -> None:
    """Give the copy to the database's owner: an administrator may be the one who restores."""
    shutil.copymode(database, copy)
    with suppress(PermissionError, AttributeError):
        owner = database.stat()
        os.chown(copy, owner.st_uid, owner.st_gid)
