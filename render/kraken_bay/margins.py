"""Paints the margins: headline, caption, the tracks of time and health, and the ships' cards."""

from functools import partial

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.dice import die
from render.headline import paint_tale, paint_title
from render.kraken_bay.afloat import stray_ship
from render.kraken_bay.layout import HEALTH, TIME, TRACK, lies
from render.kraken_bay.liveries import LIVERIES, TENTACLE
from render.kraken_bay.seats import paint_berth, paint_seat
from render.lettering import BOLD_8, Align, readable, write
from render.pieces import NOBODY, place
from rules.engine.seat import Names
from rules.kraken_bay.board import CHARACTERS
from rules.kraken_bay.shown.caption import aside, leading_ship, tale, title
from rules.kraken_bay.shown.view import BayView

_DIE, _DICE_GAP = 82, 8
ENTRY = 44
"""The size in pixels of an off-course ship next to the track of time."""


def paint_margins(canvas: Image.Image, view: BayView, names: Names) -> None:
    """Paint headline, caption, tracks and cards."""
    shown = {seat: readable(name, f"Seat {seat}") for seat, name in names.items()}
    plan, lead = lies(len(view.ships)), leading_ship(view)
    taken = len(view.dice) * (_DIE + _DICE_GAP)
    livery, head = LIVERIES[lead] if lead else NOBODY, partial(title, view)
    free = paint_title(canvas, plan.headline, livery, head, shown, aside(view), taken)
    for number, rolled in enumerate(view.dice):
        place(
            canvas, die(_DIE, str(rolled)), (free.left + (number + 0.5) * (_DIE + _DICE_GAP), free.centre[1])
        )
    paint_tale(canvas, plan.words, partial(tale, view), shown)
    _paint_tracks(canvas, view)
    for box, ship in zip(plan.cards, view.ships, strict=False):
        at_turn = ship.active and not view.stopped
        paint_seat(canvas, box, ship, shown.get(ship.seat, ship.title), at_turn=at_turn)
    if not view.ships:
        sailors = {name: shown.get(seat, f"Seat {seat}") for seat, name in view.picked.items()}
        for box, name in zip(plan.cards, CHARACTERS, strict=True):
            paint_berth(canvas, box, name, sailors.get(name))


def _paint_tracks(canvas: Image.Image, view: BayView) -> None:
    """Paint the track of time, with off-course ships at their times of entry, and the track of health."""
    _paint_track(canvas, TIME, (view.time, view.full_time), theme.GOLD)
    for stray in view.strays:
        if stray.status == "waiting":
            y = TIME.top + TRACK[1] * (view.full_time - stray.enters + 0.5)
            place(canvas, stray_ship(stray.id, ENTRY), (TIME.right + 6 + ENTRY / 2, y))
    _paint_track(canvas, HEALTH, (view.health, view.full_health), TENTACLE)
    named: tuple[tuple[str, float, Align], ...] = (
        (f"Time {view.time}", TIME.left, "left"),
        (f"Kraken {view.health}", HEALTH.right, "right"),
    )
    for text, x, align in named:
        write(canvas, (x, TIME.top - 18), text, BOLD_8, theme.INK, align)


def _paint_track(canvas: Image.Image, track: Box, value: tuple[int, int], hue: theme.Colour) -> None:
    """Paint a column of cells. `value` holds the numbers of filled cells, which are lowest, and of all."""
    draw, (full, most) = ImageDraw.Draw(canvas), value
    for number in range(most):
        top = track.top + TRACK[1] * number
        filled = most - number <= full
        draw.rectangle(
            (track.left, top, track.right - 1, top + TRACK[1] - 4),
            hue if filled else theme.CARD,
            theme.INK,
            2,
        )
