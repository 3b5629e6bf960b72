"""The paper round the sea: the title with the wheel of the seasons, a summary, and the captains' cards."""

from collections.abc import Mapping
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.dangerous_sea.layout import lies
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.seats import paint_seat
from render.drawings import OVERSIZE, reduce, sprite
from render.headline import paint_tale, paint_title
from render.lettering import readable
from render.pieces import place
from rules.dangerous_sea.shown.caption import aside, leading_ship, tale, title
from rules.dangerous_sea.shown.view import Season, SeaView
from rules.engine.seat import Names

_WHEEL = 92
SEASONS: Mapping[Season, theme.Colour] = {
    "spring": theme.rgb("#8FBF6A"),
    "summer": theme.rgb("#E3B341"),
    "autumn": theme.rgb("#C9713A"),
    "winter": theme.rgb("#B9D3E6"),
}


def paint_margins(canvas: Image.Image, view: SeaView, names: Names) -> None:
    """Paint the texts in the margins of the sea."""
    shown = {seat: readable(name, f"Seat {seat}") for seat, name in names.items()}
    sheet, livery = lies(len(view.ships)), LIVERIES[leading_ship(view).captain]
    free = paint_title(canvas, sheet.headline, livery, partial(title, view), shown, aside(view), _WHEEL)
    place(canvas, _wheel(view.season_name if view.season else None), free.centre)
    paint_tale(canvas, sheet.words, partial(tale, view), shown)
    for box, ship in zip(sheet.cards, view.ships, strict=True):
        paint_seat(canvas, box, view, ship, shown.get(ship.seat, f"Seat {ship.seat}"))
    if len(view.ships) % 2 and len(view.ships) > 1:
        _paint_serpent(canvas, sheet.cards[-1])


def _paint_serpent(canvas: Image.Image, last: Box) -> None:
    """Paint a serpent in the gap next to the last card."""
    serpent = sprite("serpent", last.height - 20, theme.mix(theme.PAPER, theme.INK, 0.3))
    place(canvas, serpent, (canvas.width * 0.75, last.centre[1]))


@lru_cache(maxsize=5)
def _wheel(lit: Season | None) -> Image.Image:
    """Return the year as a wheel; only the quarter of the season `lit` is coloured."""
    size = _WHEEL * OVERSIZE
    large = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(large)
    for number, (season, hue) in enumerate(SEASONS.items()):
        ground = hue if season == lit else theme.CARD
        edges = (2 * OVERSIZE, 2 * OVERSIZE, size - 2 * OVERSIZE, size - 2 * OVERSIZE)
        draw.pieslice(edges, 90 * number - 90, 90 * number, ground, theme.INK, 3 * OVERSIZE)
    return reduce(large)
