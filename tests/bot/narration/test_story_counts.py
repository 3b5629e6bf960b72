"""The kept counts of earlier sentences equal counts of the complete journal. No entry is read twice."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import cast

import pytest

from bot.narration.narrator import narrator_of
from bot.narration.story_counts import KEPT_PASSAGES, CountBook, StoryCounts
from bot.sessions.passages import passage_of
from bot.sessions.recent_steps import turns_in
from bot.sessions.table import Table
from bot.store.rows import EntryRow, GameRow, PostRow
from rules.dangerous_sea.actions import EndTurn
from rules.dangerous_sea.events import Voyage
from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.policy import steady
from rules.engine.registry import games
from tests.engine.table import journal
from tests.repetition import played


@dataclass
class Journal:
    """A stand-in for the table of a running game, which records the entries that are read."""

    game: AnyGame
    row: GameRow
    rows: Sequence[EntryRow]
    read: list[int] = field(default_factory=list)

    def between(self, first: int, last: int) -> Sequence[EntryRow]:
        return [row for row in self.rows if first <= row.entry.number <= last]

    async def entries(self, first: int, last: int) -> Sequence[EntryRow]:
        found = self.between(first, last)
        self.read += [row.entry.number for row in found]
        return found


def journal_of(game: AnyGame) -> Journal:
    row, _, rows = played(game)
    return Journal(game, row, rows)


async def counts_of(book: CountBook, journal: Journal, first: int, last: int) -> StoryCounts:
    counts = await book.up_to(cast("Table", journal), first, last)
    counts.learn(journal.between(last, last + 3))
    return counts


@pytest.mark.parametrize("slug", games())
async def test_kept_counts_are_those_of_the_whole_journal(slug: str) -> None:
    journal, book, luck = journal_of(games()[slug]), CountBook(), Random(2)
    whole = StoryCounts(journal.game, journal.rows)
    for _ in range(60):
        first = luck.randrange(1, len(journal.rows))
        last = min(first + luck.randrange(30), len(journal.rows))
        counts = await counts_of(book, journal, first, last)
        for row in journal.between(first, last):
            known = counts.before(row)
            assert known.items() <= whole.before(row).items()
            assert {*known} == {*whole.before(row)} or row.entry.number >= counts.last - 1


def going_on(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
    """Choose like a steady player who ends a turn only if nothing else is possible."""
    left = [action for action in decision.actions if action != EndTurn()]
    return steady(game, state, replace(decision, find=lambda: left) if left else decision, luck)


def test_what_is_told_in_several_sentences_begins_otherwise_each_time() -> None:
    """A turn that is too long for one sentence is counted in the parts in which it is narrated."""
    game = games()["dangerous_sea"]
    row, match, rows = played(game, policy=going_on)
    narrator = narrator_of(row, match.shown, {})
    narrator.counts = StoryCounts(game, rows)
    again = 0
    for turn in turns_in(game, rows):
        told = [line for event, line in narrator.events(turn.parts) if isinstance(event, Voyage)]
        begun = [line.partition("**")[0] for line in told]
        assert len({*begun}) == len(begun), told
        again += len(begun) > 1
    assert again > 3


@pytest.mark.parametrize("slug", games())
async def test_what_a_post_tells_of_a_step_is_counted_after_the_turns_that_the_step_ended(slug: str) -> None:
    """A post begins after the last turn of the player who reads it, perhaps in the middle of a step."""
    game, (row, match, rows) = games()[slug], played(games()[slug])
    whole = {1: EntryRow(journal(match)[0], ()), **{one.entry.number: one for one in rows}}
    later = 0

    async def read(first: int, last: int) -> Sequence[EntryRow]:
        return [whole[number] for number in range(max(1, first), last + 1)]

    for one in rows[:-1]:
        number, reader = one.entry.number, whole[one.entry.number + 1].entry.seat
        post = PostRow(1, row.id, "turn", 1, first=number, last=number, called=(reader,))
        passage = await passage_of(game, row, post, read, machine=0)
        for part in (part for turn in passage.turns for part in turn.parts):
            events = whole[part.row.entry.number].events
            assert events[part.start :][: len(part.events)] == part.events
            assert part.row.events == events
            later += part.start > 0
    # If no event opens a turn, no turn begins in the middle of a step.
    assert later or not game.turn_openers


async def test_each_entry_is_read_once_however_far_back_the_passages_begin() -> None:
    journal, book = journal_of(games()["dangerous_sea"]), CountBook()
    for last in range(2, len(journal.rows)):
        await counts_of(book, journal, first=1 + last % KEPT_PASSAGES, last=last)
    assert journal.read == sorted({*journal.read})


async def test_what_no_passage_needs_is_forgotten() -> None:
    journal, book = journal_of(games()["dangerous_sea"]), CountBook()
    for first in range(1, 59):
        await counts_of(book, journal, first, first + 3)
    counts = await counts_of(book, journal, 59, 62)
    assert counts.since == 60 - KEPT_PASSAGES
    older, oldest_kept = journal.between(counts.since - 1, counts.since)
    with pytest.raises(KeyError):
        counts.before(older)
    assert counts.before(oldest_kept)
