"""Databases of a running bot, by their addresses or the paths of their files."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

Where = Path | str


def address(database: Where) -> str:
    """Return the setting that names a database."""
    return f"sqlite:///{database}" if isinstance(database, Path) else database


def look(database: Where, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Return the rows of a statement with `?` for its values; none if the tables do not exist yet."""
    if isinstance(database, Path):
        if not database.exists():
            return []
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
            try:
                return file.execute(statement, values).fetchall()
            except sqlite3.OperationalError:
                return []
    with psycopg.connect(database) as connection:
        return connection.execute(statement.replace("?", "%s").encode(), values).fetchall()
