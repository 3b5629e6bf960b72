"""The end of a game: the ranking, and the scores behind it."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from rules.engine.errors import demand


class Merit(NamedTuple):
    """An amount that decides a seat's place, and its text, such as `5 sailors`. More is better."""

    amount: float
    told: str


class Account(NamedTuple):
    """The score behind a seat's final place.

    `merits` decide the place: first the sum, then the tie-breaks in order. `parts` are short texts that
    explain the sum.
    """

    merits: Sequence[Merit]
    parts: Sequence[str] = ()

    @property
    def order(self) -> tuple[float, ...]:
        """The amounts that decide the place, for comparison with other seats' amounts."""
        return tuple(merit.amount for merit in self.merits)

    def leads_by(self, other: "Account") -> tuple[str, str] | None:
        """Return both seats' texts for the tie-break that decides; `None` if the sum or nothing decides."""
        pairs = [*zip(self.merits, other.merits, strict=False)]
        if not pairs or pairs[0][0].amount != pairs[0][1].amount:
            return None
        return next(((own.told, theirs.told) for own, theirs in pairs if own.amount > theirs.amount), None)


def ranked(seats: Iterable[int], order: Callable[[int], tuple[object, ...]]) -> list[tuple[int, ...]]:
    """Return seats in groups of equal rank, the greatest `order` first. Equal seats keep their order.

    >>> ranked((1, 2, 3), {1: (5, 0), 2: (7, 1), 3: (5, 0)}.__getitem__)
    [(2,), (1, 3)]
    """
    found = sorted(seats, key=order, reverse=True)
    return [tuple(group) for _, group in groupby(found, key=order)]


class Outcome(BaseModel):
    """The reason why a game ended, and the ranking.

    `ranking` lists groups of equal rank, best first: `((2,), (1, 3))` is a winner and two joint seconds.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    reason: str
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats ranked first; empty if nobody won."""
        return self.ranking[0] if self.ranking else ()

    def places(self, team: Callable[[int], int] = int) -> dict[int, int]:
        """Return the place of each seat. Equal ranks share the better place (1, 2, 2, 4).

        Seats of one `team` share one place, so the second of two teams is second.
        """
        places: dict[int, int] = {}
        ahead: set[int] = set()
        for group in self.ranking:
            places.update(dict.fromkeys(group, len(ahead) + 1))
            ahead.update(map(team, group))
        return places


def demand_places(outcome: Outcome | None, seats: int) -> None:
    """Raise AssertionError if a game is over and one of its seats has no place, or two places."""
    if outcome is not None:
        found = sorted(seat for group in outcome.ranking for seat in group)
        demand(found == list(range(1, seats + 1)), "the ranking misses a seat")
