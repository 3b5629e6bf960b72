import gc
from collections.abc import Iterator

import pytest

from bot.loading import loading


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
