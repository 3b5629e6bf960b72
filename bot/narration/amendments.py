"""Describes amendments: each changed part of the state, with its old and new value."""

import json
from collections import Counter
from collections.abc import Sequence

from pydantic import JsonValue

from bot.escaping import in_words, quoted
from bot.narration.plain_story import NameOf
from rules.engine.amendments import HIDDEN, Amendment
from rules.engine.entry import Entry
from rules.engine.patch import Difference, StatePath

MOST_CHANGES = 8
"""The maximum number of changes listed for one amendment; the game's file contains all of them."""

VALUE_LENGTH = 120


def amended_lines(entry: Entry, name: NameOf) -> list[str]:
    """Return the public lines below an amendment; empty for other entries."""
    return [f"-# 🛠️ {line}" for line in amended_in_words(entry, name)]


def amended_in_words(entry: Entry, name: NameOf) -> list[str]:
    """Return the public changes of an amendment, and the owners of hidden things that it changed."""
    told = changes_in_words(entry.changes, name)
    if entry.label != HIDDEN:
        return told
    whose = " and ".join(map(name, entry.asked))
    too = ", too" if told else ""
    return [*told, f"what is hidden{f' of {whose}' if whose else ' from everybody'} was changed{too}"]


def changes_in_words(changes: Sequence[Difference], name: NameOf) -> list[str]:
    """Return each change as `Ann, gold: 3 → 5`; if there are many, only the first changes."""
    lines = [f"{part_in_words(one.part, one.seat, name)}: {_way(one)}" for one in changes[:MOST_CHANGES]]
    left = len(changes) - MOST_CHANGES
    return [*lines, *([f"… and {left} more"] if left > 0 else [])]


def amended_parts(wanted: Amendment, name: NameOf) -> list[str]:
    """Return the names of the hidden parts that an amendment changes."""
    hidden = [one for one in wanted.changes if one not in wanted.told]
    return [part_in_words(one.part, one.seat, name) for one in hidden[:MOST_CHANGES]]


def part_in_words(part: StatePath, seat: int, name: NameOf) -> str:
    """Return a part's name: `Ann, gold`, `ships, A1, square`, `pirates, 2, engages`."""
    named = [name(seat), *map(_word, part[2:])] if seat else [*map(_word, part)]
    return ", ".join(named)


def value_in_words(written: str) -> str:
    """Return a JSON value in words; an empty text becomes “nothing”."""
    return quoted(_value(json.loads(written)) if written else "nothing", VALUE_LENGTH)


def _way(change: Difference) -> str:
    old = json.loads(change.before) if change.before else None
    new = json.loads(change.after) if change.after else None
    before, after = _counted(old), _counted(new)
    if before and after and before != after:
        gone, come = [*(before - after).elements()], [*(after - before).elements()]
        told = [f"without {', '.join(gone)}"] if gone else []
        told += [f"with {', '.join(come)}"] if come else []
        return quoted(" and ".join(told), 2 * VALUE_LENGTH)
    return f"{value_in_words(change.before)} → {value_in_words(change.after)}"


def _counted(value: JsonValue) -> Counter[str]:
    """Return the count of each item in a list of texts or numbers; empty for other values."""
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return Counter(map(str, value))
    return Counter()


def _value(value: JsonValue) -> str:
    if value is None or value in ("", [], {}):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{in_words(key)} {_value(one)}" for key, one in value.items())
    return str(value)


def _word(key: str) -> str:
    """Return a key in words; list indices are counted from 1."""
    return str(int(key) + 1) if key.isdecimal() else quoted(in_words(key), 60)
