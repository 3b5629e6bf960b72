"""Mishaps on demand: what the network and Discord do to a bot on a bad day."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TypeAlias

from sandbox.errors import Refusal


@dataclass(frozen=True)
class RateLimited:
    """Answer 429; the bot is told to wait `retry_after` seconds, for everything when `everywhere`."""

    retry_after: float = 0.0
    everywhere: bool = False


@dataclass(frozen=True)
class Broken:
    """Answer with a server error, having done nothing.

    discord.py tries again after 500, 502 and 504, waiting a second and more; with 503 it gives up at once,
    except in answers to interactions.
    """

    status: int = 503


@dataclass(frozen=True)
class Page:
    """Answer with a page of HTML, as the proxies before Discord do, having done nothing; 429 is a ban."""

    status: int = 502


@dataclass(frozen=True)
class Refused:
    """Answer with one of Discord's refusals, such as an expired token, having done nothing."""

    refusal: Refusal


@dataclass(frozen=True)
class UploadCut:
    """Cut the connection while the request is still coming in; nothing is done."""


@dataclass(frozen=True)
class AnswerLost:
    """Do what is asked, then cut the connection instead of answering."""


Fault: TypeAlias = RateLimited | Broken | Page | Refused | UploadCut | AnswerLost


@dataclass
class _Armed:
    method: str
    pattern: str
    fault: Fault
    times: int


class Faults:
    """The mishaps that wait for their request."""

    def __init__(self) -> None:
        self._armed: list[_Armed] = []

    def arm(self, method: str, pattern: str, fault: Fault, *, times: int = 1) -> None:
        """Let the next `times` requests with `method` whose path fits `pattern` meet `fault`.

        `pattern` is matched like a file name against the path below the API's address.
        """
        self._armed.append(_Armed(method, pattern, fault, times))

    def take(self, method: str, path: str) -> Fault | None:
        """Return the mishap that this request meets, the one armed first, and use it up."""
        for armed in self._armed:
            if armed.method == method and fnmatchcase(path, armed.pattern):
                armed.times -= 1
                if not armed.times:
                    self._armed.remove(armed)
                return armed.fault
        return None

    @property
    def waiting(self) -> int:
        """How many mishaps have not happened yet."""
        return sum(armed.times for armed in self._armed)
