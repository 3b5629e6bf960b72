"""Names for new things, chosen before they are stored."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime

Seconds = Callable[[], float]
"""The time in seconds since 1970."""

# No vowels, so that no words come out, and nothing that looks like something else (0O 1IL 2Z 5S 8B UV).
_LETTERS = "CDFHJKMNPRTWXY34679"

_GAME_LENGTH = 6
_RANDOM_BITS = 20


def game_id() -> str:
    """A short name that people can read out: one of 47 million."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_GAME_LENGTH))


def chosen_at(post: int) -> datetime:
    """When the id of that post was chosen."""
    return datetime.fromtimestamp((post >> _RANDOM_BITS) / 1000, UTC)


class PostIds:
    """Numbers below 2**63 for posts, rising: milliseconds since 1970, then random bits.

    They go on rising from `last`, which was chosen before: after a quick restart, and also when the clock was
    set back. The random bits keep apart what two processes choose.
    """

    def __init__(self, clock: Seconds, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> int:
        """A number greater than every one before it, never chosen by anybody else."""
        milliseconds = int(self._clock() * 1000)
        self._last = max(self._last + 1, (milliseconds << _RANDOM_BITS) + secrets.randbits(_RANDOM_BITS))
        return self._last
