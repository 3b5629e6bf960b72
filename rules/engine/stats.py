"""Statistics of a match, computed from its journal: turns, time, what its game counts, and luck with dice.

Undone entries do not count, except for the time they took.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, Protocol

from pydantic import Field, JsonValue

from rules.engine.chance import Roll, Value
from rules.engine.data import Data
from rules.engine.entry import Entry
from rules.engine.journal import line


class Counted(Data):
    """Events that are counted for a seat under a title, such as `hits`.

    `seat` names the event's field with the seat. If `seat` is empty, the event counts for the acting seat.
    `where` contains values that the event's fields must have. If `sum` names a field, the numbers in the
    field, or the lengths of its lists, are added up. If `sum` is empty, each event counts 1.
    """

    title: str
    event: str
    seat: str = ""
    where: dict[str, JsonValue] = Field(default_factory=dict)
    sum: str = ""


class Thrown(Data):
    """Rolls with the label `roll` whose luck is measured under a title.

    The value of a roll is the sum of its dice or, if there are `good` values, the number of dice that show
    them. If `first` is not 0, only this many dice at the start of a roll belong to the seat.
    """

    title: str
    roll: str
    good: tuple[Value, ...] = ()
    first: int = 0


class Counting(Data):
    """The `figures.toml` of a game: the kind of event that begins a turn, and what is counted."""

    turns: str = ""
    counted: tuple[Counted, ...] = ()
    thrown: tuple[Thrown, ...] = ()


class Told(Protocol):
    """An entry of a journal with the events it caused, as `dump_event` writes them."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def events(self) -> Sequence[Mapping[str, JsonValue]]:
        """The events."""

    @property
    def away(self) -> int:
        """The seconds of outages since the previous entry. Nobody can answer during an outage."""


class Dice(NamedTuple):
    """The luck of dice under a title: the number of dice, their result, and the expected result."""

    title: str
    dice: int = 0
    total: float = 0.0
    expected: float = 0.0

    @property
    def luck(self) -> float:
        """The result minus the expected result."""
        return self.total - self.expected


@dataclass
class SeatStats:
    """One seat: its turns, the seconds that others waited for it, and its counts and dice by title."""

    turns: int = 0
    seconds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    dice: dict[str, Dice] = field(default_factory=dict)


@dataclass
class Stats:
    """The statistics of a match and of its seats.

    `seconds` does not include pauses and outages. `decisions` is the number of answers on the current line.
    `forced` is the number of rolls that a game master forced. Forced rolls do not count as luck.
    """

    seconds: int = 0
    decisions: int = 0
    forced: int = 0
    seats: dict[int, SeatStats] = field(default_factory=dict)

    @property
    def turns(self) -> int:
        """The turns of all seats together."""
        return sum(seat.turns for seat in self.seats.values())


def figures(counting: Counting, journal: Sequence[Told], head: int, seats: int, *, over: bool) -> Stats:
    """Return the statistics of a match at step `head`. Until the match is over, nothing secret counts."""
    found = Stats(seats={seat: SeatStats() for seat in range(1, seats + 1)})
    _take_time(found, _timed(journal, over=over))
    counts = set(line([one.entry for one in journal], head))
    for one in journal:
        if one.entry.number in counts and (over or not one.entry.secret):
            found.decisions += one.entry.decides
            _count(found, counting, one)
            _weigh(found, counting, (roll for roll in one.entry.rolls if over or not roll.secret))
    for seat in found.seats.values():
        _arrange(seat, counting)
    return found


def _arrange(seat: SeatStats, counting: Counting) -> None:
    """Sort the counts and the dice in the order of the game's `figures.toml`."""
    titles = dict.fromkeys(wanted.title for wanted in counting.counted)
    seat.counts = Counter({title: seat.counts[title] for title in titles if title in seat.counts})
    thrown = dict.fromkeys(wanted.title for wanted in counting.thrown)
    seat.dice = {title: seat.dice[title] for title in thrown if title in seat.dice}


def _timed(journal: Sequence[Told], *, over: bool) -> Iterator[tuple[Entry, int]]:
    """Yield the entries that count, each with the seconds of outages since the previous counted entry."""
    away = 0
    for one in journal:
        away += one.away
        if over or not one.entry.secret:
            yield one.entry, away
            away = 0


def _take_time(found: Stats, entries: Iterable[tuple[Entry, int]]) -> None:
    """Add the time between entries to the match and to the acting seats. Pauses do not count."""
    paused = False
    for (before, _), (entry, away) in pairwise(entries):
        taken = 0 if paused else max(0, entry.at - before.at - away)
        found.seconds += taken
        if entry.seat in found.seats and entry.kind in {"act", "timeout"}:
            found.seats[entry.seat].seconds += taken
        if entry.kind in {"pause", "resume"}:
            paused = entry.kind == "pause"


def _count(found: Stats, counting: Counting, one: Told) -> None:
    for event in one.events:
        if event["event"] == counting.turns and (seat := found.seats.get(_number(event.get("seat")))):
            seat.turns += 1
        for wanted in counting.counted:
            whose = _number(event.get(wanted.seat)) if wanted.seat else one.entry.seat
            if whose in found.seats and _is_meant(wanted, event):
                found.seats[whose].counts[wanted.title] += _amount(wanted, event)


def _is_meant(wanted: Counted, event: Mapping[str, JsonValue]) -> bool:
    return event["event"] == wanted.event and all(
        event.get(name) == value for name, value in wanted.where.items()
    )


def _amount(wanted: Counted, event: Mapping[str, JsonValue]) -> int:
    value = event.get(wanted.sum) if wanted.sum else 1
    return len(value) if isinstance(value, list) else _number(value)


def _number(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0


def _weigh(found: Stats, counting: Counting, rolls: Iterable[Roll]) -> None:
    for roll in rolls:
        found.forced += roll.force is not None
        for wanted in counting.thrown:
            if roll.label == wanted.roll and roll.force is None and roll.seat in found.seats:
                dice = found.seats[roll.seat].dice
                dice[wanted.title] = _with(dice.get(wanted.title, Dice(wanted.title)), wanted, roll)


def _with(dice: Dice, wanted: Thrown, roll: Roll) -> Dice:
    sides = list(_sides(roll))
    own = roll.values[: wanted.first] if wanted.first else roll.values
    worth = sum(_worth(wanted, value) for value in own)
    mean = sum(_worth(wanted, side) for side in sides) / len(sides)
    return Dice(dice.title, dice.dice + len(own), dice.total + worth, dice.expected + mean * len(own))


def _worth(wanted: Thrown, value: Value) -> int:
    if wanted.good:
        return int(value in wanted.good)
    return value if isinstance(value, int) else 0


def _sides(roll: Roll) -> Iterator[Value]:
    """Yield all faces of one die. A face that the die has twice is repeated."""
    if not roll.of:
        yield from range(roll.low, roll.high + 1)
    for word in roll.of.split():
        yield int(word) if word.removeprefix("-").isdecimal() else word
