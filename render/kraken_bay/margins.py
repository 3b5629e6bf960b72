"""The paper beside the bay: title, words, the tracks of time and health, and the ships' cards."""

from collections.abc import Callable
from functools import cache, partial

from PIL import Image, ImageDraw

from render import cards, theme
from render.drawings import sprite
from render.kraken_bay import layout
from render.kraken_bay.afloat import chit, stray_ship
from render.kraken_bay.layout import BAND, CHART, MARGIN, TITLE_END, TRACKS, WORDS
from render.kraken_bay.liveries import LIVERIES, NOBODY, TENTACLE
from render.kraken_bay.seats import paint_seat
from render.lettering import Face, Style, cap_height, readable, write
from render.pieces import boat, faded, place
from rules.engine.seat import Names
from rules.kraken_bay.board import CHARACTERS
from rules.kraken_bay.caption import aside, leading_ship, tale, title
from rules.kraken_bay.tables import CARDS
from rules.kraken_bay.view import BayView

LINES = 4
"""So many lines tell what happened."""
_NOTE = Style(Face.TEXT, 24)
_LONGEST = 16
ENTRY = 24
_MOST_WITH_KEY = 4
_ROW = 40
_BERTH, _SHIP = 64, 54
_PIECES: tuple[tuple[Callable[[], Image.Image], str], ...] = (
    (partial(chit, "crew", 30), "crew"),
    (partial(sprite, "tentacle", 36, TENTACLE), "tentacle"),
    (partial(chit, "treasure", 30), "treasure"),
    (partial(sprite, "barrel", 31), "barrel"),
    (partial(chit, "ration", 30), "ration"),
    (partial(sprite, "puff", 34), "smoke"),
    (partial(chit, "plague", 30), "plague"),
    (partial(stray_ship, "supply", 36), "stray ship"),
)
"""What lies in the bay."""


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
    if view.phase == "setup":
        _paint_fleet(canvas, view, shown)
    if len(view.ships) <= _MOST_WITH_KEY:
        canvas.paste(_key(), (WORDS.left, CHART.bottom - MARGIN - _key().height))


def _paint_fleet(canvas: Image.Image, view: BayView, names: Names) -> None:
    """The six ships, those that are picked with their players."""
    sailors = {name: names.get(seat, f"Seat {seat}") for seat, name in view.picked.items()}
    for number, name in enumerate(CHARACTERS):
        x, y = TRACKS.left + 30, TRACKS.bottom + 40 + _BERTH * number
        ship = boat(LIVERIES[name], _SHIP)
        place(canvas, faded(ship) if name in sailors else ship, (x, y))
        told = f"{CARDS[name].title}: {sailors[name]}" if name in sailors else CARDS[name].title
        write(canvas, (x + 40, y + cap_height(_NOTE) / 2), told, _NOTE, theme.INK)


@cache
def _key() -> Image.Image:
    """What each piece is, for those new to it; where cards leave room. It is kept: copy it."""
    key = Image.new("RGB", (WORDS.width, _ROW * (len(_PIECES) + 1) // 2), theme.PAPER)
    for number, (piece, word) in enumerate(_PIECES):
        down, across = divmod(number, 2)
        x, y = across * WORDS.width * 9 // 20, _ROW * down + _ROW // 2
        place(key, piece(), (x + 20, y))
        write(key, (x + 46, y + cap_height(_NOTE) / 2), word, _NOTE, theme.INK)
    return key


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
            ship = stray_ship(stray.id, ENTRY)
            canvas.paste(ship, (round(x - ship.width / 2), TRACKS.top + 48), ship)
    write(canvas, (TRACKS.left, TRACKS.top + 91), f"Kraken {view.health}", _NOTE, theme.INK)
    _paint_bar(canvas, TRACKS.top + 99, view.health, view.full_health, TENTACLE)


def _paint_bar(canvas: Image.Image, top: int, value: int, most: int, hue: theme.Colour) -> None:
    """A row of cells, so many of them filled."""
    draw = ImageDraw.Draw(canvas)
    pitch = TRACKS.width / most
    for number in range(most):
        left, right = (TRACKS.left + round(pitch * edge) for edge in (number, number + 1))
        draw.rectangle((left, top, right - 2, top + 18), hue if number < value else theme.CARD, theme.INK, 2)
