"""Undone lines are described by what everybody could read, without secret choices."""

from bot.narration.branches import end_of, undone_lines
from bot.store.rows import EntryRow, GameRow, Member
from rules.engine.entries import Redo, Undo
from rules.engine.match import Match
from tests.engine.table import MASTER, cove, does, journal, nim, plays, stow

PEOPLE = (Member(1, 11, "Ann"), Member(2, 22, "Bo"))


def listed(match: Match) -> list[tuple[int, int, str]]:
    row = GameRow("HM1", 1, 1, match.game.slug, "running", 1, 0, 0, members=PEOPLE, position=match.position)
    rows = [EntryRow(entry, (), str(entry.number)) for entry in journal(match)]
    return [(line.place, line.end, line.text) for line in undone_lines(row, match, rows)]


def test_the_newest_undone_line_comes_first_and_is_told_by_its_ends() -> None:
    match = plays(nim(), "1 take 1, 2 take 1, 1 take 1").enter(Undo(2), MASTER, 0).match
    match = does(match, 2, "take 2").enter(Undo(2), MASTER, 0).match
    assert listed(match) == [
        (6, 6, "1 step, to turn 6 · Bo: take 2"),
        (4, 4, "2 steps, to turn 4 · Bo: take 1 … Ann: take 1"),
    ]
    assert (end_of(match, 6), end_of(match, 4), end_of(match, 3)) == (6, 4, 0)


def test_a_resumed_line_is_not_listed_but_the_one_it_replaced() -> None:
    match = plays(nim(), "1 take 1, 2 take 1").enter(Undo(2), MASTER, 0).match
    match = does(match, 2, "take 2").enter(Redo(3), MASTER, 0).match
    assert [end for _, end, _ in listed(match)] == [5]


def test_what_was_done_in_secret_makes_no_line_of_its_own() -> None:
    match = cove()
    match = does(match, 1, stow(match, 1)).enter(Undo(1), MASTER, 0).match
    assert journal(match)[1].secret
    assert listed(match) == []
