"""The changes of ratings and records on a server after a finished game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.escaping import quoted
from bot.records.ratings import NEWCOMER, ratings
from bot.store.rows import GameRow, ResultRow

MOST_RECORDS = 3
"""The maximum number of new records of one game that are announced."""


def seated(row: GameRow, results: Iterable[ResultRow], unlisted: frozenset[int]) -> list[ResultRow]:
    """Return the results of a finished game with the players; `unlisted` users are marked as not listed."""
    players = {member.seat: member for member in row.members}
    known = ((one, players[one.seat]) for one in results if one.seat in players)
    return [replace(one, user=who.user, name=who.name, listed=who.user not in unlisted) for one, who in known]


def before(known: Iterable[ResultRow], own: Sequence[ResultRow]) -> list[ResultRow]:
    """Return the results of the server's earlier games of the same kind."""
    if not own:
        return []
    last = own[0]
    return [
        one
        for one in known
        if one.slug == last.slug and (one.ended, one.game) < (last.ended, last.game) and one.game != last.game
    ]


def gains(own: Sequence[ResultRow], earlier: Sequence[ResultRow], machine: int) -> list[str]:
    """Return the lines that announce changed ratings and new records; may be empty."""
    people = listed(own, machine)
    rated = ", ".join(_rated(people, own, earlier, machine))
    records = [*_records(people, earlier, machine)][:MOST_RECORDS]
    lines = [f"-# 📈 Rating: {rated}"] if rated else []
    return [*lines, *(f"-# 🏅 New record of this server: {record}" for record in records)]


def _rated(
    people: Sequence[ResultRow], own: Sequence[ResultRow], earlier: Sequence[ResultRow], machine: int
) -> Iterator[str]:
    """Yield each player's new rating and its change."""
    if all(one.unrated for one in own):
        return
    then, now = ratings(earlier, machine), ratings([*earlier, *own], machine)
    for one in people:
        rating, first = now.get(one.user), then.get(one.user)
        if rating is None or (first is not None and first.games == rating.games):
            continue
        gained = rating.value - (first.value if first else NEWCOMER)
        yield f"**{quoted(one.name, 40)}** {rating} ({gained:+,})"


def _records(people: Sequence[ResultRow], earlier: Sequence[ResultRow], machine: int) -> Iterator[str]:
    """Yield the counts that break a record of `earlier` games; a first count breaks no record."""
    held = most(listed(earlier, machine))
    for title, best in most(people).items():
        old = held.get(title)
        if old is not None and best.counts[title] > old.counts[title]:
            yield (
                f"most {title}, **{quoted(best.name, 40)}** with {best.counts[title]}"
                f" (before: {old.counts[title]}, {quoted(old.name, 40)})"
            )


def listed(results: Iterable[ResultRow], machine: int) -> list[ResultRow]:
    """Return the results of people who appear in lists."""
    return [one for one in results if one.listed and one.user > 0 and one.user != machine]


def most(results: Iterable[ResultRow]) -> Mapping[str, ResultRow]:
    """Return, for each counted thing, the result with the largest count; of equal results, the earliest."""
    found: dict[str, ResultRow] = {}
    for one in results:
        for title, amount in one.counts.items():
            if amount and (title not in found or amount > found[title].counts[title]):
                found[title] = one
    return found
