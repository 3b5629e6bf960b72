import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store.store import Store
from tests.bot.blank import lay_blank
from tests.postgresql import needs_server, server

NOW = 5_000

PATIENCE = 120.0
"""The timeout of a test's wait for the store. The test fails if a writer never answers."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the store with both databases, except tests about files."""
    if "database" in metafunc.fixturenames:
        on_file = "path" in metafunc.fixturenames or metafunc.definition.get_closest_marker("files")
        metafunc.parametrize("database", ["sqlite"] if on_file else ["sqlite", "postgresql"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lay_blank(tmp_path / "games.db")


@pytest.fixture
def url(database: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of a database without games."""
    if database == "sqlite":
        yield f"sqlite:///{request.getfixturevalue('path')}"
        return
    needs_server()
    with server().blank() as address:
        yield address


@contextmanager
def given_up_after(seconds: float) -> Iterator[None]:
    """Cancel all waiting tasks every `seconds` seconds: a test's tasks, then those that close its store."""
    loop = asyncio.get_running_loop()
    timer: asyncio.TimerHandle

    def give_up() -> None:
        nonlocal timer
        timer = loop.call_later(seconds, give_up)
        for task in asyncio.all_tasks(loop):
            task.cancel()

    timer = loop.call_later(seconds, give_up)
    try:
        yield
    finally:
        timer.cancel()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    with given_up_after(PATIENCE):
        opened = await Store.open(url, lambda: NOW)
        yield opened
        await opened.close()
