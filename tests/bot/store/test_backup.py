"""Copies of all games: made while they are played, brought back when all is lost."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import copying
from bot.store.backup import back_up
from bot.store.copying import Holdings
from bot.store.errors import BadDatabase
from bot.store.lock import alone_on
from bot.store.migrate import VERSIONS
from bot.store.restore import restore
from bot.store.rows import Change, RestoredRow
from bot.store.store import Store
from tests.bot.store.conftest import NOW
from tests.bot.store.matches import change, opened, stored, take_one
from tests.bot.store.samples import lobby, running, turn

THEN = datetime(2026, 11, 21, 16, 4, 12, tzinfo=UTC)

OLD = Path(__file__).parent / "databases"

Harbour = Callable[..., tuple[int, str, str]]


@pytest.fixture
def harbour(url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Harbour:
    """`./harbour` on the database of the test: its exit code, what it printed, what it complained of."""
    monkeypatch.setenv("DATABASE_URL", url)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


async def write(url: str, *changes: Change) -> None:
    """Store these, and close the store again."""
    store = await Store.open(url, lambda: NOW)
    for made in changes:
        await store.commit(made)
    await store.close()


def destroy(path: Path) -> None:
    """Write over a database and lose its log."""
    path.write_bytes(b"The sea has it. " * 2_000)
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)


async def play(store: Store, games: dict[str, int], afloat: asyncio.Event) -> None:
    """Play matches to their end, all at once; `games` tells how many entries each is known to have."""

    async def one(game: str, channel: int) -> None:
        advance = opened(game)
        while True:
            await store.commit(change(advance, channel))
            games[game] = advance.entry.number
            if sum(games.values()) > 30:
                afloat.set()
            if advance.match.finished:
                return
            advance = take_one(advance.match)

    await asyncio.gather(*(one(f"G{number:05}", number) for number in range(10)))


async def test_after_a_disaster_everything_up_to_the_backup_is_there(
    store: Store, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    told: dict[str, int] = {}
    afloat = asyncio.Event()
    playing = asyncio.create_task(play(store, told, afloat))
    await afloat.wait()
    before = dict(told)
    await asyncio.to_thread(back_up, f"sqlite:///{path}", tmp_path / "copy.db")
    await playing
    await store.close()
    destroy(path)

    code, out, err = harbour("restore", tmp_path / "copy.db")
    assert (code, err) == (0, "")
    assert "10 games" in out
    again = await Store.open(f"sqlite:///{path}", lambda: NOW)
    for game, entries in before.items():
        match = await stored(again, game)
        assert match.position.last >= entries
        assert match.verify().problems == ()
    assert before != told
    await again.close()


async def test_a_backup_says_what_it_holds(url: str, harbour: Harbour, tmp_path: Path) -> None:
    ended = lobby("PPPPPP", channel=1).with_status("ended")
    await write(url, turn(running(), 1), turn(running(), 2), Change(ended))
    code, out, _ = harbour("backup", tmp_path / "copy.db")
    assert code == 0
    told = f"{tmp_path}/copy.db holds 2 games (1 open) with 2 entries. It was checked and is in order.\n"
    assert out == told


def test_a_backup_is_a_single_file(harbour: Harbour, tmp_path: Path) -> None:
    harbour("backup", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]


async def test_a_backup_holds_what_is_still_in_the_log(store: Store, url: str, tmp_path: Path) -> None:
    await store.commit(turn(running(), 1))
    assert back_up(url, tmp_path / "copy.db") == Holdings(1, 1, 1)


def test_a_backup_is_made_while_the_bot_runs(url: str, harbour: Harbour, tmp_path: Path) -> None:
    with alone_on(url):
        assert harbour("backup", tmp_path / "copy.db")[0] == 0


def test_a_backup_replaces_a_file_only_when_it_is_told_to(harbour: Harbour, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("dear to somebody")
    code, _, err = harbour("backup", copy)
    assert (code, err) == (1, f"{copy} is there already. Name another file, or add --force.\n")
    assert copy.read_text() == "dear to somebody"
    assert harbour("backup", copy, "--force")[0] == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


def test_a_backup_that_fails_leaves_the_older_one(harbour: Harbour, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    harbour("backup", copy)
    older = copy.read_bytes()
    destroy(path)
    assert harbour("backup", copy, "--force")[0] == 1
    assert copy.read_bytes() == older
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_is_never_the_database_itself(harbour: Harbour, path: Path) -> None:
    before = path.read_bytes()
    code, _, err = harbour("backup", path, "--force")
    assert (code, "are the same file" in err) == (1, True)
    assert path.read_bytes() == before


def test_a_backup_goes_where_it_can_be_written(harbour: Harbour, tmp_path: Path) -> None:
    code, _, err = harbour("backup", tmp_path / "nowhere" / "copy.db")
    assert (code, "cannot be opened" in err) == (1, True)


def test_there_is_no_backup_of_nothing(harbour: Harbour, path: Path, tmp_path: Path) -> None:
    path.unlink()
    code, _, err = harbour("backup", tmp_path / "copy.db")
    assert (code, err) == (1, f"There is no file {path}.\n")
    assert not path.exists()


def test_a_backup_does_not_wait_for_ever(
    url: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PATIENCE", 0.0)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadDatabase, match="in use by another program"):
        back_up(url, tmp_path / "copy.db")
    other.close()


async def test_what_a_restored_backup_replaces_is_kept(
    url: str, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    await write(url, turn(running(), 1))
    harbour("backup", tmp_path / "copy.db")
    await write(url, turn(running(), 2))
    code, out, _ = harbour("restore", tmp_path / "copy.db")
    first, second = out.splitlines()
    assert code == 0
    assert first == f"The database is now what {tmp_path}/copy.db holds: 1 game (1 open) with 1 entry."
    kept = second.removeprefix("What was there before is kept as ").removesuffix(".")
    assert kept.startswith(f"{tmp_path}/games.replaced-")
    assert back_up(f"sqlite:///{kept}", tmp_path / "look.db").entries == 2
    assert back_up(url, tmp_path / "look.db").entries == 1


async def test_the_log_of_what_is_replaced_is_kept_with_it(url: str, path: Path, tmp_path: Path) -> None:
    back_up(url, tmp_path / "copy.db")
    store = await Store.open(url, lambda: NOW)
    await store.commit(turn(running(), 1))
    # As after a kill: what was committed last is in the log alone.
    kept = restore(url, tmp_path / "copy.db", THEN).kept
    assert kept == tmp_path / "games.replaced-20261121-160412.db"
    assert back_up(f"sqlite:///{kept}", tmp_path / "look.db").entries == 1
    assert back_up(url, tmp_path / "look.db").entries == 0
    await store.close()


def test_a_backup_is_restored_where_there_is_no_database(
    harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    harbour("backup", tmp_path / "copy.db")
    path.unlink()
    code, out, _ = harbour("restore", tmp_path / "copy.db")
    assert (code, "kept as" in out) == (0, False)
    assert path.exists()


def test_a_restored_database_is_written_by_whoever_wrote_the_one_before(
    url: str, path: Path, tmp_path: Path
) -> None:
    back_up(url, tmp_path / "copy.db")
    path.chmod(0o660)
    restore(url, tmp_path / "copy.db", THEN)
    assert path.stat().st_mode & 0o777 == 0o660


def test_nothing_is_restored_while_a_bot_is_running(
    url: str, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    harbour("backup", tmp_path / "copy.db")
    before = path.read_bytes()
    with alone_on(url):
        code, _, err = harbour("restore", tmp_path / "copy.db")
    assert (code, err.startswith("Another Harbourmaster (process ")) == (1, True)
    assert path.read_bytes() == before


def cut_in_half(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def damage_a_page(copy: Path) -> None:
    with copy.open("r+b") as file:
        file.seek(copy.stat().st_size - 4096)
        file.write(b"\xff" * 4096)


def make_newer(copy: Path) -> None:
    database = sqlite3.connect(copy)
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def write_a_letter(copy: Path) -> None:
    copy.write_text("Dear sea, " * 1_000)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (cut_in_half, "damaged"),
        (damage_a_page, "damaged"),
        (make_newer, "newer Harbourmaster"),
        (empty, "no games of Harbourmaster"),
        (write_a_letter, "is no database"),
        (Path.unlink, "There is no file"),
    ],
)
def test_a_bad_backup_replaces_nothing(
    spoil: Callable[[Path], None], complaint: str, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    harbour("backup", copy)
    spoil(copy)
    before = path.read_bytes()
    code, out, err = harbour("restore", copy)
    assert (code, out) == (1, "")
    assert complaint in err
    assert err.count("\n") == 1
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


async def test_after_a_restore_every_open_game_owes_its_channel_the_news(url: str, tmp_path: Path) -> None:
    ended = lobby("PPPPPP", channel=1).with_status("ended")
    await write(url, turn(running(), 1), Change(lobby("LLLLLL", channel=2, created=999)), Change(ended))
    back_up(url, tmp_path / "copy.db")
    restore(url, tmp_path / "copy.db", THEN)
    store = await Store.open(url, lambda: NOW)
    at = int(THEN.timestamp())
    assert await store.restored() == [RestoredRow("HM7KPX", at, 1_001), RestoredRow("LLLLLL", at, 1_001)]
    await store.commit(replace(turn(running(), 2), tells_restored=True))
    assert await store.restored() == [RestoredRow("LLLLLL", at, 1_001)]
    await store.close()


async def test_only_the_last_restore_is_told(url: str, tmp_path: Path) -> None:
    await write(url, turn(running(), 1))
    for day in range(2):
        back_up(url, tmp_path / "copy.db")
        restore(url, tmp_path / "copy.db", THEN + timedelta(days=day))
    store = await Store.open(url, lambda: NOW)
    assert [game.at for game in await store.restored()] == [int((THEN + timedelta(days=1)).timestamp())]
    await store.close()


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_copy_of_any_version_is_brought_up_to_date_as_it_is_restored(
    version: str, url: str, harbour: Harbour, tmp_path: Path
) -> None:
    database = sqlite3.connect(tmp_path / "copy.db")
    database.executescript((OLD / f"{version}.sql").read_text(encoding="utf-8"))
    database.close()
    assert harbour("restore", tmp_path / "copy.db")[0] == 0
    store = await Store.open(url, lambda: NOW)
    assert [game.game for game in await store.restored()] == ["HM7KPX", "PPPPPP"]
    await store.close()
