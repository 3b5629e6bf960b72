"""Amendments that somebody could come up with, for a match of any game."""

import json
from collections.abc import Iterator
from random import Random

from pydantic import JsonValue

from rules.engine.amending import FIXED, Amendment
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match
from rules.engine.patch import StatePath, compact, pointer


def leaves(data: JsonValue, part: StatePath = ()) -> Iterator[tuple[StatePath, JsonValue]]:
    """Every value of the data that holds no others, and where it stands."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*part, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*part, str(place)))
    else:
        yield part, data


def some_amendment(
    match: Match, random: Random, tries: int = 12, *, onlooker: int | None = None, sees_all: bool = True
) -> Amendment | None:
    """One of those that the match accepts; `None` where none was found."""
    found = [(part, value) for part, value in leaves(json.loads(match.position.state)) if part[0] != FIXED]
    for _ in range(tries):
        part, value = random.choice(found)
        step: dict[str, JsonValue] = {"op": "replace", "path": pointer(part)}
        step["value"] = _another(value, [other for _, other in found], random)
        try:
            return match.amendment(compact([step]), onlooker, sees_all=sees_all)
        except HarbourmasterError:
            continue
    return None


def _another(value: JsonValue, others: list[JsonValue], random: Random) -> JsonValue:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + random.choice((-2, -1, 1, 2)))
    return random.choice([other for other in others if isinstance(other, type(value))])
