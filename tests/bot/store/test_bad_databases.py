"""Whoever names a database that cannot be used gets one sentence that says what to do."""

import sqlite3
from pathlib import Path

import pytest

from bot.store.migrate import migrate
from bot.store.store import BadDatabase, Store


async def complaint(url: str) -> str:
    """What the program says to that DATABASE_URL, by migrating and by opening: it must be the same."""
    with pytest.raises(BadDatabase) as migrating:
        await migrate(url)
    with pytest.raises(BadDatabase) as opening:
        await Store.open(url, lambda: 0)
    assert migrating.value.message == opening.value.message
    return migrating.value.message


@pytest.mark.parametrize("url", ["", "games.db", "sqlite//games.db"])
async def test_a_text_that_is_no_address(url: str) -> None:
    assert "not the address of a database" in await complaint(url)


@pytest.mark.parametrize(
    "url", ["postgres://ann:secret@host/games", "postgresql+asyncpg://ann:secret@host/games"]
)
async def test_a_database_that_is_not_supported(url: str) -> None:
    message = await complaint(url)
    assert "SQLite only" in message
    assert "secret" not in message


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://"])
async def test_a_database_that_would_be_gone_after_a_restart(url: str) -> None:
    assert "names no file" in await complaint(url)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("The quick brown ship jumps over the lazy reef. " * 100)
    assert f"The file {path} is no database" in await complaint(f"sqlite:///{path}")
    assert path.read_text().startswith("The quick brown ship")


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "Check that its folder exists" in await complaint(f"sqlite:///{tmp_path}/nowhere/games.db")


async def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert "cannot be opened" in await complaint(f"sqlite:///{tmp_path}")


async def test_a_database_that_may_only_be_read(path: Path) -> None:
    # By the address rather than by the file's mode, which an administrator's account does not heed.
    with pytest.raises(BadDatabase, match="may not be written"):
        await Store.open(f"sqlite:///file:{path}?mode=ro&uri=true", lambda: 0)


async def test_a_database_of_a_newer_program(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    assert "newer Harbourmaster" in await complaint(f"sqlite:///{path}")


async def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "chess.db"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE games (white TEXT, black TEXT)")
    database.close()
    assert "belongs to another program" in await complaint(f"sqlite:///{path}")


async def test_a_database_that_was_never_migrated(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="harbour migrate"):
        await Store.open(f"sqlite:///{tmp_path / 'new.db'}", lambda: 0)
