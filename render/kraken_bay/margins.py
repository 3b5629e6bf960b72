"""Paints the margins: headline, caption, the tracks of time and health, the legend, and the ships' cards."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.dice import die
from render.drawings import sprite
from render.headline import paint_tale, paint_title
from render.kraken_bay.afloat import chit, stray_ship
from render.kraken_bay.layout import HEALTH, KEY, LINE, TIME, TRACK, lies
from render.kraken_bay.liveries import LIVERIES, TENTACLE
from render.kraken_bay.seats import paint_berth, paint_seat
from render.kraken_bay.sheet import DEEP
from render.lettering import BOLD_8, TEXT_8, cap_height, readable, width, write
from render.pieces import NOBODY, place
from rules.engine.seat import Names
from rules.kraken_bay.board import CHARACTERS
from rules.kraken_bay.shown.caption import aside, leading_ship, tale, title
from rules.kraken_bay.shown.view import BayView

_DIE, _DICE_GAP = 82, 8
_SIGN, _GAP = 36, 8
_Sign = tuple[Callable[[], Image.Image], str]
_LEFT: Sequence[_Sign] = (
    (partial(sprite, "coin", _SIGN, theme.GOLD), "points"),
    (partial(chit, "crew", _SIGN), "crew"),
    (partial(chit, "ration", _SIGN), "ration"),
    (partial(chit, "plague", _SIGN), "plague"),
    (partial(chit, "treasure", _SIGN), "treasure"),
)
_RIGHT: Sequence[_Sign] = (
    (partial(stray_ship, "supply", _SIGN + 4), "stray"),
    (partial(sprite, "hourglass", _SIGN - 6), "fuse"),
    (partial(sprite, "puff", _SIGN), "smoke"),
    (partial(sprite, "barrel", _SIGN), "barrel"),
    (partial(sprite, "tentacle", _SIGN, TENTACLE), "tentacle"),
)
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
        spot = free.left + (number + 0.5) * (_DIE + _DICE_GAP), free.centre[1]
        place(canvas, die(_DIE, str(rolled)), spot)
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
    """Paint the tracks of time and health. Off-course ships are shown at their times of entry."""
    _paint_track(canvas, TIME, view.time, view.full_time, theme.GOLD)
    for stray in view.strays:
        if stray.status == "waiting":
            y = TIME.top + TRACK[1] * (view.full_time - stray.enters + 0.5)
            place(canvas, stray_ship(stray.id, ENTRY), (TIME.right + 6 + ENTRY / 2, y))
    _paint_track(canvas, HEALTH, view.health, view.full_health, TENTACLE)
    write(canvas, (TIME.left, TIME.top - 18), f"Time {view.time}", BOLD_8, theme.INK)
    write(canvas, (HEALTH.right, TIME.top - 18), f"Kraken {view.health}", BOLD_8, theme.INK, "right")


def _paint_track(canvas: Image.Image, track: Box, full: int, most: int, hue: theme.Colour) -> None:
    """Paint a column of `most` cells, of which the lowest `full` cells are filled."""
    draw = ImageDraw.Draw(canvas)
    for number in range(most):
        top = track.top + TRACK[1] * number
        fill = hue if most - number <= full else theme.CARD
        draw.rectangle((track.left, top, track.right - 1, top + TRACK[1] - 4), fill, theme.INK, 2)


def paint_key(canvas: Image.Image) -> None:
    """Paint the legend: a column of signs and words in each lower corner."""
    for number in range(len(_LEFT)):
        top = KEY.top + LINE * number
        canvas.paste(_line(number, right=False), (KEY.left, top))
        right = _line(number, right=True)
        canvas.paste(right, (KEY.right - right.width, top))


@cache
def _line(number: int, *, right: bool) -> Image.Image:
    """Return a line of the legend's left or right column, on water; its sign is on the outer side."""
    sign, word = (_RIGHT if right else _LEFT)[number]
    wide = _SIGN + _GAP + width(word, TEXT_8)
    line = Image.new("RGB", (wide, LINE), DEEP)
    place(line, sign(), (wide - _SIGN / 2 if right else _SIGN / 2, LINE / 2))
    start = 0 if right else _SIGN + _GAP
    write(line, (start, LINE / 2 + cap_height(TEXT_8) / 2), word, TEXT_8, theme.INK)
    return line
