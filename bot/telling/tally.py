"""A game in figures: turns, time, what was counted, and the luck of the dice."""

from collections.abc import Iterator, Sequence

from bot.quoting import quoted
from bot.store.rows import FINISHED, EntryRow, GameRow
from bot.tables.results import figures_of
from rules.engine.figures import Dice, Figures, SeatFigures
from rules.engine.match import Match

DAY, HOUR, MINUTE = 86_400, 3_600, 60

MOST_TOLD = 4
"""Things of a game that are told as remarkable."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def place(number: int) -> str:
    """A place in a ranking, to stand before who has it: a medal for the first three."""
    return MEDALS.get(number, f"{number} ·")


def ranking(row: GameRow, match: Match) -> list[str]:
    """Who came where in a game that is over, a line for each, the first of them first."""
    places, names = match.places, row.names()
    ranked = sorted(places, key=lambda seat: (places[seat], seat))
    return [f"{place(places[seat])} **{quoted(names[seat], 40)}**" for seat in ranked]


def what_stood_out(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> str:
    """How long a game that is over took, and what was remarkable; its whole journal is gone through."""
    found = figures_of(match, journal)
    stood_out = remarkable(row, found)
    first = f"{_number(found.turns, 'turn')} in {lasting(found.seconds)}"
    return f"{first}; {stood_out}" if stood_out else first


def reckoned(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> str:
    """The lines that tell what a game came to, or has come to so far; its whole journal is gone through."""
    return "\n".join(in_figures(row, figures_of(match, journal)))


def in_figures(row: GameRow, found: Figures) -> list[str]:
    """What the game came to: a line for all of it, and one for each seat; none before the first turn."""
    if not found.turns:
        return []
    so_far = "" if row.status in FINISHED else " so far"
    lines = [f"**In figures{so_far}** · {_number(found.turns, 'turn')} in {lasting(found.seconds)}"]
    for member in row.members:
        told = ", ".join(_seat(found.seats[member.seat]))
        lines.append(f"-# **{quoted(member.name, 40)}**: {told}")
    if any(seat.dice for seat in found.seats.values()):
        forced = "; rolls that a game master set are left out" if found.forced else ""
        lines.append(f"-# 🎲 In brackets: what was to be expected of these dice{forced}.")
    return lines


def remarkable(row: GameRow, found: Figures) -> str:
    """What stood out: who did most of what is counted, and whose dice were luckiest; empty if nothing did."""
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


def _seat(seat: SeatFigures) -> Iterator[str]:
    yield f"{_number(seat.turns, 'turn')} in {lasting(seat.seconds)}"
    yield from (f"{title} {count}" for title, count in seat.counts.items())
    yield from (f"🎲 {_dice(dice)}" for dice in seat.dice.values())


def _dice(dice: Dice) -> str:
    return f"{dice.title} {dice.total:.0f} ({dice.expected:.1f})"


def lasting(seconds: int) -> str:
    """A time, in its two largest units."""
    if seconds < MINUTE:
        return "less than a minute"
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    parts = [_number(days, "day"), f"{hours} h", f"{minutes} min"]
    first = next(index for index, amount in enumerate((days, hours, minutes)) if amount)
    amounts = (days, hours, minutes)[first : first + 2]
    return " ".join(part for part, amount in zip(parts[first : first + 2], amounts, strict=True) if amount)


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
