"""Spare processes, which wait until a cluster is free."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Final

import psycopg
from psycopg import errors
from sqlalchemy import URL

from bot.store import migrate, postgresql
from bot.store.clusters import Cluster
from bot.store.db_errors import complaining_of
from bot.store.errors import BadDatabase
from bot.store.postgresql import Connection, PostgresTransactions

log = logging.getLogger(__name__)

PERIOD: Final = 1.0
"""The seconds between two checks. A process that only lost its connection takes its cluster again sooner."""

NONE_FREE = "This process waits as a spare, because other processes play on all clusters."
JUST_LEFT = "This process waits, because another one has just lost its cluster and may come back."
OTHER_CLUSTERS = (
    "This process waits, because another one plays with CLUSTERS={}. Give all processes the same number."
)
TOO_NEW = (
    "This process waits, because the tables of the database are in version {}, which this program does not"
    " know. Update the program, or keep it as a spare while a newer one plays."
)
TOO_OLD = (
    "This process waits, because the tables of the database are in version {} and this program needs {}. It"
    " brings them up to date when no other process plays; ./harbour migrate does so at once."
)
NOT_NOW = (
    "This process waits, because a command has locked the database, or because another process has just come"
    " back."
)


class Spare:
    """Takes one of `clusters` clusters as soon as any is free. A waiting spare process holds no lock."""

    def __init__(self, url: URL, clusters: int) -> None:
        self._url = url
        self._clusters = clusters
        self._connection: Connection | None = None
        self._seen = False
        self._left: set[int] = set()
        """The clusters that were free at the last check, although their processes had not released them."""

    async def wait(self, stopped: asyncio.Event, tell: Callable[[str], None]) -> PostgresTransactions | None:
        """Take a cluster as soon as one is free and return its transactions, or `None` if `stopped` is set.

        `tell` gets the reason after each check that finds no free cluster. Raises BadDatabase like `look`.
        """
        told = ""
        try:
            while not stopped.is_set():
                found = await asyncio.to_thread(self.look)
                if isinstance(found, PostgresTransactions):
                    return found
                if found not in {told, JUST_LEFT}:
                    log.info("%s", found)
                told = found
                tell(found)
                with suppress(TimeoutError):
                    async with asyncio.timeout(PERIOD):
                        await stopped.wait()
        finally:
            self.let_go()
        return None

    def look(self) -> PostgresTransactions | str:
        """Take a cluster and return its transactions, or return the reason why none can be taken.

        Raises BadDatabase if the check fails, unless an earlier check succeeded and now the server fails.
        """
        try:
            with complaining_of(self._url):
                found = self._try()
        except BadDatabase as error:
            self.let_go()
            if not (self._seen and isinstance(error.__cause__, psycopg.Error)):
                raise
            return error.message
        self._seen = True
        return found

    def _try(self) -> PostgresTransactions | str:
        if self._connection is None or self._connection.closed:
            self._connection = postgresql.connect(self._url)
        why = self._about_tables(self._connection)
        if why:
            return why
        taken = self._take(self._connection)
        if isinstance(taken, str):
            return taken
        cluster, holding = taken
        log.info("plays on cluster %s of %s", cluster.number, cluster.of)
        connection, self._connection = self._connection, None
        return PostgresTransactions(self._url, cluster, holding, connection)

    def _about_tables(self, connection: Connection) -> str:
        """Return the reason why the tables cannot be used; empty if they are usable. Raises BadDatabase.

        If no other process uses the database, missing or old tables are created or upgraded.
        """
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except errors.UndefinedTable:
            row = None
        found = str(row[0]) if row else ""
        if found == migrate.HEAD:
            return ""
        if found and not migrate.is_older(found):
            return TOO_NEW.format(found)
        with ExitStack() as held:
            other = held.enter_context(postgresql.alone(self._url, patience=0))
            if other is None:
                migrate.migrate_now(self._url)
                return ""
        return TOO_OLD.format(found or "none", migrate.HEAD)

    def _take(self, connection: Connection) -> tuple[Cluster, int] | str:
        """Take a free cluster and return it and its `holding`, or return the reason why none can be taken."""
        with connection.transaction():
            connection.execute(postgresql.TURN)
            held = {postgresql.cluster_of(key) for (key,) in connection.execute(postgresql.HELD).fetchall()}
            if strange := {one.of for one in held} - {self._clusters}:
                return OTHER_CLUSTERS.format(min(strange))
            taken = {one.number for one in held}
            free = [number for number in range(self._clusters) if number not in taken]
            if not free:
                return NONE_FREE
            left = {number for (number,) in connection.execute(postgresql.LEFT).fetchall()} & {*free}
            now = [number for number in free if number not in left - self._left]
            self._left = left
            if not now:
                return JUST_LEFT
            cluster, holding = Cluster(now[0], self._clusters), postgresql.drawn()
            if not postgresql.take(connection, cluster, holding):
                return NOT_NOW
        self._left = set()
        return cluster, holding

    def let_go(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
