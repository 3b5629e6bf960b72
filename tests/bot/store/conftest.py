from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.store import Store
from tests.bot.blank import lay_blank

NOW = 5_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lay_blank(tmp_path / "games.db")


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, lambda: NOW)
    yield opened
    await opened.close()
