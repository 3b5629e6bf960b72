from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.store import Store
from tests.bot.blank import lay_blank
from tests.postgresql import needs_server, server

NOW = 5_000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the store with both databases, except those about the file of one."""
    if "database" in metafunc.fixturenames:
        on_file = "path" in metafunc.fixturenames or metafunc.definition.get_closest_marker("files")
        metafunc.parametrize("database", ["sqlite"] if on_file else ["sqlite", "postgresql"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lay_blank(tmp_path / "games.db")


@pytest.fixture
def url(database: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Give a database without games."""
    if database == "sqlite":
        yield f"sqlite:///{request.getfixturevalue('path')}"
        return
    needs_server()
    with server().blank() as address:
        yield address


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, lambda: NOW)
    yield opened
    await opened.close()
