"""Copies of all rows between databases, in SQLite or PostgreSQL."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Table, exists, insert, inspect, select, table, text

from bot.store.errors import BadDatabase
from bot.store.schema import metadata
from bot.store.schema_check import OF_ALEMBIC

BATCH = 500
"""The number of rows per step of a copy."""


def copy_rows(source: Connection, target: Connection) -> None:
    """Copy all rows into the empty tables of another database. Raises BadDatabase if the copies differ."""
    for one in metadata.sorted_tables:
        for rows in _parts(source, one):
            target.execute(insert(one), [row._asdict() for row in rows])
        if _sum(source, one) != _sum(target, one):
            raise BadDatabase(f"The rows of “{one.name}” were not copied correctly. Nothing was changed.")
    if target.dialect.name == "postgresql":
        _number_on(target)


def holds_rows(connection: Connection) -> bool:
    """Return whether any table except Alembic's holds rows. The tables may be of any version."""
    names = {*inspect(connection).get_table_names()} - {OF_ALEMBIC}
    return any(connection.scalar(select(exists().select_from(table(name)))) for name in names)


def _parts(connection: Connection, of: Table) -> Iterator[Sequence[Any]]:
    found = connection.execute(select(of), execution_options={"yield_per": BATCH})
    return iter(found.partitions())


def _sum(connection: Connection, of: Table) -> tuple[int, int]:
    """Return the number of rows and the sum of their hashes; the order of the rows does not matter."""
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
