"""The paper beside the sea: title, words, the season, and the captains' cards."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import cards, theme
from render.dangerous_sea import layout
from render.dangerous_sea.layout import BAND, SEASON, TITLE_END, WORDS
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.seats import paint_seat
from render.drawings import OVERSIZE, reduce
from render.lettering import Face, Style, readable, write, write_centred
from rules.dangerous_sea.caption import aside, leading_ship, tale, title
from rules.dangerous_sea.tables import Season
from rules.dangerous_sea.view import SeaView
from rules.engine.seat import Names

LINES = 4
"""So many lines tell what happened."""
_LONGEST = 16
_NOTE = Style(Face.TEXT, 25)
_NAME = Style(Face.BOLD, 27)
_WHEEL = 136
SEASONS: Mapping[Season, theme.Colour] = {
    "spring": theme.rgb("#8FBF6A"),
    "summer": theme.rgb("#E3B341"),
    "autumn": theme.rgb("#C9713A"),
    "winter": theme.rgb("#B9D3E6"),
}
_LETTER = Style(Face.BOLD, 26 * OVERSIZE)


def paint_margins(canvas: Image.Image, view: SeaView, names: Names) -> None:
    """All that is written beside the sea."""
    shown = {seat: _short(readable(name, f"Seat {seat}")) for seat, name in names.items()}
    livery = LIVERIES[leading_ship(view).captain]
    cards.title_band(canvas, BAND, TITLE_END, livery, title(view, shown), aside(view))
    cards.words(canvas, WORDS, tale(view, shown), LINES)
    _paint_season(canvas, view)
    for box, ship in zip(layout.cards(len(view.ships)), view.ships, strict=True):
        paint_seat(canvas, box, view, ship, shown.get(ship.seat, f"Seat {ship.seat}"))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _paint_season(canvas: Image.Image, view: SeaView) -> None:
    """The wheel with the current season lit, and what is left in bag and deck."""
    wheel = _wheel(view.season_name if view.season else None)
    canvas.paste(wheel, (SEASON.left, SEASON.top + 6), wheel)
    told = (
        (view.season_name.capitalize() if view.season else "Set-up", _NAME),
        (f"{sum(view.bag.values())} tiles left", _NOTE),
        (f"{sum(view.deck.values())} sea cards", _NOTE),
    )
    for number, (line, style) in enumerate(told):
        write(canvas, (SEASON.left + _WHEEL + 16, SEASON.top + 46 + 36 * number), line, style, theme.INK)


@lru_cache(maxsize=5)
def _wheel(lit: Season | None) -> Image.Image:
    size = _WHEEL * OVERSIZE
    large = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(large)
    for number, (season, hue) in enumerate(SEASONS.items()):
        ground = hue if season == lit else theme.mix(theme.PAPER, hue, 0.28)
        edges = (2 * OVERSIZE, 2 * OVERSIZE, size - 2 * OVERSIZE, size - 2 * OVERSIZE)
        draw.pieslice(edges, 90 * number - 90, 90 * number, ground, theme.INK, 3 * OVERSIZE)
        across, down = ((1, -1), (1, 1), (-1, 1), (-1, -1))[number]
        ink = theme.INK if season == lit else theme.mix(theme.PAPER, theme.INK, 0.5)
        at = size / 2 + across * size * 0.22, size / 2 + down * size * 0.22
        write_centred(large, at, season[:2].capitalize(), _LETTER, ink)
    return reduce(large)
