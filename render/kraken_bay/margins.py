"""The paper beside the bay: title, words, the tracks of time and health, and the ships' cards."""

from PIL import Image, ImageDraw

from render import cards, theme
from render.kraken_bay import layout
from render.kraken_bay.afloat import stray_ship
from render.kraken_bay.layout import BAND, TITLE_END, TRACKS, WORDS
from render.kraken_bay.liveries import LIVERIES, NOBODY, TENTACLE
from render.kraken_bay.seats import paint_seat
from render.lettering import Face, Style, readable, write
from rules.engine.seat import Names
from rules.kraken_bay.caption import aside, leading_ship, tale, title
from rules.kraken_bay.view import BayView

LINES = 4
"""So many lines tell what happened."""
_NOTE = Style(Face.TEXT, 24)
_LONGEST = 16
_ENTRY = 24


def paint_margins(canvas: Image.Image, view: BayView, names: Names) -> None:
    """All that is written beside the bay."""
    shown = {seat: _short(readable(name, f"Seat {seat}")) for seat, name in names.items()}
    lead = leading_ship(view)
    livery = LIVERIES[lead] if lead else NOBODY
    cards.title_band(canvas, BAND, TITLE_END, livery, title(view, shown), aside(view))
    cards.words(canvas, WORDS, tale(view), LINES)
    _paint_tracks(canvas, view)
    for box, ship in zip(layout.cards(len(view.ships)), view.ships, strict=True):
        at_turn = ship.active and not view.stopped
        paint_seat(canvas, box, ship, shown.get(ship.seat, ship.title), at_turn=at_turn)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _paint_tracks(canvas: Image.Image, view: BayView) -> None:
    """Time that is left, with the off-course ships that wait at theirs; below it the kraken's health."""
    write(canvas, (TRACKS.left, TRACKS.top + 18), f"Time {view.time}", _NOTE, theme.INK)
    _paint_bar(canvas, TRACKS.top + 28, view.time, view.full_time, theme.GOLD)
    pitch = TRACKS.width / view.full_time
    for stray in view.strays:
        if stray.status == "waiting":
            x = TRACKS.left + pitch * (stray.enters - 0.5)
            ship = stray_ship(stray.id, _ENTRY)
            canvas.paste(ship, (round(x - ship.width / 2), TRACKS.top + 4), ship)
    write(canvas, (TRACKS.left, TRACKS.top + 78), f"Kraken {view.health}", _NOTE, theme.INK)
    _paint_bar(canvas, TRACKS.top + 88, view.health, view.full_health, TENTACLE)


def _paint_bar(canvas: Image.Image, top: int, value: int, most: int, hue: theme.Colour) -> None:
    """A row of cells, so many of them filled."""
    draw = ImageDraw.Draw(canvas)
    pitch = TRACKS.width / most
    for number in range(most):
        left, right = (TRACKS.left + round(pitch * edge) for edge in (number, number + 1))
        draw.rectangle((left, top, right - 2, top + 18), hue if number < value else theme.CARD, theme.INK, 2)
