"""Ratings with their uncertainty, computed from the results of one server's games.

A rating estimates a player's strength at one game, by the Plackett-Luce model of Weng and Lin (2011). A
player who finishes ahead of others gains points; an unexpected result gains more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.store.rows import ResultRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

POINTS = 40
"""The number of points in a rating per point of the model, where newcomers have 25 points."""

NEWCOMER = 1_000
"""The rating of newcomers."""

SURE = 2
"""The number of standard deviations around a rating that contain the true strength in 95 % of cases."""


class Rating(NamedTuple):
    """A player's strength at a game: the estimate, its uncertainty, and the number of games."""

    value: int
    unsure: int
    games: int

    @property
    def at_least(self) -> int:
        """The lower bound, by which lists are sorted, so that one lucky game does not lead to the top."""
        return self.value - self.unsure

    def __str__(self) -> str:
        """Return the rating with its uncertainty: `1,180 ± 160`."""
        return f"{self.value:,} ± {self.unsure:,}"


def ratings(results: Iterable[ResultRow], machine: int) -> dict[int, Rating]:
    """Return each user's rating. `results` are of one kind of game, in the order in which the games ended.

    The bot (`machine`) has no rating. The members of a team win or lose together. A forgotten user counts as
    a new player in each game. Games in which a user had several seats do not count.
    """
    # The import is slow, and only rated games need it.
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
    """Yield people's results in each rated game, team by team."""
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
    """Return the results of each kind of game, in order; the kind with the most games comes first."""
    kinds: dict[str, list[ResultRow]] = {}
    for one in results:
        kinds.setdefault(one.slug, []).append(one)
    return dict(sorted(kinds.items(), key=lambda kind: -len({one.game for one in kind[1]})))
