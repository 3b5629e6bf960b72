"""A hand as its holder sees it: the cards, large enough for a phone, those raised that can be used now."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.acrana.colours import palette
from render.acrana.suits import suit_sign, suit_spare
from render.drawings import OVERSIZE, reduce, sprite
from render.encode import Picture, png
from render.lettering import Face, Style, cap_height, fit, width, write, write_centred
from render.pieces import place
from rules.acrana.shown.view import AcranaView, CardView
from rules.acrana.shown.words import marked_cards

WIDTH = 800
WORDS = Style(Face.BOLD, 38)
"""Its capitals are 11 pixels high on a phone."""
_EDGE = 20
_FELT = theme.mix(theme.PAPER, theme.COAST, 0.12)
_GAP = 12
_WIDEST = 136
_TALL = 1.42
"""How high a card is, in shares of its width."""
_LIFT = 22
"""So many pixels a card is raised that can be used."""
_ROW = 7
"""The most cards side by side."""
_LINE = 52
_PALE = theme.mix(theme.WHITE, theme.INK, 0.1)
_SAILS = "sails"


def paint_hand(view: AcranaView) -> Picture | None:
    """The onlooker's own cards; `None` for everybody else, and for an empty hand."""
    holder = next((seat for seat in view.seats if seat.hand and not seat.resigned), None)
    if holder is None or holder.hand is None:
        return None
    told = f"Raised: {marked_cards(view).lower()}" if any(card.usable for card in holder.hand) else ""
    return _painted(tuple(holder.hand), holder.silver, told)


@lru_cache(maxsize=64)
def _painted(own: tuple[CardView, ...], silver: int, told: str) -> Picture:
    """These cards, kept: their holder looks at them from question to question."""
    rows = list(_rows(own))
    wide = card_width(len(rows[0]))
    high = round(wide * _TALL)
    canvas = Image.new("RGB", (WIDTH, (high + _LIFT + _GAP) * len(rows) + 2 * _LINE + _GAP), theme.PAPER)
    felt = 3, 3, WIDTH - 4, canvas.height - 4
    ImageDraw.Draw(canvas).rounded_rectangle(felt, 14, _FELT, theme.INK, 4)
    _write(canvas, _LINE / 2 + 4, f"Your hand, silver +{silver}" if silver else "Your hand")
    if any(card.now for card in own):
        _tell_now(canvas)
    for number, row in enumerate(rows):
        top = _LINE + number * (high + _LIFT + _GAP)
        left = (WIDTH - wide * len(row) - _GAP * (len(row) - 1)) / 2
        for place_in_row, card in enumerate(row):
            lower = 0 if card.usable else _LIFT
            face = card_face(card, wide, pale=bool(told) and not card.usable)
            canvas.paste(face, (round(left + place_in_row * (wide + _GAP)), top + lower), face)
    if told:
        _write(canvas, canvas.height - _LINE / 2 - 4, told)
    return png(canvas, palette())


def card_width(cards: int) -> int:
    """How wide a card is, so many of them side by side."""
    return min(_WIDEST, (WIDTH - 2 * _EDGE - (cards - 1) * _GAP) // cards)


def value_style(wide: int) -> Style:
    """How its value is set on a card that wide."""
    return Style(Face.BOLD, round(wide * 0.46))


def _rows(hand: Sequence[CardView]) -> Iterator[Sequence[CardView]]:
    count = -(-len(hand) // _ROW)
    length = -(-len(hand) // count)
    return (hand[start : start + length] for start in range(0, len(hand), length))


def _tell_now(canvas: Image.Image) -> None:
    """What an hourglass on a card means, at the end of the first line."""
    told, middle = "to be played this turn", _LINE / 2 + 4
    write(canvas, (WIDTH - _EDGE, middle + cap_height(WORDS) / 2), told, WORDS, theme.INK, "right")
    place(canvas, sprite("hourglass", 34), (WIDTH - _EDGE - width(told, WORDS) - 22, middle))


def _write(canvas: Image.Image, middle: float, told: str) -> None:
    baseline = middle + cap_height(WORDS) / 2
    write(canvas, (_EDGE, baseline), fit(told, WORDS, WIDTH - 2 * _EDGE), WORDS, theme.INK)


@lru_cache(maxsize=64)
def card_face(card: CardView, wide: int, *, pale: bool) -> Image.Image:
    """A card that wide: rank and suit, and what it sails where that is another number."""
    high, (suit, hue) = round(wide * _TALL), suit_sign(card.id)
    large = Image.new("RGBA", (wide * OVERSIZE, high * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle(edges, 14 * OVERSIZE, _PALE if pale else theme.WHITE, theme.INK, 3 * OVERSIZE)
    if card.usable:
        inner = 2 * OVERSIZE, 2 * OVERSIZE, edges[2] - 2 * OVERSIZE, edges[3] - 2 * OVERSIZE
        draw.rounded_rectangle(inner, 12 * OVERSIZE, None, theme.GOLD, 6 * OVERSIZE)
    face = reduce(large)
    corner = wide * 0.3
    rank = value_style(wide)
    write_centred(face, (corner, wide * 0.3), card.rank, rank, hue)
    place(face, sprite(suit, round(wide * 0.3), hue), (corner, wide * 0.68))
    if suit_spare(card.id):
        ImageDraw.Draw(face).circle((corner + wide * 0.24, wide * 0.68), wide * 0.05, hue)
    if card.now:
        place(face, sprite("hourglass", round(wide * 0.3)), (wide * 0.76, wide * 0.3))
    if card.steps is None or card.steps == card.base:
        place(face, sprite(suit, round(wide * 0.5), hue), (wide * 0.64, high - wide * 0.38))
    else:
        write_centred(face, (wide * 0.5, high - wide * 0.5), _SAILS, WORDS, theme.INK)
        write_centred(face, (wide * 0.5, high - wide * 0.22), str(card.steps), rank, theme.INK)
    return face
