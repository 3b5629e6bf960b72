"""The layout of a sheet, a posted picture: headline and text at the top, the board, and cards at the bottom.

All sizes are in pixels. A phone shows a sheet 354 pixels wide, and all texts must be readable there.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from render.chart import Box
from render.lettering import SHEET

MARGIN = 8
"""The width of the margins on the left and right."""
GAP = 10
"""The distance between two parts of a sheet."""
HEADLINE = 108
"""The height of the band with the title, including the line below it."""
EAVES = 10
"""The height of the paper below the headline, which a game may decorate."""
WORDS = 116
"""The height of the paper with two lines of text below the headline, including `EAVES`."""
CARD = 116
"""The height of a card with two lines."""
HIGHEST = SHEET * 6 // 5
"""The largest height of a sheet, with which a phone also shows the controls below it."""
BOARD_WIDTH = SHEET - 2 * MARGIN

_ROWS: Mapping[int, Sequence[int]] = {
    1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 3, 1), 8: (3, 3, 2)
}  # fmt: skip
"""The number of cards in each row, by number of seats."""


class Sheet(NamedTuple):
    """The boxes of a sheet in pixels."""

    size: tuple[int, int]
    headline: Box
    words: Box
    board: Box
    """The box for the board with its axes, over the full width."""
    cards: tuple[Box, ...]


@lru_cache(maxsize=64)
def sheet(board_height: int, seats: int) -> Sheet:
    """Return the layout for a board `board_height` pixels high and a number of seats."""
    top = HEADLINE + WORDS
    board = Box(MARGIN, top, SHEET - MARGIN, top + board_height)
    cards = tuple(_cards(board, _ROWS[seats]))
    return Sheet(
        size=(SHEET, cards[-1].bottom + GAP),
        headline=Box(0, 0, SHEET, HEADLINE),
        words=Box(MARGIN + GAP, HEADLINE + EAVES, SHEET - MARGIN - GAP, top),
        board=board,
        cards=cards,
    )


def room_for_board(seats: int) -> int:
    """Return the largest height of a board on a sheet that is at most `HIGHEST` high."""
    return HIGHEST - sheet(0, seats).size[1]


def _cards(board: Box, rows: Sequence[int]) -> Iterator[Box]:
    top = board.bottom + GAP
    for count in rows:
        pitch = (board.width + GAP) / count
        for number in range(count):
            left = board.left + pitch * number
            yield Box(round(left), top, round(left + pitch) - GAP, top + CARD)
        top += CARD + GAP
