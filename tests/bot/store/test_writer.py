"""Changes that wait at the same time, callers that give up, and a database that fails."""

import asyncio
import sqlite3
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Executable

from bot.store import writer
from bot.store.errors import ChannelTaken, Conflict, NotRead, NotSaved
from bot.store.rows import Change
from bot.store.store import Store
from bot.store.transactions import DriverSession, Parameters
from bot.store.writing import UNNAMED
from tests.bot.store.conftest import NOW, given_up_after
from tests.bot.store.samples import ANN, entry, lobby, post, running, turn
from tests.bot.store.writers import allow_writing, counted, forbid_writing, tell_writer, writing

FULL = 2


async def test_a_hundred_games_play_at_once_and_none_loses_an_entry(store: Store) -> None:
    async def play(number: int) -> None:
        row = running(f"G{number:05}", channel=number)
        for step in range(1, 6):
            await store.commit(turn(row, step, interaction=number * 10 + step))

    begun = counted(store)
    await asyncio.gather(*map(play, range(100)))
    assert len(begun) < 50
    for number in range(100):
        assert await store.entries(f"G{number:05}") == [entry(step) for step in range(1, 6)]


async def test_a_hundred_callers_for_one_place_in_one_game_leave_one_entry(store: Store) -> None:
    wanted = (store.commit(turn(running(), 1, interaction=number)) for number in range(1, 101))
    results = await asyncio.gather(*wanted, return_exceptions=True)
    assert results[0] is None
    assert [type(result) for result in results[1:]] == [Conflict] * 99
    assert await store.entries("HM7KPX") == [entry(1)]


async def test_a_hundred_callers_for_one_channel_open_one_game(store: Store) -> None:
    wanted = (store.commit(Change(lobby(f"G{number:05}"))) for number in range(100))
    results = await asyncio.gather(*wanted, return_exceptions=True)
    assert [type(result) for result in results[1:]] == [ChannelTaken] * 99
    assert [row.id for row in await store.open_games()] == ["G00000"]


async def test_what_waits_together_shares_a_transaction(store: Store) -> None:
    begun = counted(store)
    await asyncio.gather(*(store.commit(turn(running(), number)) for number in range(1, 20)))
    assert len(begun) == 1


async def test_no_delivery_brings_back_a_name_that_is_forgotten_at_the_same_time(store: Store) -> None:
    await store.commit(turn(running(), 1, post(1)))
    begun = counted(store)
    forgetting = asyncio.create_task(store.forget(ANN, ["HM7KPX"]))
    await asyncio.sleep(0)
    store.note_post(replace(post(1), message=70, shown=1, picture="board.png", alt="Ann is to move."))
    await forgetting
    assert len(begun) == 1
    assert [one.alt for one in await store.posts("HM7KPX")] == [UNNAMED]


async def test_a_commit_is_on_the_disk_when_it_returns(store: Store, path: Path) -> None:
    assert await tell_writer(store, "PRAGMA synchronous") == FULL
    assert await tell_writer(store, "PRAGMA journal_mode") == "wal"


async def test_a_caller_who_gives_up_gives_up_the_answer_and_not_the_change(store: Store) -> None:
    caller = asyncio.create_task(store.commit(turn(running(), 1)))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    await store.commit(turn(running(), 2))
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]


async def test_closing_finishes_everything_that_was_accepted(store: Store, url: str) -> None:
    row = running()
    callers = [asyncio.create_task(store.commit(turn(row, number))) for number in range(1, 51)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*callers)
    again = await Store.open(url, lambda: NOW)
    assert len(await again.entries("HM7KPX")) == 50
    await again.close()


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    with pytest.raises(NotSaved):
        await store.commit(Change(lobby()))
    with pytest.raises(NotRead):
        await store.game("HM7KPX")


async def test_closing_twice_is_harmless(store: Store) -> None:
    await store.close()
    await store.close()


async def test_a_change_that_cannot_be_written_is_refused_alone(store: Store) -> None:
    unwritable = replace(lobby("PPPPPP", channel=2**70))
    results = await asyncio.gather(
        store.commit(Change(lobby("CCCCCC", channel=1))),
        store.commit(Change(unwritable)),
        store.commit(Change(lobby("KKKKKK", channel=2))),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), NotSaved, type(None)]
    assert [row.id for row in await store.open_games()] == ["CCCCCC", "KKKKKK"]


async def test_a_full_disk_refuses_changes_until_there_is_room(store: Store, path: Path) -> None:
    await tell_writer(store, "PRAGMA max_page_count = 1")
    large = replace(lobby(), options={"chart": "~" * 100_000})
    with pytest.raises(NotSaved):
        await store.commit(Change(large))
    assert await store.game("HM7KPX") is None
    await tell_writer(store, "PRAGMA max_page_count = 100000")
    await store.commit(Change(large))
    assert await store.game("HM7KPX") == large


async def test_changes_are_refused_while_another_program_does_not_stop_writing(
    store: Store, path: Path
) -> None:
    await tell_writer(store, "PRAGMA busy_timeout = 1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotSaved):
        await store.commit(Change(lobby()))
    other.execute("ROLLBACK")
    other.close()
    await store.commit(Change(lobby()))
    assert await store.game("HM7KPX") == lobby()


async def test_everything_else_goes_on_while_a_change_waits_for_the_disk(store: Store, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(store.commit(Change(lobby())))
    for _ in range(20):
        assert await store.game("HM7KPX") is None
    assert not waiting.done()
    other.execute("COMMIT")
    other.close()
    await waiting
    assert await store.game("HM7KPX") == lobby()


async def test_a_reader_who_gives_up_leaves_the_store_in_order(store: Store) -> None:
    await store.commit(Change(lobby()))
    for steps in range(10):
        reader = asyncio.create_task(store.game("HM7KPX"))
        for _ in range(steps):
            await asyncio.sleep(0)
        reader.cancel()
        await asyncio.wait([reader])
    assert await store.game("HM7KPX") == lobby()


async def test_a_connection_that_breaks_is_made_anew(store: Store) -> None:
    (await writing(store)).close()
    results = await asyncio.gather(
        *(store.commit(turn(running(), number)) for number in (1, 2)), return_exceptions=True
    )
    assert results == [None, None]
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]


@pytest.mark.parametrize("statement", [1, 3, 5])
async def test_a_connection_that_breaks_in_the_middle_of_a_transaction_loses_nothing(
    store: Store, statement: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection, said, execute = await writing(store), count(1), DriverSession.execute

    def cut(session: DriverSession, spoken: Executable, values: Parameters) -> object:
        if next(said) == statement:
            connection.close()
        return execute(session, spoken, values)

    monkeypatch.setattr(DriverSession, "execute", cut)
    await asyncio.gather(*(store.commit(turn(running(), number, interaction=number)) for number in (1, 2)))
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]


async def test_nobody_waits_for_ever_when_the_writer_is_stopped(store: Store) -> None:
    caller = asyncio.create_task(store.commit(Change(lobby())))
    await asyncio.sleep(0)
    store._writer._task.cancel()
    with pytest.raises(NotSaved):
        await caller
    with pytest.raises(NotSaved):
        await store.commit(Change(lobby()))


async def test_a_test_of_a_writer_that_never_answers_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_give", lambda answer, refusal: None)
    with pytest.raises(asyncio.CancelledError), given_up_after(0.1):
        await store.commit(Change(lobby()))


async def test_a_note_shares_the_transaction_of_the_next_change(store: Store) -> None:
    await store.commit(turn(running(), 1, post(1)))
    begun = counted(store)
    store.note_post(replace(post(1), message=70, shown=1))
    await store.commit(turn(running(), 2, replace(post(1), wanted=2)))
    assert len(begun) == 1
    assert await store.post(1) == replace(post(1), wanted=2, message=70, shown=1)
    assert len(begun) == 1


async def test_a_note_that_nothing_follows_is_written_by_itself_before_long(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SOON", 0)
    await store.commit(turn(running(), 1, post(1)))
    begun = counted(store)
    store.note_post(replace(post(1), message=70))
    async with asyncio.timeout(60):
        while not begun:  # noqa: ASYNC110 - nothing else tells when
            await asyncio.sleep(0)
    assert await store.post(1) == replace(post(1), message=70)


async def test_closing_writes_what_was_noted(store: Store, url: str) -> None:
    await store.commit(turn(running(), 1, post(1)))
    store.note_post(replace(post(1), message=70))
    await store.close()
    again = await Store.open(url, lambda: NOW)
    assert await again.post(1) == replace(post(1), message=70)
    await again.close()


async def test_a_note_that_could_not_be_written_goes_with_a_later_change(store: Store) -> None:
    await store.commit(turn(running(), 1, post(1)))
    await forbid_writing(store)
    store.note_post(replace(post(1), message=70))
    assert await store.post(1) == post(1)
    store.note_post(replace(post(1), message=70, shown=1))
    assert await store.post(1) == post(1)
    await allow_writing(store)
    await store.commit(turn(running(), 2, replace(post(1), wanted=2)))
    assert await store.post(1) == replace(post(1), wanted=2, message=70, shown=1)
