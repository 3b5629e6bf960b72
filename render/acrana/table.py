"""The signs of suits, and the last cards and dice, which are shown in the headline."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.dice import die
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import BOLD_11, write_centred
from render.pieces import place
from render.theme import Colour
from rules.acrana.shown.pieces import DECK, CardId, card
from rules.acrana.shown.view import AcranaView

CARD = (72, 96)
_DIE = 76
_GAP = 8
_SUITS = (("spade", theme.INK), ("heart", theme.ALARM), ("lozenge", theme.ALARM), ("club", theme.INK))
"""The signs of suits. The second four suits have the same signs with a spot."""
_CARDS, _DICE = 2, 2
"""The maximum number of cards and dice that are shown."""


def room_of(view: AcranaView) -> int:
    """Return the width in pixels that cards and dice need."""
    cards, dice = len(view.played[-_CARDS:]), len(_dice(view))
    return cards * (CARD[0] + _GAP) + dice * (_DIE + _GAP)


def paint_table(canvas: Image.Image, box: Box, view: AcranaView) -> None:
    """Paint cards and then dice, aligned to the right."""
    x, middle = float(box.right - room_of(view)), box.centre[1]
    for one in view.played[-_CARDS:]:
        place(canvas, playing_card(one.card, one.shown), (x + _GAP + CARD[0] / 2, middle))
        x += CARD[0] + _GAP
    for face in _dice(view):
        place(canvas, die(_DIE, str(face)), (x + _GAP + _DIE / 2, middle))
        x += _DIE + _GAP


def _dice(view: AcranaView) -> list[int]:
    """Return up to two dice of the last roll, but of a battle's roll only the die that counts."""
    if not view.rolls:
        return []
    last = view.rolls[-1]
    return last.dice[-1:] if last.purpose == "battle" else last.dice[-_DICE:]


@lru_cache(maxsize=512)
def playing_card(text: str, shown: str) -> Image.Image:
    """Return a card with its rank above its suit, or above its number of steps if that was changed."""
    held = card(text)
    drawing, hue = suit_sign(held.id)
    large = Image.new("RGBA", (CARD[0] * OVERSIZE, CARD[1] * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    ImageDraw.Draw(large).rounded_rectangle(edges, 9 * OVERSIZE, theme.WHITE, theme.INK, 2 * OVERSIZE)
    face = reduce(large)
    middle, high, low = CARD[0] / 2, CARD[1] * 0.26, CARD[1] * 0.73
    write_centred(face, (middle, high), held.rank, BOLD_11, hue)
    if shown == held.rank:
        place(face, sprite(drawing, 34, hue), (middle, low + 2))
        if suit_spare(held.id):
            ImageDraw.Draw(face).circle((middle + 24, low), 5, hue)
    else:
        plate = 4, low - 22, CARD[0] - 5, low + 22
        ImageDraw.Draw(face).rounded_rectangle(plate, 5, theme.GOLD)
        steps = shown.rpartition("(")[2].rstrip(")")
        write_centred(face, (middle, low), steps, BOLD_11, theme.INK)
    return face


def suit_sign(name: CardId) -> tuple[str, Colour]:
    """Return the name and the colour of the drawing of a card's suit."""
    return _SUITS[DECK.suits.index(name[-1]) % len(_SUITS)]


def suit_spare(name: CardId) -> bool:
    """Return whether a card's suit is one of the second four suits, whose signs have a spot."""
    return DECK.suits.index(name[-1]) >= len(_SUITS)
