"""Migrations, which bring the tables of a database up to date."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, column, inspect, select, table, update

from bot.store.addresses import read_url
from bot.store.database import transaction
from bot.store.db_errors import must_be_ours, opening
from bot.store.errors import BadDatabase

VERSIONS = ("1.0", "1.1", "1.2", "1.3", "1.4")
"""The versions of all migrations, oldest first."""

BEFORE = "0033"
"""The name of version 1.0 in databases of older programs."""

HEAD = VERSIONS[-1]

_STAMP = table("alembic_version", column("version_num"))


async def migrate(url: str) -> bool:
    """Run `migrate_now` in a thread."""
    return await asyncio.to_thread(migrate_now, url)


def migrate_now(url: str | URL) -> bool:
    """Create or upgrade the tables of a database. Returns whether they changed. Raises BadDatabase."""
    address = read_url(url)
    with opening(address), transaction(address) as connection:
        return bring_up_to_date(connection, HEAD)


def is_older(found: str) -> bool:
    """Return whether the version `found` is as old as this program or older."""
    return found in VERSIONS or found <= BEFORE


def bring_up_to_date(connection: Connection, to: str = HEAD) -> bool:
    """Migrate to the version `to` within an open transaction. Returns whether the tables changed."""
    found = version(connection)
    if found:
        connection.execute(update(_STAMP).where(_STAMP.c.version_num == BEFORE).values(version_num=found))
    if found != to:
        _upgrade(connection, to)
    return found != to


@contextmanager
def ready(url: str | URL) -> Iterator[Connection]:
    """Open a write transaction. Raises BadDatabase, for example if the database is outdated or read-only."""
    address = read_url(url)
    with opening(address), transaction(address) as connection:
        must_be_newest(connection)
        # Write something, because only a write shows whether a file is read-only.
        connection.execute(update(_STAMP).values(version_num=HEAD))
        yield connection


def must_be_newest(connection: Connection) -> None:
    """Raise BadDatabase unless the database has the newest version."""
    if version(connection) != HEAD:
        raise BadDatabase("The database is not up to date. Run ./harbour migrate once, then start again.")


def version(connection: Connection) -> str:
    """Return the version of a database; empty if it has no tables.

    Raises BadDatabase for an unsupported version and for tables of another program.
    """
    present = set(inspect(connection).get_table_names())
    if not present:
        return ""
    must_be_ours(present)
    found: str = connection.scalar(select(_STAMP.c.version_num)) or ""
    if found == BEFORE:
        return VERSIONS[0]
    if found.isdecimal() and found < BEFORE:
        raise BadDatabase(
            f"The database is from a program before 1.0, in version {found}. Bring it to version {BEFORE}"
            " with the last program before 1.0 (docs/hosting.md, Upgrading). Then this program upgrades it."
        )
    if found not in VERSIONS:
        raise BadDatabase(
            "The database was made by a newer Harbourmaster."
            " Update this one, or name another database in DATABASE_URL."
        )
    return found


def _upgrade(connection: Connection, to: str) -> None:
    """Run the missing migrations up to the version `to` in the open transaction, all or none."""
    # Alembic is imported only here, because the import takes longer than the rest of the start.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
