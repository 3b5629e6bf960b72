"""The layout of a sheet: headline and words above, the board over the whole width, cards below.

All sizes are chosen for a phone, which shows the sheet `PHONE` pixels wide (`render.lettering`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from render.chart import Box
from render.lettering import SHEET

MARGIN = 8
"""Paper to the left and right of everything."""
GAP = 10
"""Paper between one thing and the next."""
HEADLINE = 108
"""The band with the title, and the line below it."""
EAVES = 10
"""Paper below the headline that a game may decorate."""
WORDS = 116
"""That paper, and two lines of words with paper around them."""
CARD = 116
"""A card with two lines."""
HIGHEST = SHEET * 6 // 5
"""The greatest height of a sheet, so that a phone also shows the controls below it."""
BOARD_WIDTH = SHEET - 2 * MARGIN

_ROWS: Mapping[int, Sequence[int]] = {
    1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 3, 1), 8: (3, 3, 2)
}  # fmt: skip
"""The number of cards in each row, by number of seats."""


class Sheet(NamedTuple):
    """The boxes of a picture in pixels."""

    size: tuple[int, int]
    headline: Box
    words: Box
    board: Box
    """The whole width, for the board with its axes."""
    cards: tuple[Box, ...]


@lru_cache(maxsize=64)
def sheet(board_height: int, seats: int) -> Sheet:
    """Return the sheet for a board of that height and that many seats."""
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
    """Return how high the board may be, so that the sheet with all cards is not too high."""
    return HIGHEST - sheet(0, seats).size[1]


def _cards(board: Box, rows: Sequence[int]) -> Iterator[Box]:
    top = board.bottom + GAP
    for count in rows:
        pitch = (board.width + GAP) / count
        for number in range(count):
            left = board.left + pitch * number
            yield Box(round(left), top, round(left + pitch) - GAP, top + CARD)
        top += CARD + GAP
