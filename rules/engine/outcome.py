"""How a game ended."""

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

    def places(self) -> dict[int, int]:
        """Seat -> place, equal ranks sharing the better number (1, 2, 2, 4)."""
        places: dict[int, int] = {}
        for group in self.ranking:
            place = len(places) + 1
            places.update(dict.fromkeys(group, place))
        return places
