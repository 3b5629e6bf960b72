"""Describes the path of an undo or redo: its start, its goal, and the steps between."""

from collections.abc import Callable, Iterator, Sequence

from bot.escaping import in_words, quoted
from bot.sessions.undo_path import UndoPath
from bot.store.rows import EntryRow
from rules.engine.chance import Roll
from rules.engine.match import open_rolls

Said = Callable[[EntryRow], str]
"""Returns the description of a step in plain text."""

LONGEST_STEP = 120
"""The maximum number of characters in one step's description."""

MOST_STEPS = 10
"""The maximum number of steps of an undo that are listed; `/game log` marks all of them."""

MOST_ALIKE = 3
"""The maximum number of rolls with the same name that are listed one by one."""

TAKEN_BACK = "↩️ ~~"
"""The beginning of a struck-out block, in the log and in posts."""


def led(journey: UndoPath | None, said: Said) -> str:
    """Return the end of a sentence with the turns and the steps of an undo or redo."""
    back, forth = _passed(journey, said)
    parts = [f"undone: {'; '.join(_some(back))}"] if back else []
    parts += [f"brought back: {'; '.join(_some(forth))}"] if forth else []
    return way_of(journey) + (f" ({'; '.join(parts)})" if parts else "")


def struck_out(lines: Sequence[str]) -> list[str]:
    """Return undone lines as one struck-out block, without small print."""
    said = [part for line in lines for part in line.split("\n") if part and not part.startswith("-# ")]
    return [f"{TAKEN_BACK}{' '.join(said)}~~"] if said else []


def rolled(rolls: Sequence[Roll]) -> str:
    """Return rolls as `wind 4 0 0 0, reef 1 then 3`; many are only counted: `12 rolls of scatter`."""
    alike: dict[str, list[str]] = {}
    for roll in rolls:
        alike.setdefault(in_words(roll.label), []).append(" ".join(map(str, roll.values)))
    return ", ".join(
        f"{len(values)} rolls of {name}" if len(values) > MOST_ALIKE else f"{name} {' then '.join(values)}"
        for name, values in alike.items()
    )


def way_of(journey: UndoPath | None) -> str:
    """Return the end of a sentence with the turns of the start and the goal; empty if they are unknown."""
    if journey is None or not journey.left:
        return ""
    if journey.left == journey.reached:
        return f" within {journey.left}"
    return f" from {journey.left} to {journey.reached}"


def steps_listed(journey: UndoPath | None, said: Said, undone: str = "Undone") -> list[str]:
    """Return a line for each step between the start and the goal of an undo or redo."""
    back, forth = _passed(journey, said)
    return [
        *(f"-# ↩️ {undone}: {step}" for step in _some(back)),
        *(f"-# ↪️ Brought back: {step}" for step in _some(forth)),
    ]


def _passed(journey: UndoPath | None, said: Said) -> Iterator[list[str]]:
    """Yield two lists: the public steps that were undone, and the public steps that were brought back."""
    for rows in (journey.back, journey.forth) if journey else ((), ()):
        yield [_step(row, said) for row in rows if not row.entry.secret]


def _some(steps: Sequence[str]) -> list[str]:
    """Return the first steps and, if there are more than `MOST_STEPS`, the number of further steps."""
    left = len(steps) - MOST_STEPS
    return [*steps[:MOST_STEPS], *([f"… and {left} more, all of them in /game log"] if left > 0 else [])]


def _step(row: EntryRow, said: Said) -> str:
    seen = rolled(open_rolls(row.entry))
    return quoted(said(row), LONGEST_STEP) + (f" · 🎲 {quoted(seen, 120)}" if seen else "")
