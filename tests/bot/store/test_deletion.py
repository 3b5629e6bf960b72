"""Deleting old finished games, and all data of a server, from every table."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.__main__ import main
from bot.store.addresses import read_url
from bot.store.database import transaction
from bot.store.deletion import OF_GAMES, delete_server, prune, take_out_server, wipe
from bot.store.errors import BadDatabase
from bot.store.lock import alone_on
from bot.store.preferences import Preferences
from bot.store.restore import restore
from bot.store.rows import Change, GameStatus, LetterRow, Look
from bot.store.schema import games, metadata
from bot.store.store import Store
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import ANN, at_length, entry, lobby, post, result, running, turn

LONG_AGO, LATELY = 1_002, 50_000


async def leave(
    url: str, game: str, channel: int, status: GameStatus, *, guild: int = 77, at: int = 0
) -> None:
    """Store a game of two turns with data in each table. `at` is the time of its last change."""
    store = await Store.open(url, lambda: NOW)
    row = replace(running(game, channel=channel), guild=guild)
    await store.commit(turn(row, 1, post(channel, game), interaction=channel))
    ended = replace(at_length(row, 2), status=status, updated=at or LONG_AGO)
    letter = LetterRow(channel, ANN, game, "news", 1, 0, 1_000)
    await store.commit(Change(ended, entry(2), letters=(letter,)))
    await store.note_look(Look(ANN, game, 1, 1_000))
    await store.record(game, [replace(result(game, 1), guild=guild)])
    await store.close()


def counts(url: str) -> dict[str, int]:
    """Return the number of rows in each table."""
    with transaction(read_url(url)) as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
        }


def ids(url: str) -> list[str]:
    with transaction(read_url(url)) as connection:
        return sorted(connection.scalars(select(games.c.id)))


async def test_what_has_been_over_for_long_is_deleted_with_all_that_is_kept_of_it(url: str) -> None:
    empty = counts(url)
    statuses: tuple[GameStatus, ...] = ("over", "ended", "cancelled")
    for number, status in enumerate(statuses, 1):
        await leave(url, f"GONE{number:02}", number, status)
    filled = counts(url)
    assert all(filled[name] for name in ("entries", "posts", "members", "letters", "looks", "results"))
    assert prune(url, LATELY) == 3
    left = counts(url)
    assert {name: left[name] for name in ("games", *(table.name for table in OF_GAMES))} == {
        name: empty[name] for name in ("games", *(table.name for table in OF_GAMES))
    }
    assert left["interactions"] == 3


@pytest.mark.parametrize("status", ["lobby", "running", "paused", "moved"])
async def test_what_is_played_or_has_moved_away_is_kept(url: str, status: GameStatus) -> None:
    await leave(url, "KEPT01", 1, status)
    before = counts(url)
    assert prune(url, LATELY) == 0
    assert counts(url) == before


async def test_what_was_over_lately_is_kept(url: str) -> None:
    await leave(url, "KEPT01", 1, "over", at=LATELY)
    await leave(url, "GONE01", 2, "over", at=LATELY - 1)
    assert prune(url, LATELY) == 1
    assert ids(url) == ["KEPT01"]


async def test_a_store_goes_on_while_old_games_are_deleted(store: Store, url: str) -> None:
    await leave_in(store, "GONE01", 1)
    await store.commit(turn(running("PPPPPP", channel=9), 1))
    assert prune(url, LATELY) == 1
    await wipe(url)
    await store.commit(turn(running("PPPPPP", channel=9), 2))
    assert await store.game("GONE01") is None
    assert await store.entries("PPPPPP") == [entry(1), entry(2)]


async def leave_in(store: Store, game: str, channel: int) -> None:
    await store.commit(Change(replace(lobby(game, channel=channel), status="cancelled")))


async def test_all_of_a_server_is_deleted_and_nothing_of_another(url: str) -> None:
    await leave(url, "KEPT01", 1, "over", guild=88)
    kept = counts(url)
    await leave(url, "GONE01", 2, "running")
    await leave(url, "GONE02", 3, "over")
    store = await Store.open(url, lambda: NOW)
    await store.set_up(77, lambda settings: replace(settings, hall=500))
    await store.close()
    assert delete_server(url, 77) == 2
    left = counts(url)
    assert left.pop("interactions") == 3
    kept.pop("interactions")
    assert left == kept
    assert ids(url) == ["KEPT01"]


async def test_a_copy_of_a_server_holds_nothing_of_others_and_is_restored(url: str, tmp_path: Path) -> None:
    await leave(url, "OTHERS", 1, "over", guild=88)
    await leave(url, "OURS01", 2, "running")
    store = await Store.open(url, lambda: NOW)
    await store.set_up(77, lambda settings: replace(settings, hall=500))
    await store.set_up(88, lambda settings: replace(settings, hall=501))
    await store.wish(Preferences(ANN, "once"))
    await store.count_login(4_000, 0)
    await store.be_there(3_000, away_since=2_000)
    await store.close()
    before, told = counts(url), list[str]()  # The seeds of these games are made up.
    assert take_out_server(url, 77, tmp_path / "ours.backup", told.extend).games == 1
    assert counts(url) == before
    assert b"OTHERS" not in (tmp_path / "ours.backup").read_bytes()

    elsewhere = f"sqlite:///{tmp_path / 'new.db'}"
    restore(elsewhere, tmp_path / "ours.backup", datetime(2026, 11, 21, tzinfo=UTC), told.extend)
    assert ids(elsewhere) == ["OURS01"]
    left = counts(elsewhere)
    assert (left["entries"], left["results"], left["servers"], left["outages"]) == (2, 1, 1, 1)
    assert not any(left[name] for name in ("wishes", "logins", "interactions", "presence"))


# Commands


async def test_without_a_number_of_days_nothing_is_pruned(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await leave(url, "GONE01", 1, "over")
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["prune"]) == 1
    assert "Games are kept for ever." in capsys.readouterr().err
    assert main(["prune", "--days", "0"]) == 1
    assert ids(url) == ["GONE01"]
    monkeypatch.setenv("KEEP_FINISHED_DAYS", "30")
    assert await asyncio.to_thread(main, ["prune"]) == 0
    assert capsys.readouterr().out == "Games deleted that had been over for 30 days: 1.\n"
    assert ids(url) == []


async def test_a_server_is_deleted_only_by_that_word_and_while_nobody_plays(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await leave(url, "GONE01", 1, "over")
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(SystemExit):
        main(["server", "77"])
    assert main(["server", "77", "--export", str(tmp_path / "ours.backup"), "--anyway"]) == 0
    assert main(["server", "77", "--export", str(tmp_path / "ours.backup")]) == 1
    assert "holds 1 game (0 open) with 2 entries of server 77" in capsys.readouterr().out
    with alone_on(url):
        assert main(["server", "77", "--delete"]) == 1
    assert ids(url) == ["GONE01"]
    assert await asyncio.to_thread(main, ["server", "77", "--delete"]) == 0
    assert capsys.readouterr().out == "Games of server 77 deleted, with its records and settings: 1.\n"
    assert ids(url) == []


async def test_a_database_that_is_not_there_is_not_made(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("nothing") / "games.db"
    with pytest.raises(BadDatabase, match="not up to date"):
        prune(f"sqlite:///{file}", LATELY)
