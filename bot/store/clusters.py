"""A cluster is a group of Discord servers. Each process of a bot serves one cluster."""

from math import gcd
from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, literal, true

MADE_AT = 22
"""The number of bits below the time in an id of Discord."""

_SHIFT = literal(MADE_AT, Integer)
"""`MADE_AT` as an SQL integer, because PostgreSQL cannot shift by a bigint."""


class Cluster(NamedTuple):
    """A cluster's `number` (0 to `of` - 1), and the total `of`.

    A server's cluster follows from the server's id and `of`.
    """

    number: int = 0
    of: int = 1

    def has(self, guild: int) -> bool:
        """Return whether the cluster contains the server with the id `guild`."""
        return cluster_of(guild, self.of) == self.number

    def where(self, guild: ColumnElement[int]) -> ColumnElement[bool]:
        """Return the SQL condition that the cluster contains the server whose id is in the column `guild`."""
        return true() if self.of == 1 else guild.bitwise_rshift(_SHIFT) % self.of == self.number

    def shares_with(self, other: "Cluster") -> bool:
        """Return whether a server can be in both clusters, whose totals `of` may differ."""
        return (self.number - other.number) % gcd(self.of, other.of) == 0

    def shards(self, recommended: int) -> tuple[int, list[int]]:
        """Return the shard count, at least `recommended`, and the numbers of this cluster's shards."""
        # All servers of a shard are in one cluster, because the shard count is a multiple of `of`.
        count = -(-recommended // self.of) * self.of
        return count, list(range(self.number, count, self.of))

    @property
    def others(self) -> list[int]:
        """The numbers of all other clusters."""
        return [number for number in range(self.of) if number != self.number]

    @property
    def is_first(self) -> bool:
        """Whether this cluster receives direct messages and does work that needs only one process."""
        return self.number == 0

    @property
    def key(self) -> int:
        """A number that is unique even among clusters with different totals."""
        return self.of * (self.of - 1) // 2 + self.number + 1


WHOLE = Cluster()
"""The cluster of all servers, for a bot with a single process."""


def cluster_of(guild: int, clusters: int) -> int:
    """Return the number of a server's cluster; 0 for direct messages, whose `guild` is 0."""
    return (guild >> MADE_AT) % clusters
