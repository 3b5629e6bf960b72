import hashlib
from datetime import UTC, datetime
from typing import Annotated

from pydantic import PlainSerializer

from sandbox.clock import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The time from which Discord's ids count milliseconds."""

Snowflake = Annotated[int, PlainSerializer(str, return_type=str, when_used="json")]
"""An id, which is a number in Python and a string in JSON. As at Discord, the bot may send both forms."""


class Snowflakes:
    """Generates ids in Discord's form: milliseconds since `EPOCH`, then 22 bits that make the id unique."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._named: set[int] = set()

    def next(self) -> int:
        """Return a new id that is greater than all earlier ids."""
        milliseconds = (self._clock.now() - EPOCH).total_seconds() * 1000
        self._last = max(int(milliseconds) << 22, self._last + 1)
        return self._last

    def named(self, *words: str) -> int:
        """Return an id that depends only on `words`. If these words were used before, return a new id.

        Therefore a bot that stores ids finds people and channels again after a restart of the sandbox.
        """
        digest = hashlib.sha256("/".join(words).encode()).digest()
        # The id has at most 58 bits, so it is lower than all ids that `next` returns.
        number = int.from_bytes(digest[:8], "big") >> 6
        if number in self._named:
            return self.next()
        self._named.add(number)
        return number
