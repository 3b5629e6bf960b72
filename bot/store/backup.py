"""Backups of the database, made while games are played."""

from pathlib import Path

from bot.store.addresses import read_url
from bot.store.db_copy import Holdings, Judge, put_in_place, refuse
from bot.store.db_move import copy_to_file


def back_up(url: str, to: Path, judge: Judge = refuse) -> Holdings:
    """Copy the database to the file `to`, completely or not at all, and return what it holds.

    An existing file is replaced. `judge` decides about damaged games. Raises BadDatabase.
    """
    copy, holdings = copy_to_file(read_url(url), to, judge)
    put_in_place(copy, to)
    return holdings
