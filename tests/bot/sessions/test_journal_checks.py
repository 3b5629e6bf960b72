"""Checking a long game delays nobody else, no matter how often it is requested."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from bot.sessions.journal_checks import BRIEF, REST, Checks
from bot.store.rows import EntryRow, GameRow
from rules.engine.match import Match
from rules.engine.verify import Verification, verify
from tests.bot.harbour import Harbour

PATIENCE = 60


@dataclass
class Slow:
    """Stands in for a check of a long game, which waits for permission and then takes `seconds` seconds."""

    seconds: float = 0.0
    time: float = 0.0
    made: int = 0
    may_go_on: threading.Event = field(default_factory=threading.Event)

    def verify(self, row: GameRow, match: Match, entries: list[EntryRow]) -> Verification:
        assert self.may_go_on.wait(PATIENCE), "the event loop waits for the check"
        self.made += 1
        self.time += self.seconds
        return verify(match)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setattr("bot.sessions.journal_checks.verify", slow.verify)
    yield slow
    slow.may_go_on.set()


async def test_the_event_loop_goes_on_while_a_game_is_checked(harbour: Harbour, slow: Slow) -> None:
    await harbour.race_of_two()
    table, asked = await harbour.table(), Checks(harbour.bot.store, harbour.bot.now)
    check = asyncio.create_task(asked.of(table))
    await harbour.pass_turn(1, 1, 1, 1)
    slow.may_go_on.set()
    checked = await check
    assert checked.found.problems == ()


async def test_of_many_who_ask_at_once_one_is_answered_for_all(harbour: Harbour, slow: Slow) -> None:
    await harbour.race_of_two()
    table, asked = await harbour.table(), Checks(harbour.bot.store, harbour.bot.now)
    several = [asyncio.create_task(asked.of(table)) for _ in range(5)]
    await asyncio.sleep(0)
    several[0].cancel()
    slow.may_go_on.set()
    found = await asyncio.gather(*several[1:])
    assert slow.made == 1
    assert all(checked is found[0] for checked in found)


@pytest.mark.parametrize(("seconds", "made"), [(BRIEF / 2, 3), (1.0, 2)])
async def test_a_long_check_is_not_made_again_at_once(
    harbour: Harbour, slow: Slow, seconds: float, made: int
) -> None:
    await harbour.race_of_two()
    slow.seconds = seconds
    slow.may_go_on.set()
    table, asked = await harbour.table(), Checks(harbour.bot.store, harbour.bot.now, lambda: slow.time)
    await asked.of(table)
    await asked.of(table)
    slow.time += seconds * REST
    await asked.of(table)
    assert slow.made == made


async def test_who_is_told_of_an_older_check_reads_so(harbour: Harbour, slow: Slow) -> None:
    _, bo = await harbour.race_of_two()
    slow.seconds = 1.0
    slow.may_go_on.set()
    harbour.bot.checks = Checks(harbour.bot.store, harbour.bot.now, lambda: slow.time)
    fresh = (await harbour.told(await bo.slash("/game check"))).text
    await harbour.pass_turn(1, 1, 1, 1)
    later = (await harbour.told(await bo.slash("/game check"))).text
    assert "the game has gone on" not in fresh
    assert "the game has gone on" in later
    assert slow.made == 1


async def test_a_hit_that_an_order_let_happen_is_as_it_was_told(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", repellent="coin")
    await harbour.told(await bo.slash("/game do", action="repel_policy never"))
    await harbour.pass_turn(4, 0, 0, 0)
    await harbour.force(0, 5, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.told(await ann.slash("/game do", action="s1 E5"))
    assert any(event["event"] == "boat_hit" for row in await harbour.journal() for event in row.events)
    for person in (ann, bo):
        await harbour.told(await person.slash("/game do", action="resign"))
    check = await harbour.told(await ann.slash("/game check"))
    assert "not in order" not in check.text, check.text


async def test_a_journal_that_is_read_while_the_game_goes_on_is_that_of_one_moment(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.race_of_two()
    table, read = await harbour.table(), harbour.bot.store.entries
    before = table.match.position.last

    async def late(game: str) -> list[EntryRow]:
        monkeypatch.setattr(harbour.bot.store, "entries", read)
        await harbour.skip()
        return await read(game)

    monkeypatch.setattr(harbour.bot.store, "entries", late)
    match, journal = await table.whole()
    assert table.match.position.last > before
    assert [row.entry.number for row in journal] == [*range(1, before + 1)]
    assert match.position.last == before
