"""The store on bad days: it reports errors, never guesses a repair, and works afterwards."""

import asyncio
import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.errors import AlteredJournal, Damaged, NotRead, NotSaved, StoreError
from bot.store.rows import Change
from bot.store.store import Store
from rules.engine.errors import JournalDiffers
from rules.engine.verify import verify
from tests.bot.harbour import Harbour
from tests.bot.store.conftest import NOW
from tests.bot.store.matches import change, opened, stored, take_one
from tests.bot.store.samples import at_length, entry, later, lobby, running, turn
from tests.bot.store.writers import allow_writing, forbid_writing

PAGE = 4_096


def alter(path: Path, statement: str) -> None:
    """Change a database without the store's knowledge."""
    database = sqlite3.connect(path)
    database.execute(statement)
    database.commit()
    database.close()


@contextmanager
def room_for(path: Path, size: int) -> Iterator[None]:
    """Limit this process's files to `size` more bytes than the database's log has."""
    limit, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = path.with_name(f"{path.name}-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + size, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))


# The disk


async def test_a_commit_that_the_disk_does_not_take_has_not_happened(store: Store, path: Path) -> None:
    await store.commit(turn(running(), 1))
    with room_for(path, PAGE // 2), pytest.raises(NotSaved):
        await store.commit(turn(running(), 2))
    assert await store.entries("HM7KPX") == [entry(1)]
    assert await store.game("HM7KPX") == at_length(running(), 1)


async def test_the_store_goes_on_when_the_disk_has_room_again(store: Store, path: Path, url: str) -> None:
    await store.commit(turn(running(), 1))
    with room_for(path, 0):
        refused = await asyncio.gather(
            *(store.commit(Change(lobby(f"G{number:05}", channel=number))) for number in range(5)),
            return_exceptions=True,
        )
    assert [type(result) for result in refused] == [NotSaved] * 5
    await store.commit(turn(running(), 2))
    again = await Store.open(url, lambda: NOW)
    assert await again.entries("HM7KPX") == [entry(1), entry(2)]
    await again.close()


async def test_a_database_that_may_no_longer_be_written_can_still_be_read(store: Store) -> None:
    await store.commit(Change(lobby()))
    await forbid_writing(store)
    with pytest.raises(NotSaved):
        await store.commit(Change(lobby("PPPPPP", channel=1)))
    assert await store.game("HM7KPX") == lobby()
    await allow_writing(store)
    await store.commit(Change(lobby("PPPPPP", channel=1)))


@pytest.mark.parametrize(
    ("channel", "cause"), [(500, "may not be written"), (2**70, "OverflowError|NumericValueOutOfRange")]
)
async def test_a_failure_is_logged_with_its_cause_and_without_the_secrets_of_a_game(
    channel: int, cause: str, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    if channel == 500:
        await forbid_writing(store)
    row = replace(at_length(running(channel=channel), 1), seed=b"A secret seed")
    with pytest.raises(NotSaved) as refused:
        await store.commit(Change(row, entry(1)))
    assert re.search(cause, caplog.text)
    for told in (caplog.text, refused.value.detail):
        assert "secret seed" not in told
        assert "left" not in told


async def test_people_are_told_that_nothing_is_saved_and_play_on_when_the_disk_has_room_again(
    harbour: Harbour, tmp_path: Path
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game="port_flower"))
    with room_for(tmp_path / "games.db", 0):
        refused = await harbour.told(await bo.slash("/game join"))
    assert "could not be saved, so nothing has changed" in refused.message.text
    await harbour.told(await bo.slash("/game join"))
    await harbour.delivered()
    assert "2. **Bo**" in harbour.newest.text


# The file


async def damaged_store(path: Path, url: str) -> Store:
    """Return a store with three games. The database page with the game BBBBBB was overwritten."""
    store = await Store.open(url, lambda: NOW)
    for number, game in enumerate(("AAAAAA", "BBBBBB", "CCCCCC")):
        chart = game * 500
        await store.commit(Change(replace(lobby(game, channel=number), options={"chart": chart})))
    await store.close()
    overwrite_page_of(path, "BBBBBB" * 500)
    return await Store.open(url, lambda: NOW)


def overwrite_page_of(path: Path, text: str) -> None:
    contents = bytearray(path.read_bytes())
    page = contents.index(text.encode()) // PAGE
    contents[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
    path.write_bytes(contents)


async def test_of_a_damaged_file_what_is_whole_can_be_read_and_the_rest_is_refused(
    path: Path, url: str
) -> None:
    store = await damaged_store(path, url)
    assert (await store.game("AAAAAA")) is not None
    with pytest.raises(Damaged):
        await store.game("BBBBBB")
    await store.close()


async def test_in_a_damaged_file_other_games_play_on(path: Path, url: str) -> None:
    store = await damaged_store(path, url)
    results = await asyncio.gather(
        store.commit(Change(later(lobby("AAAAAA", channel=0)))),
        store.commit(Change(later(lobby("BBBBBB", channel=1)))),
        store.commit(Change(later(lobby("CCCCCC", channel=2)))),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Damaged, type(None)]
    assert await store.game("CCCCCC") == later(lobby("CCCCCC", channel=2))
    await store.close()


@pytest.mark.parametrize("column", ["position", "opening", "options"])
async def test_a_game_that_cannot_be_understood_is_refused_alone(
    column: str, store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await store.commit(turn(running(), 1))
    await store.commit(turn(running("PPPPPP", channel=1), 1))
    alter(path, f"UPDATE games SET {column} = substr({column}, 1, 9) WHERE id = 'HM7KPX'")  # noqa: S608
    with pytest.raises(Damaged) as refused:
        await store.game("HM7KPX")
    assert refused.value.detail in caplog.text
    assert "game HM7KPX cannot be understood" in refused.value.detail
    assert "left" not in refused.value.detail
    assert await store.game("PPPPPP") is not None


# Journals


@pytest.fixture
async def match(store: Store) -> Store:
    """Return a store with two matches of six entries each."""
    for game, channel in (("HM7KPX", 500), ("PPPPPP", 501)):
        advance = opened(game)
        await store.commit(change(advance, channel))
        for _ in range(5):
            advance = take_one(advance.match)
            await store.commit(change(advance, channel))
    return store


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET entry = replace(entry, 'Ann', 'Bob') WHERE number = 3",
        "UPDATE entries SET entry = replace(entry, ',', ', ') WHERE number = 3",
        "UPDATE entries SET entry = 'nothing' WHERE number = 3",
        "UPDATE entries SET number = 30 WHERE number = 3",
        "DELETE FROM entries WHERE number = 3",
    ],
)
async def test_a_journal_that_was_changed_is_refused_by_the_name_of_its_game(
    statement: str, match: Store, path: Path
) -> None:
    alter(path, f"{statement} AND game = 'HM7KPX'")
    with pytest.raises(AlteredJournal, match="The journal of game HM7KPX was changed") as refused:
        await stored(match)
    assert refused.value.message.endswith(".")
    assert verify(await stored(match, "PPPPPP")).problems == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET entry = replace(entry, 'Ann', 'Bob') WHERE number = 6",
        "DELETE FROM entries WHERE number = 6",
        "DELETE FROM entries WHERE number = 1",
        "DELETE FROM entries WHERE number > 0",
    ],
)
async def test_a_journal_whose_ends_were_changed_is_refused_too(
    statement: str, match: Store, path: Path
) -> None:
    alter(path, f"{statement} AND game = 'HM7KPX'")
    with pytest.raises(JournalDiffers, match="The journal of game HM7KPX does not lead to its stored state"):
        await stored(match)


async def test_a_game_whose_journal_was_changed_can_be_played_on(match: Store, path: Path) -> None:
    whole = await stored(match)
    alter(path, "UPDATE entries SET entry = replace(entry, 'Ann', 'Bob') WHERE number = 3")
    await match.commit(change(take_one(whole)))
    assert len(await match.entries_between("HM7KPX", 1, 7)) == 7


@pytest.mark.parametrize(
    "told", [NotSaved("why"), NotRead("why"), Damaged("why"), AlteredJournal("HM7KPX", 3)]
)
def test_what_goes_wrong_is_a_sentence_for_people(told: StoreError) -> None:
    assert told.message.endswith(".")
    assert "why" not in told.message
