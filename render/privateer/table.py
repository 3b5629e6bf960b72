"""Paints the dice of the turn or, before the battle, the barrel of tiles in the north-east corner."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.dice import struck
from render.drawings import sprite
from render.lettering import BOLD_8, TEXT_8, cap_height, width, write, write_centred
from render.pieces import faded, place
from render.privateer.isles import LETTERS, tile
from render.privateer.layout import TRAY
from rules.privateer.board import Terrain
from rules.privateer.shown.pieces import CANNON, SAIL, DieKind
from rules.privateer.shown.view import PrivateerView, TrayView

WOOD = theme.mix(theme.PAPER, theme.COAST, 0.14)
DIE = 62
_PITCH, _ROW = 62, 66
_PAD = 5
_WIDEST = 372, 316
"""The maximum widths of the rows of sails and of cannonballs. The lower row has less room next to the map."""
_TILE = 78, 48
DRAWINGS: Mapping[DieKind, str] = {SAIL: "canvas", CANNON: "ball"}


def paint_table(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint the dice of the turn. In the set-up, paint the barrel once the amount of terrain is known."""
    if view.phase == "setup" and view.level is not None:
        _paint_barrel(canvas, view)
    elif view.phase == "battle" and view.tray is not None:
        if view.tray.to_roll:
            _paint_unrolled(canvas, view.tray.to_roll)
        else:
            _paint_dice(canvas, view.tray)


def _paint_dice(canvas: Image.Image, tray: TrayView) -> None:
    """Paint sails above cannonballs. In each row, spent dice come last and are struck out."""
    top = TRAY[1]
    for kind, left, widest in ((SAIL, tray.sail, _WIDEST[0]), (CANNON, tray.cannon, _WIDEST[1])):
        spent = [int(die[1:]) for die in tray.spent if die[0] == kind]
        dice = [*(die(kind, str(face)) for face in left), *(spent_die(kind, str(face)) for face in spent)]
        if not dice:
            continue
        pitch = min(_PITCH, (widest - DIE) // max(1, len(dice) - 1))
        wide = pitch * (len(dice) - 1) + DIE
        plate = Box(TRAY[0] - wide - 2 * _PAD, top, TRAY[0], top + _ROW)
        _panel(canvas, plate)
        for number, shown in enumerate(dice):
            place(canvas, shown, (plate.left + _PAD + DIE / 2 + pitch * number, plate.centre[1]))
        top += _ROW + 2


def _panel(canvas: Image.Image, box: Box) -> None:
    ImageDraw.Draw(canvas).rounded_rectangle(box.edges, 10, WOOD, theme.INK, 2)


def _paint_unrolled(canvas: Image.Image, to_roll: int) -> None:
    """Paint the number of dice of the coming roll."""
    told = f"{to_roll} dice to roll"
    plate = Box(TRAY[0] - width(told, TEXT_8) - 28, TRAY[1], TRAY[0], TRAY[1] + 50)
    _panel(canvas, plate)
    baseline = plate.centre[1] + cap_height(TEXT_8) / 2
    write(canvas, (plate.left + 14, baseline), told, TEXT_8, theme.INK)


@lru_cache(maxsize=16)
def die(kind: DieKind, face: str) -> Image.Image:
    """Return a die with its face on a drawing of its kind."""
    return sprite(DRAWINGS[kind], DIE, mark=face)


@lru_cache(maxsize=16)
def spent_die(kind: DieKind, face: str) -> Image.Image:
    """Return a spent die, pale and struck out."""
    pale = Image.new("RGBA", (DIE, DIE), (*WOOD, 0))
    pale.alpha_composite(faded(die(kind, face)))
    return struck(pale)


def _paint_barrel(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint the number of tiles of each terrain in the barrel."""
    pitch = _TILE[0] + 44
    wide = pitch * len(LETTERS) + 2 * _PAD
    plate = Box(TRAY[0] - wide, TRAY[1], TRAY[0], TRAY[1] + _TILE[1] + 2 * _PAD)
    _panel(canvas, plate)
    for number, terrain in enumerate(LETTERS):
        x, y = plate.left + _PAD + pitch * number, plate.centre[1]
        place(canvas, _small(terrain), (x + _TILE[0] / 2, y))
        write_centred(canvas, (x + _TILE[0] + 18, y), str(view.barrel.get(terrain, 0)), BOLD_8, theme.INK)


@lru_cache(maxsize=3)
def _small(terrain: Terrain) -> Image.Image:
    """Return a tile in the size of `_TILE`."""
    return tile(terrain, 0).resize(_TILE, Image.Resampling.BOX)
