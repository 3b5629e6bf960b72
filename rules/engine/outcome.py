"""How a game ended."""

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict


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
