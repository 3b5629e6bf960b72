"""The picture of a hand for its owner: cards large enough for a phone, with usable cards raised."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.acrana.colours import palette
from render.acrana.table import suit_sign, suit_spare
from render.drawings import OVERSIZE, reduce, sprite
from render.encode import Picture, in_colours, png
from render.lettering import Face, Style, cap_height, fit, width, write, write_centred
from render.pieces import place
from rules.acrana.shown.view import AcranaView, CardView
from rules.acrana.shown.words import marked_cards

WIDTH = 800
WORDS = Style(Face.BOLD, 38)
"""The style of texts, with capitals 11 pixels high on a phone."""
_EDGE = 20
_FELT = theme.mix(theme.PAPER, theme.COAST, 0.12)
_GAP = 12
_WIDEST = 136
_TALL = 1.42
"""The ratio of a card's height to its width."""
_LIFT = 22
"""The pixels by which a usable card is raised."""
_ROW = 7
"""The maximum number of cards in a row."""
_LINE, _RIM = 52, 8
"""The height of a line of words including the rim, and the height of the rim."""
_PALE = theme.mix(theme.WHITE, theme.INK, 0.1)


def paint_hand(view: AcranaView) -> Picture | None:
    """Return the picture of the onlooker's hand, or `None` if the onlooker has no cards or has resigned."""
    holder = next((seat for seat in view.seats if seat.hand and not seat.resigned), None)
    if holder is None or holder.hand is None:
        return None
    told = f"Raised: {marked_cards(view).lower()}" if any(card.usable for card in holder.hand) else ""
    return _painted(tuple(holder.hand), holder.silver, told)


@lru_cache(maxsize=64)
def _painted(own: tuple[CardView, ...], silver: int, told: str) -> Picture:
    """Return the picture of a hand, which is cached because every question to the owner shows it."""
    rows = list(_rows(own))
    wide = card_width(len(rows[0]))
    high = round(wide * _TALL)
    canvas = _felt((high + _LIFT + _GAP) * len(rows) + 2 * _LINE + _GAP).copy()
    told_now = any(card.now for card in own)
    canvas.paste(
        _line(f"Your hand, silver +{silver}" if silver else "Your hand", tells_now=told_now), (_EDGE, _RIM)
    )
    for number, row in enumerate(rows):
        top = _LINE + number * (high + _LIFT + _GAP)
        left = (WIDTH - wide * len(row) - _GAP * (len(row) - 1)) / 2
        for place_in_row, card in enumerate(row):
            lower = 0 if card.usable else _LIFT
            face = _on_felt(card, wide, pale=bool(told) and not card.usable)
            canvas.paste(face, (round(left + place_in_row * (wide + _GAP)), top + lower))
    if told:
        canvas.paste(_line(told), (_EDGE, canvas.height - _LINE))
    return png(canvas, palette())


def card_width(cards: int) -> int:
    """Return the width of a card in a row of `cards` cards."""
    return min(_WIDEST, (WIDTH - 2 * _EDGE - (cards - 1) * _GAP) // cards)


def value_style(wide: int) -> Style:
    """Return the style of rank and steps on a card that is `wide` pixels wide."""
    return Style(Face.BOLD, round(wide * 0.46))


def _rows(hand: Sequence[CardView]) -> Iterator[Sequence[CardView]]:
    count = -(-len(hand) // _ROW)
    length = -(-len(hand) // count)
    return (hand[start : start + length] for start in range(0, len(hand), length))


@lru_cache(maxsize=8)
def _felt(high: int) -> Image.Image:
    """Return the background of the cards, in the palette's colours."""
    canvas = Image.new("RGB", (WIDTH, high), theme.PAPER)
    ImageDraw.Draw(canvas).rounded_rectangle((3, 3, WIDTH - 4, high - 4), 14, _FELT, theme.INK, 4)
    return in_colours(canvas, palette())


@lru_cache(maxsize=16)
def _line(told: str, *, tells_now: bool = False) -> Image.Image:
    """Return a line of words on felt. If `tells_now` is true, the line's right end explains the hourglass."""
    canvas = Image.new("RGB", (WIDTH - 2 * _EDGE, _LINE - _RIM), _FELT)
    middle = _LINE / 2 + 4 - _RIM
    baseline = middle + cap_height(WORDS) / 2
    write(canvas, (0, baseline), fit(told, WORDS, canvas.width), WORDS, theme.INK)
    if tells_now:
        now = "to be played this turn"
        write(canvas, (canvas.width, baseline), now, WORDS, theme.INK, "right")
        place(canvas, sprite("hourglass", 34), (canvas.width - width(now, WORDS) - 22, middle))
    return in_colours(canvas, palette())


@lru_cache(maxsize=128)
def _on_felt(card: CardView, wide: int, *, pale: bool) -> Image.Image:
    """Return a card on felt, in the palette's colours."""
    face = card_face(card, wide, pale=pale)
    canvas = Image.new("RGB", face.size, _FELT)
    canvas.paste(face, (0, 0), face)
    return in_colours(canvas, palette())


def card_face(card: CardView, wide: int, *, pale: bool) -> Image.Image:
    """Return a card with rank and suit, and with its number of squares if that number was changed."""
    suit, hue = suit_sign(card.id)
    face = _blank(wide, pale=pale, usable=card.usable).copy()
    corner = wide * 0.3
    rank = value_style(wide)
    write_centred(face, (corner, wide * 0.3), card.rank, rank, hue)
    place(face, sprite(suit, round(wide * 0.3), hue), (corner, wide * 0.68))
    if suit_spare(card.id):
        ImageDraw.Draw(face).circle((corner + wide * 0.24, wide * 0.68), wide * 0.05, hue)
    if card.now:
        place(face, sprite("hourglass", round(wide * 0.3)), (wide * 0.76, wide * 0.3))
    if card.steps is None or card.steps == card.base:
        place(face, sprite(suit, round(wide * 0.5), hue), (wide * 0.64, face.height - wide * 0.38))
    else:
        write_centred(face, (wide * 0.5, face.height - wide * 0.5), "sails", WORDS, theme.INK)
        write_centred(face, (wide * 0.5, face.height - wide * 0.22), str(card.steps), rank, theme.INK)
    return face


@lru_cache(maxsize=16)
def _blank(wide: int, *, pale: bool, usable: bool) -> Image.Image:
    """Return a card without text, with a golden rim if it is usable now."""
    large = Image.new("RGBA", (wide * OVERSIZE, round(wide * _TALL) * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle(edges, 14 * OVERSIZE, _PALE if pale else theme.WHITE, theme.INK, 3 * OVERSIZE)
    if usable:
        inner = 2 * OVERSIZE, 2 * OVERSIZE, edges[2] - 2 * OVERSIZE, edges[3] - 2 * OVERSIZE
        draw.rounded_rectangle(inner, 12 * OVERSIZE, None, theme.GOLD, 6 * OVERSIZE)
    return reduce(large)
