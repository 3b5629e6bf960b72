"""Copies complete databases between files and servers. Each copy passes through a checked SQLite file."""

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Table, exists, insert, inspect, select, table, text
from sqlalchemy.schema import CreateSchema

from bot.store.addresses import is_server, read_url
from bot.store.database import snapshot, transaction
from bot.store.db_copy import Holdings, Judge, copy_beside, examine, inside, put_in_place, refuse
from bot.store.db_errors import complaining_of, named, opening
from bot.store.errors import BadDatabase
from bot.store.file_modes import create_private
from bot.store.lock import alone_on
from bot.store.migrate import bring_up_to_date, must_be_newest, version
from bot.store.schema import metadata
from bot.store.schema_check import OF_ALEMBIC
from bot.store.sqlite import file_of

BATCH = 500
"""The number of rows that are copied together."""


def copy_to_file(url: URL, target: Path, judge: Judge) -> tuple[Path, Holdings]:
    """Copy a snapshot of a database to a new file next to `target`, and return the file and its holdings.

    A bot may write to the database during the copy. `judge` may refuse damaged games. If BadDatabase is
    raised, no new file is left.
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


def back_up(url: str, to: Path, judge: Judge = refuse) -> Holdings:
    """Copy a database to the file `to` completely or not at all, and return the copy's `Holdings`.

    An existing file is replaced. `judge` may refuse damaged games. Raises BadDatabase.
    """
    copy, holdings = copy_to_file(read_url(url), to, judge)
    put_in_place(copy, to)
    return holdings


def put_on_server(copy: Path, url: URL, aside: str) -> bool:
    """Replace a PostgreSQL database with the contents of an up-to-date file, completely or not at all.

    If any old table has rows, keep the old tables in the new schema `aside` and return true. Raises
    BadDatabase.
    """
    with opening(url), transaction(url) as connection, inside(copy) as source:
        is_kept = bool(version(connection)) and _holds_rows(connection)
        if is_kept:
            _set_aside(connection, aside)
        bring_up_to_date(connection)
        copy_rows(source, connection)
        return is_kept


def move(from_url: str, to_url: str, judge: Judge = refuse) -> Holdings:
    """Copy a database into an empty database, and return its `Holdings`.

    Raises BadDatabase, for example if a bot uses one of the databases. After an error, neither is changed.
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
            is_empty = not version(connection) or not _holds_rows(connection)
    else:
        is_empty = not file_of(url).stat().st_size
    if not is_empty:
        raise BadDatabase(f"The database {named(url if is_server(url) else file_of(url))} is not empty.")


def _set_aside(connection: Connection, schema: str) -> None:
    """Move all tables and their indexes to a new schema."""
    connection.execute(CreateSchema(schema))
    quoted = connection.dialect.identifier_preparer.quote
    for name in inspect(connection).get_table_names():
        connection.exec_driver_sql(f"ALTER TABLE {quoted(name)} SET SCHEMA {quoted(schema)}")


def copy_rows(source: Connection, target: Connection) -> None:
    """Copy all rows into the empty tables of another database. Raises BadDatabase if the copies differ."""
    for one in metadata.sorted_tables:
        for rows in _parts(source, one):
            target.execute(insert(one), [row._asdict() for row in rows])
        if _sum(source, one) != _sum(target, one):
            raise BadDatabase(f"The rows of “{one.name}” were not copied correctly. Nothing was changed.")
    if target.dialect.name == "postgresql":
        _number_on(target)


def _holds_rows(connection: Connection) -> bool:
    """Return whether any table except Alembic's holds rows. The database may have any version."""
    names = {*inspect(connection).get_table_names()} - {OF_ALEMBIC}
    return any(connection.scalar(select(exists().select_from(table(name)))) for name in names)


def _parts(connection: Connection, of: Table) -> Iterator[Sequence[Any]]:
    found = connection.execute(select(of), execution_options={"yield_per": BATCH})
    return iter(found.partitions())


def _sum(connection: Connection, of: Table) -> tuple[int, int]:
    """Return the number of rows and the sum of their hashes, which does not depend on the rows' order."""
    count = total = 0
    for rows in _parts(connection, of):
        for row in rows:
            told = hashlib.sha256(repr(tuple(row)).encode())
            count, total = count + 1, total + int.from_bytes(told.digest())
    return count, total


def _number_on(connection: Connection) -> None:
    """Let PostgreSQL's sequences continue after the copied numbers."""
    for one in metadata.sorted_tables:
        column = one.autoincrement_column
        if column is not None:
            last = f"(SELECT max({column.name}) FROM {one.name})"  # noqa: S608 - our own names
            numbers = f"pg_get_serial_sequence('{one.name}', '{column.name}')"
            connection.execute(text(f"SELECT setval({numbers}, coalesce({last}, 0) + 1, false)"))
