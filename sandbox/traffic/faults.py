from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TypeAlias

from sandbox.errors import Refusal


@dataclass(frozen=True)
class RateLimited:
    """Answer 429. The bot must wait `retry_after` seconds, on all routes if `everywhere` is true."""

    retry_after: float = 0.0
    everywhere: bool = False


@dataclass(frozen=True)
class Broken:
    """Answer with a server error without carrying out the request.

    discord.py retries after 500, 502 and 504. After 503, discord.py retries only answers to interactions.
    """

    status: int = 503


@dataclass(frozen=True)
class Page:
    """Answer with an HTML page as Discord's proxies do, and ignore the request. Status 429 means a ban."""

    status: int = 502


@dataclass(frozen=True)
class Refused:
    """Answer with one of Discord's refusals, without carrying out the request."""

    refusal: Refusal


@dataclass(frozen=True)
class UploadCut:
    """Cut the connection before the request is complete, without carrying it out."""


@dataclass(frozen=True)
class AnswerLost:
    """Carry out the request, then cut the connection instead of answering."""


Fault: TypeAlias = RateLimited | Broken | Page | Refused | UploadCut | AnswerLost


@dataclass
class _Armed:
    method: str
    pattern: str
    fault: Fault
    times: int


class Faults:
    """The faults that wait for a matching request."""

    def __init__(self) -> None:
        self._armed: list[_Armed] = []

    def arm(self, method: str, pattern: str, fault: Fault, *, times: int = 1) -> None:
        """Apply `fault` to the next `times` requests with `method` whose path fits `pattern`.

        `pattern` is matched like a file name against the path below the API's address.
        """
        self._armed.append(_Armed(method, pattern, fault, times))

    def take(self, method: str, path: str) -> Fault | None:
        """Remove and return the earliest armed fault that fits this request."""
        for armed in self._armed:
            if armed.method == method and fnmatchcase(path, armed.pattern):
                armed.times -= 1
                if not armed.times:
                    self._armed.remove(armed)
                return armed.fault
        return None

    @property
    def waiting(self) -> int:
        """The number of faults that have not happened yet."""
        return sum(armed.times for armed in self._armed)
