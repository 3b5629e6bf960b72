"""The card table beside the title: the deck, the cards played and the dice rolled since the last play."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.acrana.layout import TABLE
from render.acrana.liveries import LIVERIES
from render.acrana.suits import suit_sign, suit_spare
from render.dice import die, used_die
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, fit, write_centred
from render.pieces import Spot, place, token
from rules.acrana.caption import about
from rules.acrana.cards import card
from rules.acrana.view import AcranaView, Played, Rolled

FELT = theme.mix(theme.PAPER, theme.COAST, 0.12)
_CARD = (72, 100)
_BIG, _SMALL = 70, 34
_DICE = 160
"""How much of the table belongs to the dice."""
_TOLD = Style(Face.BOLD, 24)
_INDEX = 32
"""How much of a card is seen under the next one: its corner."""
_MOST_CARDS = 4
_STEPS = Style(Face.BOLD, 24)
_TOKEN = 32
_LETTER = Style(Face.BOLD, 20)
_LOWER = {"triangle": 4, "inverted": -3}
"""How far below the middle of a shape its letter stands."""


def paint_table(canvas: Image.Image, view: AcranaView) -> None:
    """Deck, cards, dice, from the left."""
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((TABLE.left, TABLE.top, TABLE.right - 1, TABLE.bottom - 1), 12, FELT, theme.INK, 3)
    _paint_deck(canvas, view.cards_left)
    _paint_cards(canvas, view.played)
    _paint_dice(canvas, view.rolls)


def _paint_deck(canvas: Image.Image, left: int) -> None:
    x, y = TABLE.left + 50, TABLE.centre[1]
    place(canvas, _back(left > 1), (x, y - 14))
    write_centred(canvas, (x, TABLE.bottom - 20), f"{left} left", _TOLD, theme.INK)


def _paint_cards(canvas: Image.Image, played: Sequence[Played]) -> None:
    """The last few cards on the table, the latest on top; below each who played it."""
    if not played:
        return
    seen = played[-_MOST_CARDS:]
    start, room = TABLE.left + 98, TABLE.width - 98 - _DICE
    pitch = min(_CARD[0] + 6, (room - _CARD[0]) / max(1, len(seen) - 1))
    left = start + (room - _CARD[0] - pitch * (len(seen) - 1)) / 2
    for number, one in enumerate(seen):
        x = left + pitch * number
        place(canvas, playing_card(one.card, one.shown), (x + _CARD[0] / 2, TABLE.centre[1] - 14))
        seen_of_it = _CARD[0] if number == len(seen) - 1 else pitch
        _name_player(canvas, (x + seen_of_it / 2, TABLE.bottom - 20), one.seat)


def _name_player(canvas: Image.Image, at: Spot, seat: int) -> None:
    """A seat's shape with its letter on it."""
    livery = LIVERIES[seat]
    place(canvas, token(livery, _TOKEN), at)
    write_centred(canvas, (at[0], at[1] + _LOWER.get(livery.token, 0)), livery.letter, _LETTER, livery.ink)


def _paint_dice(canvas: Image.Image, rolls: Sequence[Rolled]) -> None:
    """The last roll large and what it was for; up to two rolls before it, small."""
    if not rolls:
        return
    last, middle = rolls[-1], TABLE.right - _DICE / 2
    big = min(_BIG, (_DICE - 12) // len(last.dice) - 4) if len(last.dice) > 2 else _BIG
    pitch = big + 4
    for number, face in enumerate(last.dice):
        x = middle + (number - (len(last.dice) - 1) / 2) * pitch
        again = last.purpose == "battle" and number < len(last.dice) - 1
        place(canvas, (used_die if again else die)(big, str(face)), (x, TABLE.top + 54))
    write_centred(canvas, (middle, TABLE.top + 105), fit(about(last), _TOLD, _DICE - 10), _TOLD, theme.INK)
    write_centred(
        canvas,
        (middle, TABLE.bottom - 18),
        fit(f"{last.ship} on {last.at}", _TOLD, _DICE - 10),
        _TOLD,
        theme.INK,
    )


@lru_cache(maxsize=512)
def playing_card(text: str, shown: str) -> Image.Image:
    """The face of a card: rank, suit, and what it sails when that is another number."""
    held = card(text)
    drawing, hue = suit_sign(held.id)
    large = Image.new("RGBA", (_CARD[0] * OVERSIZE, _CARD[1] * OVERSIZE))
    right, bottom = large.width - 1, large.height - 1
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, right, bottom), 9 * OVERSIZE, theme.WHITE, theme.INK, 2 * OVERSIZE
    )
    face = reduce(large)
    write_centred(
        face, (_INDEX / 2 + 2, 24), held.rank, Style(Face.BOLD, 31 if len(held.rank) == 1 else 26), hue
    )
    place(face, sprite(drawing, 20, hue), (_INDEX / 2 + 2, 50))
    if shown == held.rank:
        place(face, sprite(drawing, 42, hue), (46, 70))
    else:
        # In the corner that is seen under the next card.
        steps = shown.rpartition("(")[2].rstrip(")")
        edge = _INDEX - 1 if len(steps) > 1 else _INDEX - 4
        ImageDraw.Draw(face).rounded_rectangle((4, 65, edge, 94), 5, theme.GOLD, theme.INK, 1)
        write_centred(face, ((4 + edge) / 2, 80), steps, _STEPS, theme.INK)
    if suit_spare(held.id):
        ImageDraw.Draw(face).circle((_INDEX / 2 + 2, 66), 4, hue)
    return face


@lru_cache(maxsize=2)
def _back(pile: bool) -> Image.Image:  # noqa: FBT001
    """A card's back; of more than one, the edges of the cards below are seen."""
    large = Image.new("RGBA", ((_CARD[0] + 6) * OVERSIZE, (_CARD[1] + 6) * OVERSIZE))
    draw = ImageDraw.Draw(large)
    for shift in (6, 3, 0) if pile else (0,):
        left, top = shift * OVERSIZE, shift * OVERSIZE
        edges = (left, top, left + _CARD[0] * OVERSIZE - 1, top + _CARD[1] * OVERSIZE - 1)
        draw.rounded_rectangle(edges, 9 * OVERSIZE, theme.WHITE, theme.INK, 2 * OVERSIZE)
    inner = (6 * OVERSIZE, 6 * OVERSIZE, (_CARD[0] - 6) * OVERSIZE, (_CARD[1] - 6) * OVERSIZE)
    draw.rounded_rectangle(inner, 5 * OVERSIZE, theme.SEA_DEEP, theme.INK, OVERSIZE)
    back = reduce(large)
    place(back, sprite("anchor", 44, theme.INK), (_CARD[0] / 2, _CARD[1] / 2))
    return back
