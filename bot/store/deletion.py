"""Deletes games with all their data, and copies the data of a single server."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Select, delete, func, select

from bot.store.addresses import read_url
from bot.store.database import transactions_on
from bot.store.db_copy import Holdings, Judge, count, inside, put_in_place, refuse
from bot.store.db_errors import complaining_of
from bot.store.db_move import copy_to_file
from bot.store.errors import BadDatabase
from bot.store.migrate import ready
from bot.store.rows import FINISHED
from bot.store.schema import (
    clusters,
    errands,
    games,
    interactions,
    logins,
    metadata,
    presence,
    results,
    servers,
)
from bot.store.writing import OF_PEOPLE

OF_GAMES = [table for table in reversed(metadata.sorted_tables) if "game" in table.c]
"""All tables with data about games, except `games` itself."""

OF_BOT = (
    *(table for table in OF_PEOPLE if "game" not in table.c),
    interactions,
    logins,
    presence,
    clusters,
    errands,
)
"""The tables about people and the bot, except the outages, because clocks need these."""

GONE = (*FINISHED, "cancelled")
"""The statuses of games that cannot continue. A `moved` game may come back."""


def prune(url: str, before: int) -> int:
    """Delete closed games whose last change was before the time `before`, and return their number.

    A bot may use the database at the same time. Raises BadDatabase.
    """
    with ready(url) as connection:
        old = select(games.c.id).where(games.c.status.in_(GONE), games.c.updated < before)
        return _delete(connection, old)


def delete_server(url: str, guild: int) -> int:
    """Delete a server's games, records and settings, and return the number of deleted games.

    No bot may use the database during the deletion. Raises BadDatabase.
    """
    with ready(url) as connection:
        count = _delete(connection, select(games.c.id).where(games.c.guild == guild))
        connection.execute(delete(results).where(results.c.guild == guild))
        connection.execute(delete(servers).where(servers.c.guild == guild))
        return count


def take_out_server(url: str, guild: int, to: Path, judge: Judge = refuse) -> Holdings:
    """Copy only a server's games, records and settings to the file `to`, and return the copy's `Holdings`.

    An existing file is replaced. A bot may use the database during the copy. `judge` may refuse damaged
    games. Raises BadDatabase.
    """
    copy, _ = copy_to_file(read_url(url), to, judge)
    try:
        with complaining_of(copy), inside(copy) as connection:
            _delete(connection, select(games.c.id).where(games.c.guild != guild))
            connection.execute(delete(results).where(results.c.guild != guild))
            connection.execute(delete(servers).where(servers.c.guild != guild))
            for table in OF_BOT:
                connection.execute(delete(table))
            holdings = count(connection)
            connection.commit()
        with complaining_of(copy), closing(sqlite3.connect(copy)) as file:
            file.execute("VACUUM")  # Otherwise the file would still contain the deleted data.
    except BadDatabase:
        copy.unlink(missing_ok=True)
        raise
    put_in_place(copy, to)
    return holdings


async def wipe(url: str) -> None:
    """Overwrite deleted data in the database if possible."""
    transactions = transactions_on(read_url(url))
    try:
        await transactions.wipe()
    finally:
        await transactions.close()


def _delete(connection: Connection, which: Select[tuple[str]]) -> int:
    count = connection.scalar(select(func.count()).select_from(which.subquery())) or 0
    for table in OF_GAMES:
        connection.execute(delete(table).where(table.c.game.in_(which)))
    connection.execute(delete(games).where(games.c.id.in_(which)))
    return count
