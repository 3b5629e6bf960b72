"""Paints the margins: headline, caption and cards."""

from functools import partial

from PIL import Image

from render import theme
from render.drawings import sprite
from render.headline import paint_tale, paint_title
from render.lettering import TITLE_11, readable, width, write
from render.pieces import place
from render.privateer.isles import tile
from render.privateer.layout import BORDER, SEA, lies
from render.privateer.liveries import LIVERIES
from render.privateer.seats import owned, paint_card_of
from rules.engine.seat import Names
from rules.privateer.shown.caption import aside, leading_fleet, tale, title
from rules.privateer.shown.view import PrivateerView

_TILE, _COIN = 130, 84


def paint_margins(canvas: Image.Image, view: PrivateerView, names: Names) -> None:
    """Paint headline, caption and cards."""
    shown = shown_names(view, names)
    cards = owned(view)
    sheet, livery = lies(len(cards)), LIVERIES[leading_fleet(view)]
    gold = _gold_of_winners(view)
    taken = _TILE if view.tile else _COIN + 20 + width(gold, TITLE_11) if gold else 0
    free = paint_title(canvas, sheet.headline, livery, partial(title, view), shown, aside(view), taken)
    if view.tile:
        place(canvas, tile(view.tile, 0), free.centre)
    elif gold:
        write(canvas, (free.right, free.centre[1] + 20), gold, TITLE_11, livery.ink, "right")
        place(canvas, sprite("coin", _COIN, theme.GOLD), (free.left + _COIN / 2, free.centre[1]))
    paint_tale(canvas, sheet.words, lambda called, _: tale(view, called), shown)
    for box, own in zip(sheet.cards, cards, strict=True):
        paint_card_of(canvas, box, view, own, shown[own.seat.seat])
    if sheet.cards[-1].right < SEA.centre[0] + BORDER:
        # A whale fills the gap next to the last card.
        last = sheet.cards[-1]
        place(canvas, sprite("whale", last.height - 30), (canvas.width * 0.75, last.centre[1]))


def _gold_of_winners(view: PrivateerView) -> str:
    """Return the winners' doubloons as a text, which is empty until the game is over."""
    if view.phase != "over" or not view.ranking:
        return ""
    return str(next(seat.gold for seat in view.seats if seat.seat == view.ranking[0][0]))


def shown_names(view: PrivateerView, names: Names) -> dict[int, str]:
    """Return the name of each seat's player, or its fleets' letters if the font cannot show the name."""
    letters = {
        seat.seat: "".join(fleet.letter for fleet in view.fleets if fleet.seat == seat.seat)
        for seat in view.seats
    }
    return {seat: readable(names.get(seat, ""), letters[seat] or f"Seat {seat}") for seat in letters}
