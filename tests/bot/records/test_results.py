"""Recording the results of finished games."""

import logging
from dataclasses import replace
from random import Random

import pytest

from bot.records.results import ResultKeeper, results_of
from bot.store.rows import Change, EntryRow, GameRow, Member
from bot.store.store import Store
from rules.engine.chance import Chance, QuickStream
from rules.engine.entries import End, Force
from rules.engine.match import Match
from rules.engine.options import choose
from rules.engine.registry import game as find_game
from tests.bot.background import results_are_stored
from tests.bot.store.conftest import path, store, url
from tests.bot.store.samples import at_length, running, turn
from tests.engine.table import MASTER, does, journal, nim, opened

__all__ = ["path", "store", "url"]


@pytest.fixture
def database() -> str:
    return "sqlite"


def stored(match: Match, preset: str = "printed") -> tuple[GameRow, Match, list[EntryRow]]:
    """Return a stored game of the engine's smallest rules, without the data of its events."""
    row = GameRow(
        "HM1", 77, 500, "nim", match.position.status, 801, 100, 100, opening=match.opening, seed=match.seed,
        position=match.position, members=(Member(1, 801, "Ann"), Member(2, 802, "Bo")), preset=preset,
    )  # fmt: skip
    return row, match, [EntryRow(entry, ()) for entry in journal(match)]


def played_out(match: Match) -> Match:
    at = 200
    while not match.finished:
        seat = match.position.awaited[0].seat
        match = does(match, seat, match.legal_actions(seat)[0], at)
        at += 100
    return match


def test_a_result_says_who_came_where_and_whether_it_counts_for_ratings() -> None:
    whole = played_out(nim())
    ann, bo = results_of(*stored(whole))
    assert {ann.place, bo.place} == {1, 2}
    assert (ann.unrated, ann.ended, ann.seconds) == ("", journal(whole)[-1].at, journal(whole)[-1].at - 100)
    assert ann.waited + bo.waited == ann.seconds
    forced = played_out(nim().enter(Force([1], "tide"), MASTER, 150, "a test").match)
    assert {one.unrated for one in results_of(*stored(forced))} == {"game master"}
    ended = results_of(*stored(nim().enter(End(), MASTER, 150, "a storm").match))
    assert {(one.place, one.unrated) for one in ended} == {(0, "no result")}
    assert {one.unrated for one in results_of(*stored(whole, "tutorial"))} == {"practice"}


def test_the_second_of_two_fleets_is_second() -> None:
    match = opened(find_game("acrana"), 4, fleet_size=2)
    for seat in (2, 4):
        match = does(match, seat, "resign")
    assert match.places == {1: 1, 3: 1, 2: 2, 4: 2}
    assert [one.place for one in results_of(*stored(match))] == [1, 2, 1, 2]


def test_who_sails_in_one_fleet_wins_and_loses_together() -> None:
    acrana = find_game("acrana")
    state, _ = acrana.start(choose(acrana.options, {"fleet_size": 2}), 4, Chance(QuickStream(Random(1))))
    assert [acrana.team(state, seat) for seat in range(1, 5)] == [1, 2, 1, 2]


async def test_what_cannot_be_written_down_is_told_to_the_host_and_tried_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    # The program does not have this kind of game any more.
    await store.commit(turn(replace(running(), slug="gone"), 1))
    over = replace(at_length(running(), 2), slug="gone", status="over")
    await store.commit(Change(over, turn(running(), 2).entry))
    keeper = ResultKeeper(store)
    with caplog.at_level(logging.WARNING):
        keeper.begin()
        await results_are_stored()
    assert "the result of game HM7KPX is not stored" in caplog.text
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert await store.unrecorded() == ["HM7KPX"]
