from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from pydantic import JsonValue


@dataclass(frozen=True)
class Request:
    """A REST request of the bot, and its answer. `path` follows the API's address; `files` are names."""

    method: str
    path: str
    query: dict[str, str]
    body: JsonValue
    files: tuple[str, ...]
    status: int
    answer: object


class Journal:
    """Every REST request of the bot, in the order of the answers."""

    def __init__(self) -> None:
        self._requests: list[Request] = []

    def __iter__(self) -> Iterator[Request]:
        return iter(self._requests)

    def __len__(self) -> int:
        return len(self._requests)

    def add(self, request: Request) -> None:
        """Record a request."""
        self._requests.append(request)

    def find(self, method: str, pattern: str = "*") -> list[Request]:
        """Return the requests with `method` whose path fits `pattern`, such as ``/channels/*/messages``."""
        return [r for r in self._requests if r.method == method and fnmatchcase(r.path, pattern)]

    def clear(self) -> None:
        """Forget everything so far."""
        self._requests.clear()
