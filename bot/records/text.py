"""The text of a server's records, and of one person's records on a server."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.escaping import quoted
from bot.records.gains import listed, most
from bot.records.ratings import Rating, by_kind, ratings
from bot.records.statistics import MEDALS, lasting, place
from bot.store.rows import ResultRow
from rules.engine.registry import games
from rules.engine.wording import counted

EXPLAINED = (
    "-# A rating estimates a player’s strength at that game, ± its uncertainty; the list is sorted by the"
    " lower bound. Practice, games that a game master changed, seats that changed hands and games without a"
    " result do not count. `/harbour me` takes you out of these lists."
)

OUT = "-# You appear in no list. `/harbour me` puts you back."

OPPONENTS = 10
"""The maximum number of opponents that are listed for a person."""

BESTS = 6
"""The maximum number of counted things whose highest count is listed."""


def of_server(results: Sequence[ResultRow], machine: int) -> list[str]:
    """Return a server's records, game by game. `results` are in the order in which the games ended."""
    lines = [line for kind in by_kind(results).values() for line in _kind(kind, machine)]
    return [f"**Records of this server** · {_games(results)}", *lines, EXPLAINED] if lines else []


def of_person(results: Sequence[ResultRow], machine: int, user: int) -> list[str]:
    """Return a person's records on a server, game by game, as only that person may see them."""
    own = [one for one in results if one.user == user]
    if not own:
        return []
    lines = [f"**Your records on this server** · {_games(own)}"]
    for slug, theirs in by_kind(own).items():
        lines += personal(theirs, [one for one in results if one.slug == slug], machine)
    return [*lines, *([] if own[-1].listed else [OUT])]


def _kind(results: Sequence[ResultRow], machine: int) -> Iterator[str]:
    """Yield the records of one kind of game: the ranking and the remarkable things."""
    counted = {one.game for one in results if not (one.unrated or one.origin)}
    not_rated = len({one.game for one in results} - counted)
    aside = f", {not_rated} of them not rated" if not_rated else ""
    yield f"**{_title(results[0].slug)}** · {_games(results)}{aside}"
    for number, one in enumerate(ranked(results, machine), 1):
        first = f"{place(number)} " if one.rating else "- "
        strength = str(one.rating) if one.rating else "not rated yet"
        yield f"{first}**{quoted(one.name, 40)}** {strength} · {one.told}"
    yield remarkable(results, machine)
    if brought := {one.origin for one in results if one.origin}:
        yield f"-# Among them games brought from {', '.join(map(quoted, sorted(brought)))}"


class Ranked(NamedTuple):
    """A player in the ranking of one kind of game, with their latest name; `rating` may be missing."""

    user: int
    name: str
    rating: Rating | None
    played: int
    won: int

    @property
    def told(self) -> str:
        """The number of games played and won."""
        return f"{counted(self.played, 'game')}, {self.won} won"


def ranked(results: Sequence[ResultRow], machine: int) -> list[Ranked]:
    """Return the ranking of one kind of game, sorted by the lower bounds of ratings, the strongest first."""
    people = listed(results, machine)
    names = {one.user: one.name for one in people}
    found = _ratings(results, machine)
    played, won = Counter(one.user for one in people), Counter(one.user for one in people if one.place == 1)
    order = sorted(names, key=lambda user: (user not in found, -_sure(found, user), -played[user]))
    return [Ranked(user, names[user], found.get(user), played[user], won[user]) for user in order]


def remarkable(results: Sequence[ResultRow], machine: int) -> str:
    """Return a line with the longest game and the highest counts."""
    longest = max(results, key=lambda one: one.seconds)
    best = [
        f"most {title}: {best.counts[title]} ({quoted(best.name, 40)})"
        for title, best in _bests(listed(results, machine))
    ]
    return "-# " + "; ".join([f"Longest game: {lasting(longest.seconds)} ({longest.game})", *best])


def personal(own: Sequence[ResultRow], all_of_them: Sequence[ResultRow], machine: int) -> Iterator[str]:
    """Yield the records of one person in one kind of game."""
    user, places = own[0].user, Counter(one.place for one in own)
    rating = _ratings(all_of_them, machine).get(user)
    yield f"**{_title(own[0].slug)}** · {rating or 'not rated yet'} · {_games(own)}"
    told = [f"{medal} {places[number]}" for number, medal in MEDALS.items() if places[number]]
    lower = sum(count for number, count in places.items() if number > max(MEDALS))
    told += [f"lower {lower}"] if lower else []
    told += [f"without a place {places[0]}"] if places[0] else []
    yield "Places: " + ", ".join(told)
    longest = max(own, key=lambda one: one.seconds)
    best = [f"{title} {best.counts[title]} ({best.game})" for title, best in _bests(own)]
    if best:
        yield "Most in a game: " + ", ".join(best)
    yield f"Longest: {lasting(longest.seconds)} ({longest.game})"
    against = list(_head_to_head(own, all_of_them))
    if against:
        yield "Against: " + "; ".join(against[:OPPONENTS])


def _bests(results: Iterable[ResultRow]) -> list[tuple[str, ResultRow]]:
    """Return at most `BESTS` titles of counted things, each with the result that has the largest count."""
    return sorted(most(results).items())[:BESTS]


def _head_to_head(own: Iterable[ResultRow], all_of_them: Iterable[ResultRow]) -> Iterator[str]:
    """Yield the rated games won, lost and tied against each opponent, the most frequent opponent first."""
    met: dict[int, Counter[str]] = defaultdict(Counter)
    names: dict[int, str] = {}
    mine = {one.game: one for one in own if not one.unrated and one.place}
    for other in all_of_them:
        me = mine.get(other.game)
        if me is None or me.team == other.team or me.user == other.user:
            continue
        if other.user <= 0 or not other.listed or not other.place or other.unrated:
            continue
        names[other.user] = other.name
        met[other.user][
            "tied" if me.place == other.place else "won" if me.place < other.place else "lost"
        ] += 1
    for user, times in sorted(met.items(), key=lambda one: -one[1].total()):
        told = ", ".join(f"{times[how]} {how}" for how in ("won", "lost", "tied") if times[how])
        yield f"**{quoted(names[user], 40)}** {told}"


def _ratings(results: Sequence[ResultRow], machine: int) -> Mapping[int, Rating]:
    return ratings(results, machine) if any(not one.unrated for one in results) else {}


def _sure(found: Mapping[int, Rating], user: int) -> int:
    return found[user].at_least if user in found else 0


def _title(slug: str) -> str:
    game = games().get(slug)
    return game.title if game else slug


def _games(results: Iterable[ResultRow]) -> str:
    return counted(len({one.game for one in results}), "game")
