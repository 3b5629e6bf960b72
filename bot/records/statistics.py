"""A game's statistics: turns, time, counts, and the luck of the dice."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from bot.escaping import quoted
from bot.records.results import stats_of
from bot.store.rows import FINISHED, EntryRow, GameRow
from rules.engine.game import AnyGame, State
from rules.engine.match import Match
from rules.engine.outcome import Account, Outcome
from rules.engine.stats import Dice, SeatStats, Stats
from rules.engine.wording import counted

DAY, HOUR, MINUTE = 86_400, 3_600, 60

MOST_TOLD = 4
"""The maximum number of remarkable things that are mentioned."""

LONGEST_PART = 60
"""The maximum number of characters in each part of a score."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def place(number: int, *, last: bool = False) -> str:
    """Return a place in a ranking: a medal for places 1 to 3, except for the last place."""
    return f"{number} ·" if last else MEDALS.get(number, f"{number} ·")


def ranking(row: GameRow, match: Match) -> list[str]:
    """Return the lines of a finished game's ranking; empty without a ranking."""
    names, outcome = row.names(), match.outcome
    if outcome is None:
        return []
    return ranked(match.game, match.shown, outcome, lambda seat: f"**{quoted(names[seat], 40)}**")


def ranked(game: AnyGame, state: State, outcome: Outcome, called: Callable[[int], str]) -> list[str]:
    """Return the lines of a ranking: place, name and, if known, the score, its parts and the tie-break."""
    places = outcome.places(partial(game.team, state))
    accounts: Mapping[int, Account | None] = {}
    if game.outcome(state) == outcome:
        accounts = {seat: game.account(state, seat) for seat in places}
    lowest, lines = max(places.values(), default=0), []
    for number, group in enumerate(outcome.ranking):
        first = place(places[group[0]], last=1 < lowest == places[group[0]])
        below = outcome.ranking[number + 1][:1] if number + 1 < len(outcome.ranking) else ()
        told = {seat: account for seat in group if (account := accounts.get(seat)) is not None}
        if len(told) < len(group):
            lines.append(f"{first} {', '.join(map(called, group))}")
            continue
        for seat, account in told.items():
            ahead = _ahead(account, [(called(one), accounts.get(one)) for one in below])
            lines.append(f"{first} {called(seat)} · {_accounted(account)}{ahead}")
    return lines


def _accounted(account: Account) -> str:
    parts = ", ".join(quoted(part, LONGEST_PART) for part in account.parts)
    total = f"**{quoted(account.merits[0].told, LONGEST_PART)}**" if account.merits else ""
    return f"{total} ({parts})" if total and parts else total or parts


def _ahead(account: Account, below: Sequence[tuple[str, Account | None]]) -> str:
    """Return what decided a tie with the next player in the ranking; empty if there was no tie."""
    for name, other in below:
        if other is not None and (decided := account.leads_by(other)):
            return f"; ahead of {name}: {' against '.join(quoted(one, LONGEST_PART) for one in decided)}"
    return ""


def what_stood_out(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> str:
    """Return a finished game's turns, duration and remarkable things. `journal` is the whole journal."""
    found = stats_of(match, journal)
    stood_out = remarkable(row, found)
    first = f"{counted(found.turns, 'turn')} in {lasting(found.seconds)}"
    return f"{first}; {stood_out}" if stood_out else first


def reckoned(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> str:
    """Return the statistics of a game so far. `journal` is the whole journal."""
    return "\n".join(in_figures(row, stats_of(match, journal)))


def in_figures(row: GameRow, found: Stats) -> list[str]:
    """Return a line about the game and a line about each seat; empty before the first turn."""
    if not found.turns:
        return []
    so_far = "" if row.status in FINISHED else " so far"
    lines = [f"**In figures{so_far}** · {counted(found.turns, 'turn')} in {lasting(found.seconds)}"]
    for member in row.members:
        told = ", ".join(_seat(found.seats[member.seat]))
        lines.append(f"-# **{quoted(member.name, 40)}**: {told}")
    if any(seat.dice for seat in found.seats.values()):
        forced = "; rolls that a game master set are left out" if found.forced else ""
        lines.append(f"-# 🎲 In brackets: the expected sum of these dice{forced}.")
    return lines


def remarkable(row: GameRow, found: Stats) -> str:
    """Return the highest counts and the luckiest dice; empty if nothing is remarkable."""
    names = {seat: f"**{quoted(name, 40)}**" for seat, name in row.names().items()}
    told = []
    for title in dict.fromkeys(title for seat in found.seats.values() for title in seat.counts):
        counts = {number: seat.counts[title] for number, seat in found.seats.items()}
        best = [number for number, count in counts.items() if count == max(counts.values())]
        if len(best) == 1 and len(counts) > 1:
            told.append(f"most {title}: {names[best[0]]} with {counts[best[0]]}")
    luck = [(dice.luck, number, dice) for number, seat in found.seats.items() for dice in seat.dice.values()]
    by, number, dice = max(luck, default=(0.0, 0, Dice("")))
    if by > 0:
        came = f"{dice.title} {dice.total:.0f} where {dice.expected:.1f} was to be expected"
        told.append(f"luckiest dice: {names[number]}, {came}")
    return "; ".join(told[-MOST_TOLD:])


def _seat(seat: SeatStats) -> Iterator[str]:
    yield f"{counted(seat.turns, 'turn')} in {lasting(seat.seconds)}"
    yield from (f"{title} {count}" for title, count in seat.counts.items())
    yield from (f"🎲 {dice.title} {dice.total:.0f} ({dice.expected:.1f})" for dice in seat.dice.values())


def lasting(seconds: int) -> str:
    """Return a duration in its two largest units."""
    if seconds < MINUTE:
        return "less than a minute"
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    parts = [counted(days, "day"), f"{hours} h", f"{minutes} min"]
    first = next(index for index, amount in enumerate((days, hours, minutes)) if amount)
    amounts = (days, hours, minutes)[first : first + 2]
    return " ".join(part for part, amount in zip(parts[first : first + 2], amounts, strict=True) if amount)
