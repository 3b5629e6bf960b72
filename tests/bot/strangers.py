"""Files as attackers might write them: valid except for one mistake, with valid checksums."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from random import Random
from typing import cast

from pydantic import JsonValue

from bot.__main__ import main
from bot.store.columns import SUMMED, checksum
from bot.store.rows import Member

ODD: tuple[JsonValue, ...] = (
    None, True, -1, 0, 2**63, 10**30, 1.5, "", "p99", "x" * 5_000, "\u202e\x00", [], {}, [[]], {"a": 1}
)  # fmt: skip
"""Wrong values that replace other values."""


def nested(depth: int) -> str:
    """Return nested brackets."""
    return "[" * depth + "]" * depth


def places(data: JsonValue, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value in the data."""
    if path:
        yield path
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places(value, (*path, name))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from places(value, (*path, number))


def spoilt(data: JsonValue, luck: Random) -> JsonValue:
    """Return the data with one value replaced, removed, doubled or added."""
    copy: JsonValue = json.loads(json.dumps(data))
    every = [*places(copy)]
    if not every:
        return luck.choice(ODD)
    *way, last = luck.choice(every)
    inside = copy
    for step in way:
        inside = cast("dict[str | int, JsonValue]", inside)[step]
    holder = cast("dict[str | int, JsonValue]", inside)
    deed = luck.randrange(4)
    if deed == 0:
        del holder[last]
    elif deed == 1 and isinstance(inside, list):
        inside.append(inside[0])
    elif deed == 2 and isinstance(inside, dict):
        inside[f"{last}s"] = luck.choice(ODD)
    else:
        holder[last] = luck.choice(ODD)
    return copy


def _rewritten(text: JsonValue, luck: Random) -> JsonValue:
    """Return a text with one mistake in its JSON. A text without JSON is unchanged."""
    with suppress(ValueError, TypeError):
        return json.dumps(spoilt(json.loads(cast("str", text)), luck), separators=(",", ":"))
    return text


def moving(text: str, luck: Random) -> str:
    """Return an exported running game with one mistake in it and a valid checksum."""
    parcel = json.loads(text)
    deed = luck.randrange(4)
    if deed == 0:
        parcel = spoilt(parcel, luck)
    elif deed == 1:
        name = luck.choice(["position", "opening", "options", "people", "former", "presses", "office"])
        parcel["game"][name] = _rewritten(parcel["game"][name], luck)
    elif deed == 2:
        parcel["game"] = spoilt(parcel["game"], luck)
    else:
        line = luck.choice(parcel["entries"])
        place = luck.choice([2, 3])
        line[place] = _rewritten(line[place], luck)
        _chain(parcel)
    with suppress(KeyError, TypeError, ValueError, AttributeError):
        game = {**parcel["game"], "seed": bytes.fromhex(parcel["game"]["seed"])}
        parcel["game"]["checksum"] = checksum(game, [Member(*one) for one in parcel["members"]], len(SUMMED))
    return json.dumps(parcel, separators=(",", ":"))


def _chain(parcel: dict[str, dict[str, str]]) -> None:
    """Repair the hashes: each entry has the previous entry's hash, and the position the last entry's."""
    with suppress(KeyError, TypeError, ValueError):
        before = hashlib.sha256(parcel["game"]["opening"].encode()).hexdigest()
        for line in cast("list[list[str]]", parcel["entries"]):
            line[2] = json.dumps({**json.loads(line[2]), "before": before}, separators=(",", ":"))
            before = hashlib.sha256(line[2].encode()).hexdigest()
        position = {**json.loads(parcel["game"]["position"]), "chain": before}
        parcel["game"]["position"] = json.dumps(position, separators=(",", ":"))


def exported(text: str, luck: Random) -> str:
    """Return a finished game with one mistake in it and a valid chain."""
    lines = [json.loads(line) for line in text.splitlines()]
    number = luck.randrange(len(lines))
    lines[number] = spoilt(lines[number], luck)
    written, before = list[str](), ""
    for line in lines:
        if isinstance(line, dict) and "before" in line and before:
            line["before"] = before
        written.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
        before = hashlib.sha256(written[-1].encode()).hexdigest()
    return "\n".join([*written, ""])


def broke(arguments: list[str]) -> str:
    """Return what a command did wrong; empty if it succeeds, or reports its failure in one line."""
    said = StringIO()
    try:
        with redirect_stderr(said), redirect_stdout(StringIO()):
            code = main(arguments)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return f"{type(error).__name__}: {error}"
    told = said.getvalue().splitlines()
    return "" if code == 0 or len(told) <= 1 else f"{len(told)} lines were said: {told[:3]}"
