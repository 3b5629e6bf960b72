"""Compares a database's structure with the correct structure for its version.

SQLite stores the structure as text, which can be damaged like other data. For example, damage may remove the
index that prevents two games in one channel.
"""

import re
from collections.abc import Iterator

from sqlalchemy import Connection, NullPool, create_engine

from bot.store.migrate import HEAD, bring_up_to_date, version
from bot.store.schema import metadata

_COLUMNS = (
    'SELECT tables.name, tables.wr, columns.name, columns.type, columns."notnull", columns.pk,'
    " columns.dflt_value"
    " FROM pragma_table_list() AS tables, pragma_table_info(tables.name) AS columns"
    " WHERE tables.schema = 'main' AND tables.type = 'table'"
)
_REFERENCES = (
    'SELECT tables.name, keys."from", keys."table", keys."to"'
    " FROM pragma_table_list() AS tables, pragma_foreign_key_list(tables.name) AS keys"
    " WHERE tables.schema = 'main'"
)
_INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
_OTHERS = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')"

OF_ALEMBIC = "alembic_version"
"""Alembic's table, which contains the version of a database."""


def oddities(connection: Connection) -> Iterator[str]:
    """Yield a sentence for each part that does not fit the version, and for each table with stray rows."""
    found, wanted = parts(connection), _as_built(version(connection))
    yield from (f"It lacks {part}, or has it in another form." for part in sorted(wanted - found))
    # Parts that exist in another form were reported above.
    lacking = {part.partition(":")[0] for part in wanted - found}
    yield from (
        f"It has {part}, which does not belong there."
        for part in sorted(found - wanted)
        if part.partition(":")[0] not in lacking
    )
    for table, count in _strays(connection).items():
        yield f"It has {count} rows in “{table}” that belong to no game."


def parts(connection: Connection) -> set[str]:
    """Return descriptions of all columns, references, indexes and other parts of a database."""
    told = set[str]()
    for table, keyed, name, kind, *rest in connection.exec_driver_sql(_COLUMNS).all():
        if not table.startswith("sqlite_") and table != OF_ALEMBIC:
            told.add(f"the column “{name}” of “{table}”: {kind} {keyed} {rest}")
    for table, name, other, key in connection.exec_driver_sql(_REFERENCES).all():
        told.add(f"the reference of “{table}” from “{name}”: to {other} {key}")
    for name, sql in connection.exec_driver_sql(_INDEXES).all():
        told.add(f"the index “{name}”: {_plain(sql)}")
    for kind, name in connection.exec_driver_sql(_OTHERS).all():
        told.add(f"the {kind} “{name}”:")
    return told


def _as_built(wanted: str) -> set[str]:
    """Return the parts of a new database of the version `wanted`."""
    engine = create_engine("sqlite://", poolclass=NullPool)
    with engine.connect() as connection:
        if wanted == HEAD:
            metadata.create_all(connection)
        else:
            bring_up_to_date(connection, wanted)
        return parts(connection)


def _plain(sql: str) -> str:
    """Return an SQL statement without details that differ between versions of SQLite."""
    return re.sub(r'["\s]+', " ", sql).replace("( ", "(").replace(" )", ")").strip().casefold()


def _strays(connection: Connection) -> dict[str, int]:
    found = dict[str, int]()
    for table, *_ in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        found[table] = found.get(table, 0) + 1
    return found
