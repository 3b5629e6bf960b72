"""The bay: 84 spaces in eight rings around the kraken's mouth, and the steps between them (section 3).

A space is a text: `C7` is lane C at seven o'clock. `board.json` holds the geometry, which this module
converts for the rules.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from rules.engine.data import Data, data_file

Space: TypeAlias = str
"""A lane, from A (the outermost) to H, and an hour on the clock: `A1` to `H12`."""

Character = Literal["captain", "fisherman", "pirate", "merchant", "explorer", "houseboat"]
Heading = Literal[1, -1]
"""Clockwise (1) or counter-clockwise (-1). Only the Explorer can turn about."""

Step = Literal["a", "i", "o", "ti", "to"]
"""A step ahead (a), in (i) or out (o), or the Explorer's turn about into the next lane (ti, to)."""

CLOCKWISE: Heading = 1
MOUTH = "MOUTH"
"""The kraken's mouth, where a drift can end. It is not a space."""


class Lane(Data):
    """A ring of spaces. Lane 1 is the outermost lane."""

    letter: str
    number: int
    kind: Literal["sea", "red"]


class Cell(Data):
    """A space: its place on the clock, the spaces that touch it, and the spaces to which moves lead.

    Angles are in degrees, clockwise from 12 o'clock.
    """

    lane: str
    ring: int
    hour: int
    kind: Literal["sea", "red"]
    angle_deg: float
    half_width_deg: float
    touching: tuple[Space, ...]
    broadside: tuple[Space, ...]
    sail_clockwise: dict[Literal["ahead", "in", "out"], Space | None]
    sail_counterclockwise: dict[Literal["ahead", "in", "out"], Space | None]
    turn_about: dict[Literal["in", "out"], Space | None]
    drift_in: Space
    drift_path: tuple[Space, ...]


class BoardFile(Data):
    """The contents of `board.json`."""

    lanes: tuple[Lane, ...]
    dice_lane: dict[int, str]
    entry_arrow: Space
    piers: dict[Character, Space]
    pier_order_clockwise: tuple[Character, ...]
    drift_pattern: tuple[Literal["back", "in"], ...]
    cells: dict[Space, Cell]


FILE = data_file("rules.kraken_bay", "board.json", BoardFile)
CELLS = FILE.cells
ENTRY = FILE.entry_arrow
"""The space on which off-course ships enter."""

PIERS: Mapping[Character, Space] = FILE.piers
"""The home space of each character."""

CHARACTERS: tuple[Character, ...] = FILE.pier_order_clockwise
"""The characters in the order of their piers, clockwise from the Captain."""

RANK: Mapping[Space, int] = {
    name: place
    for place, (name, _) in enumerate(sorted(CELLS.items(), key=lambda entry: (entry[1].ring, entry[1].hour)))
}
"""The index of each space in the order of lanes from the outermost, then of hours."""

RING: Mapping[Space, int] = {name: cell.ring for name, cell in CELLS.items()}
"""The ring of each space: 1 in lane A to 8 in lane H."""

RED: frozenset[Space] = frozenset(name for name, cell in CELLS.items() if cell.kind == "red")
"""The spaces of the red water, from which a drift ends in the mouth."""

TOUCHING: Mapping[Space, tuple[Space, ...]] = {name: cell.touching for name, cell in CELLS.items()}
DRIFT_PATHS: Mapping[Space, tuple[Space, ...]] = {name: cell.drift_path for name, cell in CELLS.items()}
"""The path of the whirlpool from each space. Its last item may be the mouth."""

INWARDS: Mapping[Space, Space | None] = {
    name: cell.drift_in if cell.drift_in in CELLS else None for name, cell in CELLS.items()
}
"""The space one lane in from each space; `None` in the innermost lane."""

OUTWARDS: Mapping[Space, Space | None] = {name: cell.turn_about["out"] for name, cell in CELLS.items()}
"""The space one lane out from each space; `None` in the outermost lane."""

ARCS: Mapping[str, Mapping[Space, frozenset[Space]]] = {
    "all_round": {name: frozenset({name, *cell.touching}) for name, cell in CELLS.items()},
    "broadside": {name: frozenset(cell.broadside) for name, cell in CELLS.items()},
}
"""The spaces in range of the main guns, by the option `firing_arc` and the ship's space."""


_SAILING: Mapping[str, Step] = {"ahead": "a", "in": "i", "out": "o"}
_TURNING: Mapping[str, Step] = {"in": "ti", "out": "to"}


def _steps(names: Mapping[str, Step], ways: Iterable[tuple[str, Space | None]]) -> Mapping[Step, Space]:
    return {names[way]: to for way, to in ways if to is not None}


STEPS: Mapping[Heading, Mapping[Space, Mapping[Step, Space]]] = {
    1: {name: _steps(_SAILING, cell.sail_clockwise.items()) for name, cell in CELLS.items()},
    -1: {name: _steps(_SAILING, cell.sail_counterclockwise.items()) for name, cell in CELLS.items()},
}
"""The next space by heading, space and step. Impossible steps are missing."""

AHEAD: Mapping[Heading, Mapping[Space, Space]] = {
    heading: {name: ways["a"] for name, ways in steps.items()} for heading, steps in STEPS.items()
}
"""The space directly in front of a ship, by heading and space."""


TURNS: Mapping[Space, Mapping[Step, Space]] = {
    name: _steps(_TURNING, cell.turn_about.items()) for name, cell in CELLS.items()
}
"""The next space after a turn about, by space and step."""

_TYPED = re.compile(r"([A-Ha-h]|[1-8][-.])(\d{1,2})")


def space_named(text: str) -> Space | None:
    """Return the space written as `c7`, `3-7` or `3.7`, or `None` if the space does not exist."""
    match = _TYPED.fullmatch(text.strip())
    if match is None:
        return None
    lane, hour = match.groups()
    letter = FILE.lanes[int(lane[0]) - 1].letter if lane[0].isdecimal() else lane.upper()
    name = f"{letter}{int(hour)}"
    return name if name in CELLS else None


def behind(at: Space, heading: Heading) -> Space:
    """Return the space directly behind a ship."""
    return AHEAD[CLOCKWISE if heading != CLOCKWISE else -1][at]


def in_order(spaces: Iterable[Space]) -> list[Space]:
    """Return spaces sorted by lane from the outermost, then by hour."""
    return sorted(spaces, key=RANK.__getitem__)


def rolled(lane: int, hours: Iterable[int]) -> Space:
    """Return the space for a roll of one die for the lane and two dice for the hour (R2)."""
    return f"{FILE.dice_lane[lane]}{sum(hours)}"
