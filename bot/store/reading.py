"""Reads of due work for periodic work, which retries them."""

import logging
from collections.abc import Awaitable
from typing import TypeVar

from bot.store.errors import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")


async def read_due(what: str, reading: Awaitable[T]) -> T | None:
    """Return the result of `reading`. If the store fails, log a warning about `what` and return `None`."""
    try:
        return await reading
    except StoreError as error:
        log.warning("%s cannot be read at the moment: %s", what, error)
        return None
