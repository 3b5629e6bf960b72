"""How a game ended."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict


class Merit(NamedTuple):
    """Something that places go by: how much of it, more being better, and in words: `5 sailors`."""

    amount: float
    told: str


class Account(NamedTuple):
    """What a seat's place at the end rests on.

    `merits` are what places go by, in that order: the sum first, then what decides where sums are equal.
    `parts` say where the sum comes from, a few words each.
    """

    merits: Sequence[Merit]
    parts: Sequence[str] = ()

    def leads_by(self, other: "Account") -> tuple[str, str] | None:
        """What decides between equal sums, as both have it; `None` where sums differ or all is equal."""
        pairs = [*zip(self.merits, other.merits, strict=False)]
        if not pairs or pairs[0][0].amount != pairs[0][1].amount:
            return None
        return next(((own.told, theirs.told) for own, theirs in pairs if own.amount > theirs.amount), None)


class Outcome(BaseModel):
    """The end of a game: why, and who came where.

    `ranking` lists groups of equal rank, best first: `((2,), (1, 3))` is a winner and two joint seconds.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    reason: str
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats ranked first; empty when nobody won."""
        return self.ranking[0] if self.ranking else ()

    def places(self, team: Callable[[int], int] = int) -> dict[int, int]:
        """Seat -> place, equal ranks sharing the better number (1, 2, 2, 4).

        Seats of one `team` have one place between them, so the second of two teams is second.
        """
        places: dict[int, int] = {}
        ahead: set[int] = set()
        for group in self.ranking:
            places.update(dict.fromkeys(group, len(ahead) + 1))
            ahead.update(map(team, group))
        return places
