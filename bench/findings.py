"""The findings of a benchmark: numbers for the table, and curves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bench.series import Series


class NoPeer(Exception):
    """The peer of a measurement cannot run on this machine. The message gives the reason."""


@dataclass(frozen=True)
class Finding:
    """One line of the table.

    `budget` is a key in `budgets.toml`. `value` is in the budget's unit, or `None` if it was not measured.
    `ours` and `peers` describe our side and the peer in words.
    """

    budget: str
    value: float | None
    ours: str
    peers: str = ""
    game: str = ""


def compared(
    budget: str, ours: Series, peers: Series, told: Callable[[Series], str], game: str = ""
) -> Finding:
    """Return the ratio of two medians. `told` describes each side."""
    return Finding(budget, ours.median / peers.median, told(ours), told(peers), game)


@dataclass(frozen=True)
class Curve:
    """A diagram of costs. `lines` maps the name of each line to its points (x, y).

    `across` and `up` describe the two axes. `slug` is a part of the file's name.
    """

    slug: str
    title: str
    across: str
    up: str
    lines: Mapping[str, Sequence[tuple[float, float]]]


@dataclass
class Findings:
    """All findings of one benchmark."""

    rows: list[Finding] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
