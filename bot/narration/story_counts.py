"""Counts of each story in a game, so that the narrator can vary its sentences.

A sentence repeats only after all other sentences of its story, and the same journal always yields the same
words. The bot's actions are counted separately, because posts narrate little of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.bounded import BoundedDict
from bot.sessions.table import Table
from bot.store.rows import EntryRow
from rules.engine.event import Event, told_together
from rules.engine.game import AnyGame

KEPT_GAMES = 2_000
"""The number of games whose counts are cached."""

KEPT_PASSAGES = 4
"""The number of newest passages per game whose counts are cached."""


def topic(row: EntryRow, key: str) -> str:
    """Return the key under which a story is counted; the bot's actions have other keys."""
    return f"{key} of the bot" if row.entry.actor.role == "system" and row.entry.kind != "start" else key


def _topics(row: EntryRow, event: Event) -> list[str]:
    """Return the keys of an event; empty if the event has no story."""
    story = event.story()
    return [] if story is None else [topic(row, story.key)]


def told_by_turn(game: AnyGame, events: Iterable[Event]) -> list[Event]:
    """Return the events of a step, joined within each turn; a step may end several turns."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if event.kind in game.turn_openers:
            turns.append([])
        turns[-1].append(event)
    return [event for turn in turns for event in told_together(turn)]


class _Told(NamedTuple):
    """A sentence: its first entry, and the event that it narrates."""

    first: EntryRow
    event: Event

    def joined(self, following: "_Told") -> Event | None:
        """Return one event that narrates this event and `following`; None if they need two sentences."""
        return self.event.joined_in(following.event, one_entry=self.first is following.first)


class StoryCounts:
    """Counts public stories, entry by entry, beginning with `rows`.

    The counts before each entry from number `since` on are kept.
    """

    def __init__(self, game: AnyGame, rows: Iterable[EntryRow] = (), since: int = 1) -> None:
        self._game = game
        self._counts = Counter[str]()
        self._before: dict[int, dict[str, int]] = {}
        self._turn: list[_Told] = []
        """The sentences of the turn in progress, which later events may join."""
        self.since = since
        self.last = 0
        self.learn(rows)

    def copy(self) -> "StoryCounts":
        """Return an independent copy, which another thread can use."""
        other = StoryCounts(self._game, since=self.since)
        other._counts, other._before = Counter(self._counts), dict(self._before)
        other._turn, other.last = [*self._turn], self.last
        return other

    def learn(self, rows: Iterable[EntryRow]) -> None:
        """Count the stories of these entries, which are in order; skip entries that were counted before."""
        for row in rows:
            if row.entry.number > self.last:
                self._learn(row)
                self.last = row.entry.number

    def before(self, row: EntryRow) -> Mapping[str, int]:
        """Return, for each story of the entry `row`, its count before that entry."""
        self.learn([row])
        return self._before[row.entry.number]

    def forget(self, before: int) -> None:
        """Drop the counts of entries with numbers below `before`."""
        for number in range(self.since, before):
            self._before.pop(number, None)
        self.since = max(self.since, before)

    def _learn(self, row: EntryRow) -> None:
        events = () if row.entry.secret else map(self._game.load_event, row.events)
        known = [event for event in events if not event.private]
        if row.entry.number >= self.since:
            # The entry has these stories if it is narrated alone, without joining other entries.
            told = told_by_turn(self._game, known)
            self._before[row.entry.number] = {
                one: self._counts[one] for event in told for one in _topics(row, event)
            }
        if row.entry.parent != self.last:
            self._turn.clear()
        for event in known:
            if event.kind in self._game.turn_openers:
                self._turn.clear()
            self._tell(_Told(row, event))

    def _tell(self, told: _Told) -> None:
        """Count a sentence; it may be joined with the sentences before it (see `joined_with`)."""
        while self._turn and (both := self._turn[-1].joined(told)):
            # A joined sentence may belong to another story, and is counted at its first entry.
            before = self._turn.pop()
            self._counts.subtract(_topics(before.first, before.event))
            told = _Told(before.first, both)
        for one in _topics(told.first, told.event):
            self._before.get(told.first.entry.number, {}).setdefault(one, self._counts[one])
            self._counts[one] += 1
        self._turn.append(told)


class _Kept(NamedTuple):
    """The counts of a game, and the first entries of the requested passages, in order of requests."""

    counts: StoryCounts
    firsts: list[int]

    def asked_for(self, first: int) -> None:
        """Record that a passage from entry `first` was requested; drop counts that no kept passage needs."""
        if first in self.firsts:
            self.firsts.remove(first)
        self.firsts.append(first)
        del self.firsts[:-KEPT_PASSAGES]
        self.counts.forget(min(self.firsts))


class CountBook:
    """Keeps each game's counts for its newest posts, so that each journal entry is counted only once."""

    def __init__(self) -> None:
        self._kept: BoundedDict[str, _Kept] = BoundedDict(KEPT_GAMES)

    async def up_to(self, table: Table, first: int, last: int) -> StoryCounts:
        """Return the counts from entry `first` on; at least all entries before `last` are counted."""
        kept = self._kept.get(table.row.id)
        if kept is None or kept.counts.since > first:
            kept = self._kept[table.row.id] = _Kept(StoryCounts(table.game, since=first), [])
        self._kept.move_to_end(table.row.id)
        kept.asked_for(first)
        counts = kept.counts
        if counts.last < last - 1:
            counts.learn(await table.entries(counts.last + 1, last - 1))
        return counts
