"""A match in one file, so that anybody can check every roll without the database.

The file of a match in progress contains only what everybody may know. Secret entries are not numbered. The
file contains no hashes, because hashes would help people to count or guess such entries. `docs/fair-dice.md`
describes the formats for finished matches and for matches in progress.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pydantic import JsonValue, ValidationError

from rules.engine.chance import Roll
from rules.engine.entries import kind_of
from rules.engine.entry import Entry, Opening
from rules.engine.errors import HarbourmasterError, flaw
from rules.engine.journal import Journal
from rules.engine.patch import compact

MINUTE = 60

_SEED = re.compile(r'\{"seed":"((?:[0-9a-f]{2})+)"\}')


class BadExport(HarbourmasterError):
    """A file that is not a finished match in the form in which the bot writes it."""


class Export(NamedTuple):
    """A finished match, as read from its file."""

    opening: Opening
    journal: tuple[Entry, ...]
    seed: bytes


def export(opening: Opening, journal: Journal, seed: bytes | None) -> str:
    """Return the text of a match's file. Without `seed`, the text contains only what everybody may know."""
    if seed is None:
        lines = [compact(line) for line in _known(journal)]
    else:
        lines = [*(entry.text() for entry in journal), compact({"seed": seed.hex()})]
    return "\n".join([opening.text(), *lines, ""])


def read(text: str) -> Export:
    """Read a finished match from its file. Raises BadExport."""
    # `splitlines` would also split at other line ends, which typed texts may contain.
    first, *lines = text.removesuffix("\n").split("\n")
    try:
        opening = Opening.model_validate_json(first)
    except ValidationError as error:
        raise BadExport(f"This is no game that /game export wrote: {flaw(error)} in line 1.") from error
    if opening.text() != first:
        raise BadExport("Line 1 is not written as the bot writes it, so its hash says nothing.")
    *written, last = lines or [""]
    if not written or not last.startswith('{"seed":'):
        raise BadExport(
            "This game was still going on when the file was made, so its seed is not in it. Export it again"
            " once it is over; then every roll can be checked."
        )
    seed = _SEED.fullmatch(last)
    if seed is None:
        raise BadExport("The seed in the last line is no number in hexadecimal digits.")
    return Export(opening, tuple(_entries(written)), bytes.fromhex(seed[1]))


def _entries(lines: list[str]) -> Iterator[Entry]:
    for number, line in enumerate(lines, 2):
        try:
            entry = Entry.model_validate_json(line)
        except ValidationError as error:
            raise BadExport(f"Line {number} is no entry of a journal: {flaw(error)}.") from error
        if entry.text() != line:
            raise BadExport(f"Line {number} is not written as the bot writes it, so its hash says nothing.")
        yield entry


def _known(journal: Journal) -> Iterator[dict[str, JsonValue]]:
    """Yield the public part of each entry. Secret entries are left out and not numbered."""
    numbers, last = dict[int, int](), 0
    for entry in journal:
        last += not entry.secret
        numbers[entry.number] = last
        if entry.secret:
            continue
        told: dict[str, JsonValue] = {
            "number": last,
            "kind": entry.kind,
            "role": entry.actor.role,
            "player": entry.actor.player,
            "seat": entry.seat,
            "what": entry.public_what,
            "label": entry.label,
            "asked": list(entry.asked),
            "to": numbers.get(entry.parent, 0) if kind_of(entry).travels else 0,
            "changes": [change.model_dump(mode="json", exclude_defaults=True) for change in entry.changes],
            "ahead": entry.ahead,
            "pace": entry.pace.model_dump(mode="json", exclude_defaults=True) if entry.pace else None,
            "rolls": [_open(roll, numbers) for roll in entry.rolls if not roll.secret],
            "reason": entry.reason,
            # The exact second would reveal plans, which are carried out after a typical delay.
            "at": entry.at - entry.at % MINUTE,
        }
        yield {name: value for name, value in told.items() if value or name == "at"}


def _open(roll: Roll, numbers: Mapping[int, int]) -> dict[str, JsonValue]:
    data: dict[str, JsonValue] = roll.model_dump(mode="json", exclude_defaults=True)
    return data if roll.force is None else {**data, "force": numbers[roll.force]}
