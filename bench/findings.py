"""What a benchmark found: numbers for the table, and curves."""

from dataclasses import dataclass, field


class NoPeer(Exception):
    """What a measurement is compared with cannot run on this machine; the message says why."""


@dataclass(frozen=True)
class Finding:
    """One line of the table.

    `budget` is the key in `budgets.toml`; `value` is what is held against it, in its unit, or `None` when it
    could not be measured. `ours` and `peers` tell both sides in words.
    """

    budget: str
    value: float | None
    ours: str
    peers: str = ""
    game: str = ""


@dataclass(frozen=True)
class Line:
    """One line of a curve: its name and its points (x, y)."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Curve:
    """A picture of curves: cost against something that grows. `slug` is the last part of its file's name."""

    slug: str
    title: str
    across: str
    up: str
    lines: tuple[Line, ...]


@dataclass
class Findings:
    """Everything one benchmark found. `notes` are sentences that stand below the table."""

    rows: list[Finding] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
