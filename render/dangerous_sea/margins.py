"""Paints the margins: headline with the wheel of the seasons, caption, and the captains' cards."""

from collections.abc import Mapping
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from render import theme
from render.cards import Figure, Row, Standing, paint_card
from render.chart import Box
from render.dangerous_sea.isles import DRINK
from render.dangerous_sea.layout import lies
from render.dangerous_sea.liveries import LIVERIES, STONE
from render.drawings import OVERSIZE, reduce, sprite
from render.headline import paint_tale, paint_title
from render.lettering import BOLD_11, readable, write
from render.pieces import place
from rules.dangerous_sea.shown.caption import aside, leading_ship, tale, title
from rules.dangerous_sea.shown.view import Season, SeaView, ShipView
from rules.engine.seat import Names
from rules.engine.wording import ordinal

_WHEEL = 92
_ROW = Row(BOLD_11, sign=44, gap=6, between=18)
SEASONS: Mapping[Season, theme.Colour] = {
    "spring": theme.rgb("#8FBF6A"),
    "summer": theme.rgb("#E3B341"),
    "autumn": theme.rgb("#C9713A"),
    "winter": theme.rgb("#B9D3E6"),
}


def paint_margins(canvas: Image.Image, view: SeaView, names: Names) -> None:
    """Paint headline, caption and cards."""
    shown = {seat: readable(name, f"Seat {seat}") for seat, name in names.items()}
    sheet, livery = lies(len(view.ships)), LIVERIES[leading_ship(view).captain]
    free = paint_title(canvas, sheet.headline, livery, partial(title, view), shown, aside(view), _WHEEL)
    place(canvas, _wheel(view.season_name if view.season else None), free.centre)
    paint_tale(canvas, sheet.words, partial(tale, view), shown)
    for box, ship in zip(sheet.cards, view.ships, strict=True):
        _paint_seat(canvas, box, view, ship, shown.get(ship.seat, f"Seat {ship.seat}"))
    if len(view.ships) % 2 and len(view.ships) > 1:
        # A serpent fills the gap next to the last card.
        last = sheet.cards[-1]
        serpent = sprite("serpent", last.height - 20, theme.mix(theme.PAPER, theme.INK, 0.3))
        place(canvas, serpent, (canvas.width * 0.75, last.centre[1]))


@lru_cache(maxsize=5)
def _wheel(lit: Season | None) -> Image.Image:
    """Return the wheel of the seasons, of which only the season `lit` is coloured."""
    size = _WHEEL * OVERSIZE
    large = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(large)
    for number, (season, hue) in enumerate(SEASONS.items()):
        ground = hue if season == lit else theme.CARD
        edges = (2 * OVERSIZE, 2 * OVERSIZE, size - 2 * OVERSIZE, size - 2 * OVERSIZE)
        draw.pieslice(edges, 90 * number - 90, 90 * number, ground, theme.INK, 3 * OVERSIZE)
    return reduce(large)


def _paint_seat(canvas: Image.Image, box: Box, view: SeaView, ship: ShipView, name: str) -> None:
    """Paint one captain's card."""
    at_turn = ship.active and not view.stopped and view.phase != "over"
    standing = Standing.GONE if ship.resigned else Standing.AT_TURN if at_turn else Standing.WAITING
    livery = LIVERIES[ship.captain]
    heavy = ship.penalty and ship.rank is None
    weight = (Figure("anchor", theme.INK, f"-{ship.penalty}", theme.ALARM),) if heavy else ()
    stones = Figure("rune", STONE, f"{ship.stones}/{view.stones_to_win}")
    rank = () if ship.rank is None else (Figure("", theme.INK, ordinal(ship.rank)),)
    above = (*weight, stones, *rank)
    line = paint_card(canvas, box, livery, name, standing, _ROW.width(above) + _ROW.between)
    if ship.resigned:
        write(canvas, (line.left, line.bottom), "has left", BOLD_11, theme.PALE_INK)
        return
    upper = box.top + box.bottom - line.bottom + line.height
    _ROW.paint(canvas, line.right - _ROW.width(above), upper, line.height, above)
    below = (
        Figure("figure", livery.hue, str(ship.sailors)),
        Figure("barley", theme.INK, str(ship.food)),
        Figure("drop", DRINK, str(ship.water)),
    )
    _ROW.paint(canvas, line.left + _ROW.between, line.bottom, line.height, below)
