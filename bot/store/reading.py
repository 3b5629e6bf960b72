"""Reading what is due, round after round."""

import logging
from collections.abc import Awaitable
from typing import TypeVar

from bot.store.errors import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")


async def read_due(what: str, reading: Awaitable[T]) -> T | None:
    """Return what the store has due; `None`, with a line in the log, if the next round must try again."""
    try:
        return await reading
    except StoreError as error:
        log.warning("%s cannot be read at the moment: %s", what, error)
        return None
