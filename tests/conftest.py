"""Rules for all tests: the same random examples everywhere, and no client that outlives its event loop."""

import gc
import os
import threading
from collections.abc import Iterator

import pytest
from discord.gateway import KeepAliveHandler
from hypothesis import settings

from tests.owed import still_owed
from tests.schedule import long_first

settings.register_profile("harbourmaster", derandomize=True, deadline=None)
settings.load_profile("harbourmaster")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what an incomplete game cannot pass yet (see `tests/owed.py`), and run long tests first."""
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            needed = (name for mark in item.iter_markers("needs") for name in mark.args)
            for why in (why for name in needed for why in still_owed(name, item.callspec.params)):
                item.add_marker(pytest.mark.skip(reason=why))
    items[:] = long_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), _module_of_long)


def _module_of_long(item: pytest.Item) -> str:
    return str(item.path) if item.get_closest_marker("long") else ""


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and never imported objects. Collections took an eighth of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True)
def only_hearts_of_living_clients_beat() -> Iterator[None]:
    """Stop heartbeat threads of clients that were lost during login, because they fail later tests."""
    _still_the_dead()
    yield
    _still_the_dead()


def _still_the_dead() -> None:
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler) and thread.ws.loop.is_closed():
            thread.stop()
