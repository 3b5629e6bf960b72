import hashlib
from datetime import UTC, datetime
from typing import Annotated

from pydantic import PlainSerializer

from sandbox.clock import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The time from which Discord counts its ids."""

Snowflake = Annotated[int, PlainSerializer(str, return_type=str, when_used="json")]
"""An id: a number here, digits in a string in JSON. Like Discord, both are accepted from the bot."""


class Snowflakes:
    """Generates ids as Discord does: milliseconds since its epoch, then 22 bits that make each one new."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._named: set[int] = set()

    def next(self) -> int:
        """Return a new id, greater than every one before it."""
        milliseconds = (self._clock.now() - EPOCH).total_seconds() * 1000
        self._last = max(int(milliseconds) << 22, self._last + 1)
        return self._last

    def named(self, *words: str) -> int:
        """Return the id of a name: the same in every sandbox, for the first caller.

        So a bot that stores ids finds its people and channels again after the sandbox was restarted. The id
        is older than every one of `next`. A later caller with the same name gets a new one.
        """
        digest = hashlib.sha256("/".join(words).encode()).digest()
        number = int.from_bytes(digest[:8], "big") >> 6
        if number in self._named:
            return self.next()
        self._named.add(number)
        return number
