"""Partial data: only the parts that matter, to be written into complete data or compared with it.

A part of a list is the complete list, or a table with positions from 1 as keys: `seats.2` is the second seat.
A list of words may be written as one text with spaces. An empty table also stands for an empty list or for no
value.
"""

from collections.abc import Iterator
from copy import deepcopy

from pydantic import JsonValue


class MisfitPart(ValueError):
    """A part with a key that the complete data does not have."""


def lay_over(whole: JsonValue, part: JsonValue, path: str) -> JsonValue:
    """Return the data `whole` with `part` written into it. Raises MisfitPart."""
    if part == {}:
        return _emptied(whole)
    if isinstance(part, dict) and isinstance(whole, dict):
        return {**whole, **{key: _laid(whole, part, key, path) for key in part}}
    if isinstance(part, dict) and isinstance(whole, list):
        laid = list(whole)
        for key, value in part.items():
            place = _place(key, whole, path)
            laid[place] = lay_over(whole[place], value, f"{path}.{key}")
        return laid
    if isinstance(part, str) and isinstance(whole, list):
        return list(part.split())
    return part


def differences(expected: JsonValue, found: JsonValue, path: str) -> Iterator[str]:
    """Yield a sentence for each difference between the expected and the found data."""
    if isinstance(expected, dict) and isinstance(found, dict) and expected:
        for key, value in expected.items():
            if key in found:
                yield from differences(value, found[key], f"{path}.{key}")
            else:
                yield f"{path}: expected {key!r}, there are only {_keys(found)}"
    elif isinstance(expected, dict) and isinstance(found, list) and expected:
        for key, value in expected.items():
            try:
                yield from differences(value, found[_place(key, found, path)], f"{path}.{key}")
            except MisfitPart as misfit:
                yield str(misfit)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, (value, there) in enumerate(zip(expected, found, strict=True), 1):
            yield from differences(value, there, f"{path}.{place}")
    elif not _equal(expected, found):
        yield f"{path}: expected {_shown(expected)}, found {_shown(found)}"


def without(whole: JsonValue, place: str, path: str) -> JsonValue:
    """Return a copy of `whole` without the key `place`, such as `ships.red3`. Raises MisfitPart."""
    copy = deepcopy(whole)
    table, key = _table_with(copy, place, path)
    if key not in table:
        raise MisfitPart(f"{path}: there is no {place!r} to take away, there are only {_keys(table)}")
    del table[key]
    return copy


def presence(whole: JsonValue, place: str, path: str) -> Iterator[str]:
    """Yield a sentence if the key `place` exists, or if its path does not lead to a table."""
    try:
        table, key = _table_with(whole, place, path)
    except MisfitPart as misfit:
        yield str(misfit)
        return
    if key in table:
        yield f"{path}.{place}: expected to be absent, found {_shown(table[key])}"


def _table_with(whole: JsonValue, place: str, path: str) -> tuple[dict[str, JsonValue], str]:
    """Return the table that may contain the last key of `place`, and that key. Raises MisfitPart."""
    key, _, further = place.partition(".")
    if not further:
        if not isinstance(whole, dict):
            raise MisfitPart(f"{path}: that is no table, so nothing can be absent from it")
        return whole, key
    if isinstance(whole, list):
        return _table_with(whole[_place(key, whole, path)], further, f"{path}.{key}")
    if not isinstance(whole, dict) or key not in whole:
        there = _keys(whole) if isinstance(whole, dict) else "no keys"
        raise MisfitPart(f"{path}: there is no {key!r}, there are only {there}")
    return _table_with(whole[key], further, f"{path}.{key}")


def _keys(table: dict[str, JsonValue]) -> str:
    return ", ".join(table) or "no keys"


def _emptied(whole: JsonValue) -> JsonValue:
    if isinstance(whole, dict):
        return {}
    return [] if isinstance(whole, list) else None


def _laid(whole: dict[str, JsonValue], part: dict[str, JsonValue], key: str, path: str) -> JsonValue:
    return lay_over(whole[key], part[key], f"{path}.{key}") if key in whole else part[key]


def _place(key: str, whole: list[JsonValue], path: str) -> int:
    if not key.isdecimal() or not 1 <= int(key) <= len(whole):
        raise MisfitPart(f"{path}: there is no place {key!r}, only 1 to {len(whole)}")
    return int(key) - 1


def _equal(expected: JsonValue, found: JsonValue) -> bool:
    if expected == {}:
        return found in ({}, [], None)
    if isinstance(expected, str) and isinstance(found, list):
        return expected.split() == found
    # True equals 1 in Python, but not in a scenario.
    return expected == found and isinstance(expected, bool) == isinstance(found, bool)


def _shown(value: JsonValue) -> str:
    if value == {}:
        return "nothing"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return repr(" ".join(map(str, value)))
    return repr(value)
