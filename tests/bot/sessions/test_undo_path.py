"""The entries between two positions of a journal with undos and redos."""

from collections.abc import Sequence

import pytest

from bot.sessions.recent_steps import STRETCH
from bot.sessions.undo_path import chapter_of, undo_path_of, undo_paths_in
from bot.store.rows import EntryRow
from rules.engine.entries import Redo, Undo
from rules.engine.match import Match
from tests.engine.table import MASTER, does, fresh, journal, nim, plays


def rows(match: Match) -> list[EntryRow]:
    """Return the journal's rows. Each row's turn is the number of its entry."""
    return [EntryRow(entry, (), str(entry.number)) for entry in journal(match)]


def numbers(steps: Sequence[EntryRow]) -> list[int]:
    return [row.entry.number for row in steps]


def back_and_forth() -> Match:
    """Return a match with two lines after entry 2. The first line was undone, then resumed."""
    match = plays(nim(), "1 take 1, 2 take 1, 1 take 1").enter(Undo(2), MASTER, 0).match
    return does(match, 2, "take 2").enter(Redo(4), MASTER, 0).match


def test_an_undo_takes_back_what_lies_behind_its_goal() -> None:
    undo = undo_paths_in(rows(back_and_forth()))[5]
    assert (numbers(undo.back), numbers(undo.forth), undo.left, undo.reached) == ([3, 4], [], "4", "2")


def test_a_redo_to_another_line_takes_back_one_and_brings_back_the_other() -> None:
    redo = undo_paths_in(rows(back_and_forth()))[7]
    assert (numbers(redo.back), numbers(redo.forth), redo.left, redo.reached) == ([6], [3, 4], "6", "4")


async def test_only_what_is_needed_of_a_long_journal_is_read() -> None:
    match = nim()
    for _ in range(60):
        match = fresh(match, 0).match
    journal_rows = rows(match.enter(Undo(59), MASTER, 0).match)
    asked: list[int] = []

    async def read(first: int, last: int) -> Sequence[EntryRow]:
        asked.extend(range(first, last + 1))
        return journal_rows[first - 1 : last]

    chapter = await chapter_of(journal_rows[-1:], read)
    assert numbers(chapter.journeys[62].back) == [60, 61]
    assert len(asked) == STRETCH


async def test_a_long_way_back_is_read_in_stretches() -> None:
    match = nim()
    for _ in range(60):
        match = fresh(match, 0).match
    journal_rows = rows(match.enter(Undo(1), MASTER, 0).match)

    async def read(first: int, last: int) -> Sequence[EntryRow]:
        return journal_rows[first - 1 : last]

    assert numbers((await undo_path_of(journal_rows[-1].entry, read)).back) == list(range(2, 62))


async def test_a_journal_without_the_way_is_an_error() -> None:
    journal_rows = rows(back_and_forth())

    async def read(_first: int, _last: int) -> Sequence[EntryRow]:
        return []

    with pytest.raises(KeyError):
        await undo_path_of(journal_rows[-1].entry, read)
