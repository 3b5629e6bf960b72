"""Checks every roll of a game from `/game export`: `python check.py FILE`.

This program was written from docs/fair-dice.md alone, imports only Python's own library, and knows no game.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STEPS = {"start", "act", "timeout", "force", "unforce", "fresh", "rules", "amend"}


class Wrong(Exception):
    """Something contradicts docs/fair-dice.md."""


def main() -> int:
    """Check a file and print the result. Returns 1 if something is wrong."""
    lines = Path(sys.argv[1]).read_bytes().removesuffix(b"\n").split(b"\n")
    try:
        rolls, forced = check(lines)
    except Wrong as wrong:
        sys.stdout.write(f"{wrong}\n")
        return 1
    sys.stdout.write(
        f"{len(lines) - 2} entries, {rolls} rolls, {forced} of them forced: all as they must be\n"
    )
    return 0


def check(lines: list[bytes]) -> tuple[int, int]:
    """Return the number of rolls, and how many of them were forced."""
    opening, seed = json.loads(lines[0]), bytes.fromhex(json.loads(lines[-1])["seed"])
    entries: list[dict[str, Any]] = [json.loads(line) for line in lines[1:-1]]
    demand(hashlib.sha256(seed).hexdigest() == opening["commitment"], "the seed is not the promised one")
    for number, entry in enumerate(entries, 1):
        demand(entry["number"] == number, f"entry {number} is missing")
        demand(entry["before"] == sha256(lines[number - 1]), f"entry {number} does not follow the one before")
    forced = 0
    where = sha256(lines[0]), 0
    places: dict[int, tuple[str, int]] = {}
    for entry in entries:
        forced += check_rolls(entry, where, seed, entries)
        where = after(entry, where, places)
        if entry["kind"] in STEPS and not entry.get("standing"):
            places[entry["number"]] = where
    return sum(len(entry.get("rolls", ())) for entry in entries), forced


def after(
    entry: dict[str, Any], where: tuple[str, int], places: dict[int, tuple[str, int]]
) -> tuple[str, int]:
    """Return the LINE and the count of free actions after an entry."""
    line, free = where
    kind = entry["kind"]
    if kind in {"undo", "redo"}:
        return places[entry["parent"]]
    if kind == "fresh":
        return sha256(f"{line}|0|fresh {entry['number']}".encode()), free
    if kind not in {"act", "timeout"} or entry.get("standing"):
        return where
    if entry.get("free"):
        return line, free + 1
    return sha256(f"{line}|{entry['seat']}|{entry['what']}".encode()), 0


def check_rolls(
    entry: dict[str, Any], where: tuple[str, int], seed: bytes, entries: list[dict[str, Any]]
) -> int:
    """Return how many rolls of an entry were forced. Raises Wrong if a roll is not from the seed."""
    line, free = where
    if entry.get("free"):
        line = f"{line}+{free}"
    doer = "0|start" if entry["kind"] == "start" else f"{entry.get('seat', 0)}|{entry.get('what', '')}"
    forced = 0
    for number, roll in enumerate(entry.get("rolls", ())):
        place = f"roll {number} of entry {entry['number']}"
        given = roll["values"]
        if "force" in roll:
            forced += 1
            ordered = entries[roll["force"] - 1]
            demand(ordered["kind"] == "force", f"{place}: nobody forced it")
            demand(ordered["what"] == ",".join(map(str, given)), f"{place}: it was forced otherwise")
            given = roll["natural"]
        items = (
            roll["of"].split(" ") if "of" in roll else [str(n) for n in range(roll["low"], roll["high"] + 1)]
        )
        numbers = stream(seed, f"{line}|{doer}|{number}", len(items))
        expected = [items[next(numbers)] for _ in given]
        demand(
            [str(value) for value in given] == expected, f"{place}: {given}, but the seed gives {expected}"
        )
    return forced


def stream(seed: bytes, message: str, size: int) -> Iterator[int]:
    """Return endless random numbers below `size`."""
    block = 0
    while True:
        found = hmac.new(seed, f"{message}|{block}".encode(), "sha256").digest()
        for start in range(0, 32, 4):
            number = int.from_bytes(found[start : start + 4], "big")
            if number < size * (2**32 // size):
                yield number % size
        block += 1


def sha256(data: bytes) -> str:
    """Return the SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def demand(true: bool, what: str) -> None:
    """Raise Wrong unless the condition is true."""
    if not true:
        raise Wrong(what)


if __name__ == "__main__":
    sys.exit(main())
