"""A copy of all games, made while they are played."""

from pathlib import Path

from bot.store.addresses import is_server, read_url
from bot.store.db_copy import Holdings, Judge, copy_beside, put_in_place, refuse
from bot.store.errors import BadDatabase
from bot.store.sqlite import file_of


def back_up(url: str, to: Path, judge: Judge = refuse) -> Holdings:
    """Copy the database to that file, whole or not at all; what the copy holds.

    A file that is there is replaced. `judge` hears of games that are not what was written. Raises
    BadDatabase.
    """
    address = read_url(url)
    if is_server(address):
        raise BadDatabase("Only a database file can be copied like this. Use pg_dump for one on a server.")
    copy, holdings = copy_beside(file_of(address), to, judge)
    put_in_place(copy, to)
    return holdings
