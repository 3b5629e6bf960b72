"""Copies of complete databases between files and servers, always through an SQLite file that is checked."""

import tempfile
from pathlib import Path

from sqlalchemy import URL, Connection, inspect
from sqlalchemy.schema import CreateSchema

from bot.store.addresses import is_server, read_url
from bot.store.database import snapshot, transaction
from bot.store.db_copy import Holdings, Judge, copy_beside, examine, inside, put_in_place, refuse
from bot.store.db_errors import complaining_of, named, opening
from bot.store.errors import BadDatabase
from bot.store.file_modes import create_private
from bot.store.lock import alone_on
from bot.store.migrate import bring_up_to_date, must_be_newest, version
from bot.store.row_copy import copy_rows, holds_rows
from bot.store.sqlite import file_of


def copy_to_file(url: URL, target: Path, judge: Judge) -> tuple[Path, Holdings]:
    """Copy a snapshot of a database to a new file next to `target`; return its path and what it holds.

    A bot may write meanwhile. `judge` decides about damaged games. Raises BadDatabase and leaves no new file.
    """
    if not is_server(url):
        return copy_beside(file_of(url), target, judge)
    copy = target.with_name(f"{target.name}.part")
    try:
        with complaining_of(copy):
            copy.unlink(missing_ok=True)
            create_private(copy)
        with opening(url), snapshot(url) as source, inside(copy) as there:
            must_be_newest(source)
            bring_up_to_date(there)
            copy_rows(source, there)
            there.commit()
        return copy, examine(copy, named(url), judge)
    except BadDatabase:
        copy.unlink(missing_ok=True)
        raise


def put_on_server(copy: Path, url: URL, aside: str) -> bool:
    """Replace a PostgreSQL database with the contents of an up-to-date file, completely or not at all.

    If any old table has rows, the new schema `aside` keeps the old tables. Returns whether it does.
    Raises BadDatabase.
    """
    with opening(url), transaction(url) as connection, inside(copy) as source:
        is_kept = bool(version(connection)) and holds_rows(connection)
        if is_kept:
            _set_aside(connection, aside)
        bring_up_to_date(connection)
        copy_rows(source, connection)
        return is_kept


def move(from_url: str, to_url: str, judge: Judge = refuse) -> Holdings:
    """Copy a database into an empty database, and return what it holds.

    Raises BadDatabase, for example if a bot uses either database; then nothing has changed.
    """
    source, target = read_url(from_url), read_url(to_url)
    if source == target:
        raise BadDatabase("FROM and TO are the same database. Name another one.")
    with alone_on(from_url), alone_on(to_url), tempfile.TemporaryDirectory() as folder:
        _must_be_empty(target)
        beside = Path(folder) / "copy.db" if is_server(target) else file_of(target)
        copy, holdings = copy_to_file(source, beside, judge)
        with complaining_of(copy), inside(copy) as connection:
            bring_up_to_date(connection)
            connection.commit()
        if is_server(target):
            put_on_server(copy, target, "")
        else:
            put_in_place(copy, file_of(target))
        return holdings


def _must_be_empty(url: URL) -> None:
    if is_server(url):
        with opening(url), transaction(url) as connection:
            is_empty = not version(connection) or not holds_rows(connection)
    else:
        is_empty = not file_of(url).stat().st_size
    if not is_empty:
        raise BadDatabase(f"The database {named(url if is_server(url) else file_of(url))} is not empty.")


def _set_aside(connection: Connection, schema: str) -> None:
    """Move all tables and their indexes to a new schema."""
    connection.execute(CreateSchema(schema))
    quoted = connection.dialect.identifier_preparer.quote
    for table in inspect(connection).get_table_names():
        connection.exec_driver_sql(f"ALTER TABLE {quoted(table)} SET SCHEMA {quoted(schema)}")
