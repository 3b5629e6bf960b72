"""Finds texts for people that name a seat by its number although its player's name is known."""

import json
import re
from collections.abc import Iterable, Iterator

from pydantic import JsonValue

from sandbox.traffic.journal import Request

_NUMBER = re.compile(r"\bseats? #?\d|\bseat:\d", re.IGNORECASE)

_AT_ALL = re.compile(r"seats? #?\d|seat:\d", re.IGNORECASE)
"""The same pattern for a complete request. Without a match, its texts need not be searched one by one."""

_READ = frozenset({"content", "description", "label", "name", "placeholder", "title"})
"""The fields with the bot's texts. People's own input is in other fields."""


def seats_by_number(requests: Iterable[Request]) -> list[str]:
    """Return each text in which the bot named a seat by its number."""
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
