"""Ids for new games and posts."""

import secrets
from collections.abc import Callable

Seconds = Callable[[], float]
"""A clock that returns the seconds since 1970."""

# Ids have no vowels, so no id is a word. Characters that look alike are missing, too (0O 1IL 2Z 5S 8B UV).
_LETTERS = "CDFHJKMNPRTWXY34679"

_GAME_LENGTH = 6
_RANDOM_BITS = 20


def game_id() -> str:
    """Return a short random id, one of 47 million, that people can read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_GAME_LENGTH))


class PostIds:
    """A source of increasing post ids below 2**63: milliseconds since 1970, then random bits.

    The random bits make the ids of several processes different. All ids are greater than `last`, the latest
    stored id, even if the clock was set back.
    """

    def __init__(self, clock: Seconds, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> int:
        """Return an id that is greater than all earlier ids."""
        milliseconds = int(self._clock() * 1000)
        self._last = max(self._last + 1, (milliseconds << _RANDOM_BITS) + secrets.randbits(_RANDOM_BITS))
        return self._last
