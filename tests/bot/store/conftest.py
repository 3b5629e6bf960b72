import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.migrate import migrate_now
from bot.store.store import Store

NOW = 5_000


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An up-to-date database without games; tests copy it."""
    path = tmp_path_factory.mktemp("store") / "empty.db"
    migrate_now(f"sqlite:///{path}")
    return path


@pytest.fixture
def path(empty_database: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty_database, tmp_path / "games.db"))


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, lambda: NOW)
    yield opened
    await opened.close()
