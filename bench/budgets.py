"""The budgets from `budgets.toml`, and the largest table of each game."""

from typing import Literal

from rules.engine.data import Data, data_file
from rules.engine.options import OptionValue

Verdict = Literal["aim", "budget", "missed", "not measured"]


class Budget(Data):
    """One row of the table: what is measured, its peer (`against`), and its bounds."""

    what: str
    against: str
    unit: str
    side: Literal["most", "least"]
    budget: float
    aim: float | None = None

    def verdict(self, value: float | None) -> Verdict:
        """Return the verdict on a measured value."""
        if value is None:
            return "not measured"
        if self.aim is not None and self._keeps(value, self.aim):
            return "aim"
        return "budget" if self._keeps(value, self.budget) else "missed"

    def bound(self, number: float | None) -> str:
        """Return a budget or an aim in words: `≤ 0.15 x`, or `–` for `None`."""
        if number is None:
            return "–"
        return f"{'≤' if self.side == 'most' else '≥'} {number:g} {self.unit}"

    def _keeps(self, value: float, number: float) -> bool:
        return value <= number if self.side == "most" else value >= number


class LargestTable(Data):
    """The number of seats and the options with which a game's states grow largest."""

    seats: int
    options: dict[str, OptionValue]


class _File(Data):
    budgets: dict[str, Budget]
    largest: dict[str, LargestTable]


_FILE = data_file("bench", "budgets.toml", _File)


def budgets() -> dict[str, Budget]:
    """Return the budgets by key, in the order of the table."""
    return _FILE.budgets


def largest_table(slug: str) -> LargestTable | None:
    """Return a game's largest table, or `None` if the file has none."""
    return _FILE.largest.get(slug)
