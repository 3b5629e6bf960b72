"""Which servers of Discord's a process plays on: a cluster of them, or all."""

from typing import NamedTuple


class Cluster(NamedTuple):
    """One of so many clusters, counted from 0."""

    number: int = 0
    of: int = 1


WHOLE = Cluster()
"""All servers: one process plays on all of them."""
