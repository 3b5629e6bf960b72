"""Deleting whole games, with everything that is kept of them; or all but those of one server, in a copy."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Select, delete, func, select

from bot.store.addresses import read_url
from bot.store.database import transaction, transactions_on
from bot.store.db_copy import Holdings, Judge, count, inside, put_in_place, refuse
from bot.store.db_errors import complaining_of, opening
from bot.store.db_move import copy_to_file
from bot.store.errors import BadDatabase
from bot.store.migrate import must_be_ready
from bot.store.rows import FINISHED
from bot.store.schema import (
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
"""What is kept of games beside their rows."""

OF_BOT = (*(table for table in OF_PEOPLE if "game" not in table.c), interactions, logins, presence)
"""What is kept of people and of the bot, whatever the server. Clocks of games reckon with outages."""

GONE = (*FINISHED, "cancelled")
"""How games stand that nobody plays any more; those that moved away may come back."""


def prune(url: str, before: int) -> int:
    """Delete the games that were over and last changed before that time; how many there were.

    A bot may play on the database meanwhile. Raises BadDatabase.
    """
    address = read_url(url)
    with opening(address), transaction(address) as connection:
        must_be_ready(connection)
        old = select(games.c.id).where(games.c.status.in_(GONE), games.c.updated < before)
        return _delete(connection, old)


def delete_server(url: str, guild: int) -> int:
    """Delete all games of a server, its records and what is chosen for it; how many games there were.

    No bot may play on the database meanwhile. Raises BadDatabase.
    """
    address = read_url(url)
    with opening(address), transaction(address) as connection:
        must_be_ready(connection)
        count = _delete(connection, select(games.c.id).where(games.c.guild == guild))
        connection.execute(delete(results).where(results.c.guild == guild))
        connection.execute(delete(servers).where(servers.c.guild == guild))
        return count


def take_out_server(url: str, guild: int, to: Path, judge: Judge = refuse) -> Holdings:
    """Write a copy that holds nothing but a server's games, records and settings; what it holds.

    A file that is there is replaced, and a bot may play on the database meanwhile. `judge` hears of games
    that are not what was written. Raises BadDatabase.
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
            file.execute("VACUUM")  # What was deleted would still be read in it.
    except BadDatabase:
        copy.unlink(missing_ok=True)
        raise
    put_in_place(copy, to)
    return holdings


async def wipe(url: str) -> None:
    """See to it that what was deleted is nowhere in the database any more, as far as that can be done."""
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
