"""Ids for new games and posts."""

import secrets
from collections.abc import Callable

Seconds = Callable[[], float]
"""A clock that returns the seconds since 1970."""

# There are no vowels, so that no id is a word, and no characters that look alike (0O 1IL 2Z 5S 8B UV).
_LETTERS = "CDFHJKMNPRTWXY34679"

_GAME_LENGTH = 6
_RANDOM_BITS = 20


def game_id() -> str:
    """Return one of 47 million short ids that people can read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_GAME_LENGTH))


class PostIds:
    """Increasing ids below 2**63 for posts: milliseconds since 1970, then random bits.

    All ids are greater than `last`, the latest stored id, even if the clock was set back. The random bits
    keep two processes from choosing the same id.
    """

    def __init__(self, clock: Seconds, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> int:
        """Return an id that is unused and greater than all earlier ids."""
        milliseconds = int(self._clock() * 1000)
        self._last = max(self._last + 1, (milliseconds << _RANDOM_BITS) + secrets.randbits(_RANDOM_BITS))
        return self._last
