"""A copy of all games, made while they are played."""

from pathlib import Path

from bot.store.copying import Holdings, copy_beside, put_in_place
from bot.store.database import file_of, read_url


def back_up(url: str, to: Path) -> Holdings:
    """Copy the database to that file, whole or not at all; what the copy holds.

    A file that is there is replaced. Raises BadDatabase.
    """
    copy, holdings = copy_beside(file_of(read_url(url)), to)
    put_in_place(copy, to)
    return holdings
