import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bot.service.garbage_collection import loading


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_was_loaded_is_not_looked_through_for_garbage() -> None:
    with loading():
        assert not gc.isenabled()
        loaded: list[list[int]] = [[]]
    assert not any(thing is loaded for thing in gc.get_objects())


def test_garbage_is_collected_again_after_loading_even_if_that_failed() -> None:
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()


STARTED = """
import sys
import bot.cli.run
from rules.engine.registry import games

models = [m for game in games().values() for m in (game.options, game.state, *game.actions, *game.events)]
print(*(name for name in ("PIL", "alembic", "sandbox") if name in sys.modules))
print(*(model.__name__ for model in models if model.__pydantic_complete__))
"""


def test_a_start_waits_for_nothing_that_is_only_needed_later() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
