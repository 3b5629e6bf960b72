"""Which servers of Discord's a process plays on: a cluster of them, or all."""

from math import gcd
from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, literal, true

MADE_AT = 22
"""The bit at which the time begins in Discord's ids."""

_SHIFT = literal(MADE_AT, Integer)
"""`MADE_AT` as an SQL integer: PostgreSQL cannot shift by a bigint."""


class Cluster(NamedTuple):
    """One of several clusters, counted from 0. A server's cluster follows from its id and never changes."""

    number: int = 0
    of: int = 1

    def has(self, guild: int) -> bool:
        """Whether that server is among them."""
        return cluster_of(guild, self.of) == self.number

    def where(self, guild: ColumnElement[int]) -> ColumnElement[bool]:
        """The same as a condition for a column; `None` if there is only one cluster."""
        return true() if self.of == 1 else guild.bitwise_rshift(_SHIFT) % self.of == self.number

    def shares_with(self, other: "Cluster") -> bool:
        """Return whether some server may be in both, if the number of clusters has changed."""
        return (self.number - other.number) % gcd(self.of, other.of) == 0

    def shards(self, recommended: int) -> tuple[int, list[int]]:
        """How many shards there are, at least as many as recommended, and which of them are this cluster's.

        The number of shards is a multiple of the number of clusters, so all servers of a shard are in one
        cluster.
        """
        count = -(-recommended // self.of) * self.of
        return count, list(range(self.number, count, self.of))

    @property
    def others(self) -> list[int]:
        """The numbers of all others."""
        return [number for number in range(self.of) if number != self.number]

    @property
    def is_first(self) -> bool:
        """Return whether it does the work that is needed once per bot, and receives direct messages."""
        return self.number == 0

    @property
    def key(self) -> int:
        """Return a number of its own, unique even among other numbers of clusters."""
        return self.of * (self.of - 1) // 2 + self.number + 1


WHOLE = Cluster()
"""All servers: one process plays on all of them."""


def cluster_of(guild: int, clusters: int) -> int:
    """Return the cluster of that server. Conversations with one person (0) are in the first."""
    return (guild >> MADE_AT) % clusters
