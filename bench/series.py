"""Measurements of several sides in alternation, so that other work on the machine slows all sides equally."""

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice, permutations
from typing import Literal

WARM = 1
"""The number of rounds at the start that do not count."""


@dataclass(frozen=True)
class Series:
    """The values of one side."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of all values."""
        return statistics.median(self.values)

    @property
    def low(self) -> float:
        """The lowest value."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The highest value."""
        return max(self.values)

    def told(self, unit: Literal["s", "ms"] = "ms", digits: int = 1) -> str:
        """Return the median and the range of values in seconds: `1.2 ms (1.0–1.5)`."""
        factor = 1e3 if unit == "ms" else 1
        median, low, high = (f"{factor * one:.{digits}f}" for one in (self.median, self.low, self.high))
        return f"{median} {unit} ({low}–{high})"

    def slowest(self) -> str:
        """Return the p99 and the median of values in seconds: `20 ms (median 3 ms)`."""
        return f"{self.share(0.99) * 1e3:.0f} ms (median {self.median * 1e3:.0f} ms)"

    def share(self, part: float) -> float:
        """Return a quantile. 99 % of all values do not exceed `share(0.99)`."""
        ordered = sorted(self.values)
        return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def cpu(work: Callable[[], object]) -> float:
    """Return the processor seconds that `work` uses in this process, in all threads."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_turns(rounds: int, *sides: Callable[[], float]) -> tuple[Series, ...]:
    """Measure every side once a round, after a round that does not count.

    The order changes from round to round, because a side is slower after a side that fills the processor's
    caches.
    """
    values: list[list[float]] = [[] for _ in sides]
    for side in sides * WARM:
        side()
    orders = cycle(permutations(range(len(sides))))
    for order in islice(orders, rounds):
        for number in order:
            values[number].append(sides[number]())
    return tuple(Series(tuple(found)) for found in values)
