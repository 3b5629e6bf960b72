"""Ids for new games and posts, chosen before they are stored."""

import secrets
from collections.abc import Callable

Seconds = Callable[[], float]
"""The time in seconds since 1970."""

# No vowels, so that ids are no words, and no characters that look alike (0O 1IL 2Z 5S 8B UV).
_LETTERS = "CDFHJKMNPRTWXY34679"

_GAME_LENGTH = 6
_RANDOM_BITS = 20


def game_id() -> str:
    """Return a short id that people can read aloud, one of 47 million."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_GAME_LENGTH))


class PostIds:
    """Increasing ids below 2**63 for posts: milliseconds since 1970, then random bits.

    They are greater than `last`, the latest id, even after a quick restart or if the clock was set back. The
    random bits keep the ids of two processes apart.
    """

    def __init__(self, clock: Seconds, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> int:
        """Return an id greater than all before it, which nobody else has."""
        milliseconds = int(self._clock() * 1000)
        self._last = max(self._last + 1, (milliseconds << _RANDOM_BITS) + secrets.randbits(_RANDOM_BITS))
        return self._last
