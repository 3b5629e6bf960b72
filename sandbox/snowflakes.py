from datetime import UTC, datetime
from typing import Annotated

from pydantic import PlainSerializer

from sandbox.clock import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The moment Discord counts its ids from."""

Snowflake = Annotated[int, PlainSerializer(str, return_type=str, when_used="json")]
"""An id: a number here, digits in a string on the wire; both are taken from the bot, as Discord does."""


class Snowflakes:
    """Hands out ids as Discord does: milliseconds since its epoch, above 22 bits that make each one new."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return a new id, greater than every one before it."""
        milliseconds = (self._clock.now() - EPOCH).total_seconds() * 1000
        self._last = max(int(milliseconds) << 22, self._last + 1)
        return self._last
