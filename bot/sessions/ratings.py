"""Ratings that say how sure they are, worked out from the results of a server's games alone.

A rating is an estimate of how strong somebody is at one game, by the model of Plackett and Luce as Weng and
Lin (2011) put it: whoever comes before others gains on them, the more the less it was to be expected.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.store.rows import ResultRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

POINTS = 40
"""Points of ours for one of the model, in which newcomers have 25."""

NEWCOMER = 1_000
"""What the rating of newcomers is."""

SURE = 2
"""Standard deviations to either side: 19 times of 20 the true strength lies between."""


class Rating(NamedTuple):
    """How strong somebody is at a game: the estimate, how far off it may be, and of how many games."""

    value: int
    unsure: int
    games: int

    @property
    def at_least(self) -> int:
        """What is as good as sure, by which lists are sorted: one lucky game leads nobody to the top."""
        return self.value - self.unsure

    def __str__(self) -> str:
        """As people read it: `1,180 ± 160`."""
        return f"{self.value:,} ± {self.unsure:,}"


def ratings(results: Iterable[ResultRow], machine: int) -> dict[int, Rating]:
    """User -> rating, from the results of one kind of game in the order in which the games ended.

    The bot (`machine`) has none: what counts is how people came before each other. A team is rated as such,
    whoever is in it. Somebody who was forgotten
    is a newcomer each time, and games in which somebody had several seats do not count.
    """
    # People who ask for nothing rated need not wait for it.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    model = PlackettLuce()
    known: dict[int, PlackettLuceRating] = {}
    games = Counter[int]()
    for teams in _rated_games(results, machine):
        before = [[known.get(one.user) or model.rating() for one in team] for team in teams]
        after = model.rate(before, ranks=[team[0].place for team in teams])
        for one, rating in zip(chain(*teams), chain(*after), strict=True):
            if one.user > 0:
                known[one.user] = rating
                games[one.user] += 1
    return {user: _in_points(found, games[user]) for user, found in known.items()}


def _rated_games(results: Iterable[ResultRow], machine: int) -> Iterator[Sequence[Sequence[ResultRow]]]:
    """The people of each game that counts, team by team."""
    for _, seats in groupby(results, key=lambda one: one.game):
        people = [one for one in seats if _counts(one) and one.user != machine]
        teams: dict[int, list[ResultRow]] = {}
        for one in people:
            teams.setdefault(one.team, []).append(one)
        if len(teams) > 1 and len({one.user for one in people}) == len(people):
            yield [*teams.values()]


def _counts(one: ResultRow) -> bool:
    return not one.unrated and not one.origin and one.place > 0


def _in_points(found: "PlackettLuceRating", games: int) -> Rating:
    return Rating(round(found.mu * POINTS), round(SURE * found.sigma * POINTS), games)


def by_kind(results: Iterable[ResultRow]) -> Mapping[str, list[ResultRow]]:
    """The results of each kind of game, in their order; what was played most comes first."""
    kinds: dict[str, list[ResultRow]] = {}
    for one in results:
        kinds.setdefault(one.slug, []).append(one)
    return dict(sorted(kinds.items(), key=lambda kind: -len({one.game for one in kind[1]})))
