"""The error about an unusable database is one sentence that suggests a solution."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.store import db_errors, sqlite
from bot.store.db_move import back_up
from bot.store.errors import BadDatabase
from bot.store.lock import alone_on
from bot.store.migrate import migrate
from bot.store.restore import restore
from bot.store.store import Store


async def complaint(url: str) -> str:
    """Return the error about a DATABASE_URL. Migrating and opening must report the same error."""
    with pytest.raises(BadDatabase) as migrating:
        await migrate(url)
    with pytest.raises(BadDatabase) as opening:
        await Store.open(url, lambda: 0)
    assert migrating.value.message == opening.value.message
    return migrating.value.message


@pytest.mark.parametrize("url", ["", "games.db", "sqlite//games.db"])
async def test_a_text_that_is_no_address(url: str) -> None:
    assert "not the address of a database" in await complaint(url)


async def test_a_database_that_is_not_supported() -> None:
    message = await complaint("mysql://ann:secret@host/games")
    assert "SQLite or PostgreSQL only" in message
    assert "secret" not in message


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://"])
async def test_a_database_that_would_be_gone_after_a_restart(address: str) -> None:
    assert "names no file" in await complaint(address)


async def test_a_server_without_a_database() -> None:
    assert "names no database on that server" in await complaint("postgresql://ann:secret@host")


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("The quick brown ship jumps over the lazy reef. " * 100)
    assert f"The file {path} is not a database" in await complaint(f"sqlite:///{path}")
    assert path.read_text().startswith("The quick brown ship")


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "Check that its folder exists" in await complaint(f"sqlite:///{tmp_path}/nowhere/games.db")


async def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert "cannot be opened" in await complaint(f"sqlite:///{tmp_path}")


async def test_a_database_that_may_only_be_read(path: Path) -> None:
    # The address makes the database read-only, because administrators can write to any file.
    with pytest.raises(BadDatabase, match="may not be written"):
        await Store.open(f"sqlite:///file:{path}?mode=ro&uri=true", lambda: 0)


async def test_a_database_of_a_newer_program(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    assert "newer Harbourmaster" in await complaint(f"sqlite:///{path}")


@pytest.mark.parametrize(
    "tables",
    [
        "CREATE TABLE games (white TEXT, black TEXT)",
        "CREATE TABLE bookmarks (address TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('0001')",
        "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('4f1a2b3c')",
        "CREATE TABLE alembic_version (version_num TEXT)",
    ],
    ids=["games", "bookmarks", "our version", "its version", "no version"],
)
async def test_a_database_of_another_program(tmp_path: Path, tables: str) -> None:
    path = tmp_path / "other.db"
    database = sqlite3.connect(path)
    database.executescript(tables)
    database.close()
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(BadDatabase, match="belongs to another program"), alone_on(f"sqlite:///{path}"):
        await migrate(f"sqlite:///{path}")
    assert "belongs to another program" in await complaint(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o644


def cut(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])


def size_of(path: Path) -> int:
    return path.stat().st_size


@pytest.mark.parametrize("size", [5_000, 4_096, 20_000])
async def test_a_database_that_was_cut_short(path: Path, size: int) -> None:
    cut(path, size)
    assert f"The database {path} is damaged. Nothing was changed." in await complaint(f"sqlite:///{path}")
    assert size_of(path) == size


async def test_a_database_whose_first_page_was_overwritten(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"~" * 4_096)
    assert f"The file {path} is not a database, or it is damaged." in await complaint(f"sqlite:///{path}")


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")])
async def test_a_log_without_its_database(path: Path, lose: Callable[[Path], object]) -> None:
    log = path.with_name("games.db-wal")
    log.write_bytes(b"what was played last")
    lose(path)
    assert "games.db-wal is there: one was moved without the other." in await complaint(f"sqlite:///{path}")
    assert log.read_bytes() == b"what was played last"


async def test_a_database_that_another_program_does_not_let_go_of(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (sqlite, db_errors):
        monkeypatch.setattr(module, "PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    said = await complaint(f"sqlite:///{path}")
    assert said == f"The database {path} is in use by another program. Stop that program, then try again."
    other.close()


def test_on_the_command_line_it_is_one_sentence_and_an_exit_code(path: Path) -> None:
    cut(path, 5_000)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "migrate"],
        cwd=Path(__file__).parents[3],
        env={"DATABASE_URL": f"sqlite:///{path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    sentences = f"The database {path} is damaged. Nothing was changed. Bring back a copy with"
    assert done.stderr == f"{sentences} ./harbour restore FILE.\n"


async def test_a_database_that_was_never_migrated(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="harbour migrate"):
        await Store.open(f"sqlite:///{tmp_path / 'new.db'}", lambda: 0)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_CANTOPEN])
def test_a_full_disk_is_called_full_whatever_sqlite_calls_it(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    full = f"There is no room for the database {path}: the disk is full. Make room, then try again."
    assert db_errors.complaint(path, error) != full
    room = shutil.disk_usage(path.parent)._replace(free=4_096)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: room)
    assert db_errors.complaint(path, error) == full
    assert db_errors.complaint(path, OSError(errno.ENOSPC, "No space left on device")) == full


def test_a_lock_is_taken_on_a_full_disk_and_what_needs_room_says_so(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    back_up(f"sqlite:///{path}", tmp_path / "copy.db")
    monkeypatch.setattr(os, "write", full)
    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(BadDatabase, match="the disk is full"):
        restore(f"sqlite:///{path}", tmp_path / "copy.db", datetime.now(UTC))
    assert not list(tmp_path.glob("*.part"))
