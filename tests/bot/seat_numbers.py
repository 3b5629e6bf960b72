"""Seats by number in what people read: nothing says so where a name is known."""

import re
from collections.abc import Iterable, Iterator

from pydantic import JsonValue

from sandbox.traffic.journal import Request

_NUMBER = re.compile(r"\bseats? #?\d|\bseat:\d", re.IGNORECASE)

_READ = frozenset({"content", "description", "label", "name", "placeholder", "title"})
"""Fields whose text people read. What they typed themselves stands in others."""


def seats_by_number(requests: Iterable[Request]) -> list[str]:
    """Return each text in which the bot called a seat by its number."""
    found = (text for request in requests for text in _texts(request.body))
    return [text for text in found if _NUMBER.search(text)]


def _texts(body: JsonValue) -> Iterator[str]:
    if isinstance(body, list):
        for one in body:
            yield from _texts(one)
    elif isinstance(body, dict):
        for key, one in body.items():
            if key in _READ and isinstance(one, str):
                yield one
            else:
                yield from _texts(one)
