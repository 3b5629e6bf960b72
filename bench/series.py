"""Measuring two sides in turns, so that whatever else the machine does slows both alike."""

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice, permutations

WARM = 1
"""Rounds that do not count, before those that do."""


@dataclass(frozen=True)
class Series:
    """What one side took each time, in seconds or whatever the caller counts in."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one of all values."""
        return statistics.median(self.values)

    @property
    def low(self) -> float:
        """The least value."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The greatest value."""
        return max(self.values)

    def share(self, part: float) -> float:
        """The value that this part of all values does not exceed: `share(0.99)` is the p99."""
        ordered = sorted(self.values)
        return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def cpu(work: Callable[[], object]) -> float:
    """Seconds of processor time that work takes in this process, all its threads together."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_turns(rounds: int, *sides: Callable[[], float]) -> tuple[Series, ...]:
    """Measure every side once a round, in each order in turn, after a round that does not count.

    Whatever is measured right after something large finds the processor's memory full of that. In the orders
    together each side comes after every other one as often.
    """
    values: list[list[float]] = [[] for _ in sides]
    for side in sides * WARM:
        side()
    orders = cycle(permutations(range(len(sides))))
    for order in islice(orders, rounds):
        for number in order:
            values[number].append(sides[number]())
    return tuple(Series(tuple(found)) for found in values)
