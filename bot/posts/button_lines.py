"""The lines that buttons fill on a phone, and buttons in rows of about equal length."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bot.posts.build import Button
from bot.posts.control_emojis import SignedButton
from bot.posts.menus import BEHIND_NUMBER, BUTTONS, Named
from rules.engine.label import Label

LINE, GAP = 354, 8
"""The width of a line on a phone, and the gap between two buttons, in pixels."""

EDGES, LETTER, SIGN = 38, 8.4, 27
"""The width of a button without its label, of an average letter, and of a sign, in pixels."""


def in_rows(entries: list[Named]) -> list[list[Named]]:
    """Divide buttons into rows that fill the fewest lines of a phone; every row begins a new line.

    The rows get equal numbers of buttons if that needs no additional lines.
    """
    if not entries:
        return []
    widths = [_width(entry) for entry in entries]
    even = [[*range(most, len(entries), most), len(entries)] for most in range(BUTTONS, 2, -1)]
    # No division into rows needs fewer lines than a single endless row.
    least = _lines(widths)
    found = next((ends for ends in even if _lines_with(widths, ends) <= least), None)
    ends = found or min([*even, _closest(widths)], key=lambda ends: _lines_with(widths, ends))
    return [entries[start:end] for start, end in pairwise([0, *ends])]


def _lines_with(widths: Sequence[float], ends: Sequence[int]) -> int:
    """Return the number of lines on a phone if the rows end before the indices `ends`."""
    return sum(_lines(widths[start:end]) for start, end in pairwise([0, *ends]))


def _closest(widths: Sequence[float]) -> list[int]:
    """Return where rows must end for the fewest lines and, among equal ways, for the fewest rows."""
    ways: dict[int, tuple[int, int, list[int]]] = {0: (0, 0, [])}
    """The best division for each number of first buttons: lines, rows, and the ends of rows."""
    for start in range(len(widths)):
        before, rows, ends = ways[start]
        for end, lines in enumerate(_lines_so_far(widths[start : start + BUTTONS]), start + 1):
            if end not in ways or (before + lines, rows + 1) < ways[end][:2]:
                ways[end] = before + lines, rows + 1, [*ends, end]
    return ways[len(widths)][2]


def lines_of(row: Sequence[Named]) -> int:
    """Return the number of lines of a phone that a row of buttons fills."""
    return _lines(map(_width, row))


def _lines(widths: Iterable[float]) -> int:
    return max(_lines_so_far(widths), default=0)


def _lines_so_far(widths: Iterable[float]) -> Iterator[int]:
    """Yield the number of lines of a phone that the first item fills, then the first two items, and so on."""
    lines, room = 0, 0.0
    for wide in widths:
        if room < wide:
            lines, room = lines + 1, LINE
        room -= wide + GAP
        yield lines


def _width(entry: Named) -> float:
    """Return the width of a button in pixels."""
    # The number of a place does not count, so that numbered places have the same layout.
    number = len(f"{entry.label.number}{BEHIND_NUMBER}") if entry.label.number else 0
    # A label with a sign is shown without its first words, which an emoji replaces.
    label = entry.shown
    return _width_of((label.brief or label.text)[number:], label)


def is_on_a_line(buttons: Sequence[Button]) -> bool:
    """Return whether these buttons fit into one row on one line of a phone."""
    shown = [one.signed if isinstance(one, SignedButton) else Label(one.label or "") for one in buttons]
    return len(buttons) <= BUTTONS and _lines(_width_of(label.text, label) for label in shown) == 1


def _width_of(text: str, label: Label) -> float:
    return EDGES + LETTER * len(text) + SIGN * bool(label.sign)
