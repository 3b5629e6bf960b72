"""The moments of `/gm undo` are listed without reading the journal, and found by number or words."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.narration.undo_points import AT_ONCE, FARTHEST, Trail, listed
from bot.sessions.table import Table
from bot.store.rows import EntryRow, GameRow
from rules.engine.entries import Timeout
from sandbox import Persona
from tests.bot.harbour import BO_MOVES, MASTER, NOON, Harbour
from tests.bot.narration.test_branches import PEOPLE
from tests.engine.table import Alone, fresh, journal, opened, plays


@contextmanager
def entries_read(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Count the entries that each query of the store reads. Reading a complete journal is forbidden."""
    store, counts = harbour.bot.store, list[int]()
    before = store.entries_before

    async def counting(game: str, number: int, most: int) -> list[EntryRow]:
        found = await before(game, number, most)
        counts.append(len(found))
        return found

    async def forbidden(*_: object, **__: object) -> list[EntryRow]:
        raise AssertionError("a whole journal was read")

    with monkeypatch.context() as patched:
        patched.setattr(store, "entries_before", counting)
        patched.setattr(store, "entries", forbidden)
        yield counts


async def skip(table: Table, seat: int) -> None:
    """Let the rules answer for a seat."""
    await table.advance(lambda _, match: match.enter(Timeout(seat), MASTER, NOON, "a test"), 0)


async def long_race(harbour: Harbour) -> Persona:
    """Play a race in which sixty turns are skipped. Returns its host."""
    ann, _ = await harbour.race_of_two()
    table = await harbour.table()
    for turn in range(60):
        await skip(table, 1 + (turn + 1) % 2)
    await harbour.calm()
    return ann


async def test_suggestions_read_no_more_of_the_journal_than_they_show(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await long_race(harbour)
    with entries_read(harbour, monkeypatch) as counts:
        offered = await ann.complete("/game ask", what="undo", focused="to")
    assert len(offered) == 25
    assert counts == [AT_ONCE]


async def test_a_search_reads_on_but_not_for_ever(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await harbour.race_of_two()
    table = await harbour.table()
    for _ in range(FARTHEST):
        await table.advance(lambda _, match: fresh(match, NOON, actor=MASTER), 0)
    await harbour.calm()
    with entries_read(harbour, monkeypatch) as counts:
        assert await ann.complete("/game ask", what="undo", focused="to", to="no such words") == []
    assert sum(counts) == FARTHEST


async def test_the_list_reads_no_more_than_the_suggestions(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await long_race(harbour)
    with entries_read(harbour, monkeypatch) as counts:
        page = (await harbour.gm(ann, "undo")).message
    assert page.menus
    assert counts == [AT_ONCE]


async def test_a_moment_keeps_its_number_when_the_game_goes_on(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    (first, *_) = await ann.complete("/game ask", what="undo", focused="to")
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    assert first == ("before turn 1.2 · Bo sailed N4 to F6", BO_MOVES)
    assert first in await ann.complete("/game ask", what="undo", focused="to")


async def test_a_moment_is_also_found_by_its_words(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    page = await harbour.gm(ann, "undo", to="SAILED n4")
    assert "before turn 1.2 · Bo sailed N4 to F6" in page.text
    reply = await harbour.gm(ann, "undo", to="move raft")
    assert "no such moment" in reply.text


def test_moments_that_would_read_the_same_are_told_apart_by_their_numbers() -> None:
    match = plays(opened(Alone()), "1 take 2, 1 take 1, 1 take 1")
    row = GameRow("HM1", 1, 1, "nim", "running", 1, 0, 0, members=PEOPLE, position=match.position)
    trail = Trail(row, match)
    found = [trail.back(EntryRow(entry, (), "1")) for entry in reversed(journal(match))]
    assert listed([(moment.text, moment.place) for moment in found if moment]) == [
        ("4 · before turn 1 · Ann: take 1", 4),
        ("3 · before turn 1 · Ann: take 1", 3),
        ("before turn 1 · Ann: take 2", 2),
    ]
