"""Seats by number in what people read: nothing says so where a name is known."""

import json
import re
from collections.abc import Iterable, Iterator

from pydantic import JsonValue

from sandbox.traffic.journal import Request

_NUMBER = re.compile(r"\bseats? #?\d|\bseat:\d", re.IGNORECASE)

_AT_ALL = re.compile(r"seats? #?\d|seat:\d", re.IGNORECASE)
"""The same anywhere in a request: where this is not found, there is no need to look at each text."""

_READ = frozenset({"content", "description", "label", "name", "placeholder", "title"})
"""Fields whose text people read. What they typed themselves stands in others."""


def seats_by_number(requests: Iterable[Request]) -> list[str]:
    """Return each text in which the bot called a seat by its number."""
    bodies = (one.body for one in requests if _AT_ALL.search(json.dumps(one.body, ensure_ascii=False)))
    found = (text for body in bodies for text in _texts(body))
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
