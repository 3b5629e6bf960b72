from dataclasses import dataclass
from fnmatch import fnmatchcase

from pydantic import JsonValue


@dataclass(frozen=True)
class Request:
    """A REST request of the bot, and its answer. `path` omits the API's address; `files` are file names."""

    method: str
    path: str
    query: dict[str, str]
    body: JsonValue
    files: tuple[str, ...]
    status: int
    answer: object


class Journal(list[Request]):
    """Every REST request of the bot, in the order of the answers."""

    def find(self, method: str, pattern: str = "*") -> list[Request]:
        """Return the requests with `method` whose path fits `pattern`, such as ``/channels/*/messages``."""
        return [r for r in self if r.method == method and fnmatchcase(r.path, pattern)]
