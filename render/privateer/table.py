"""The tray beside the title: the dice of the turn, or the barrel of terrain before the battle."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, cap_height, write, write_centred
from render.pieces import boat, faded, place
from render.privateer.isles import LETTERS, tile
from render.privateer.layout import TABLE
from render.privateer.liveries import LIVERIES
from rules.privateer.dice import CANNON, SAIL, DieKind
from rules.privateer.view import PrivateerView, SeatView, TrayView

WOOD = theme.mix(theme.PAPER, theme.COAST, 0.14)
_DIE = 52
_PITCH = 57
_ROWS = (0.27, 0.73)
"""Where the rows of sails and of cannonballs lie, in shares of the tray's height."""
DRAWINGS: Mapping[DieKind, str] = {SAIL: "canvas", CANNON: "ball"}
_NOTE = Style(Face.TEXT, 26)
_COUNT = Style(Face.BOLD, 34)
_TITLE = Style(Face.BOLD, 28)
_MOST_SHIPS = 3
"""So many ships of winners fill the tray."""


def paint_table(canvas: Image.Image, view: PrivateerView) -> None:
    """Dice while a turn lasts, the barrel during set-up, gold at the end."""
    corners = (TABLE.left, TABLE.top, TABLE.right - 1, TABLE.bottom - 1)
    ImageDraw.Draw(canvas).rounded_rectangle(corners, 12, WOOD, theme.INK, 3)
    if view.phase == "over":
        _paint_winner(canvas, view)
    elif view.phase == "setup":
        _paint_barrel(canvas, view)
    elif view.tray is not None and not view.tray.to_roll:
        _paint_dice(canvas, view.tray)
    else:
        _paint_unrolled(canvas, view.tray.to_roll if view.tray else 0)


def _paint_dice(canvas: Image.Image, tray: TrayView) -> None:
    """Sails above, cannonballs below; the spent ones struck out behind those that are left."""
    for kind, left, share in ((SAIL, tray.sail, _ROWS[0]), (CANNON, tray.cannon, _ROWS[1])):
        spent = [int(token[1:]) for token in tray.spent if token[0] == kind]
        pitch = min(_PITCH, (TABLE.width - 24 - _DIE) / max(1, len(left) + len(spent) - 1))
        x, y = TABLE.left + 14 + _DIE / 2, TABLE.top + TABLE.height * share
        for face in left:
            place(canvas, die(kind, str(face)), (x, y))
            x += pitch
        for face in spent:
            place(canvas, spent_die(kind, str(face)), (x, y))
            x += pitch


def _paint_unrolled(canvas: Image.Image, to_roll: int) -> None:
    """No dice yet: one of each kind without a face, and how many there will be."""
    told = f"{to_roll} dice to roll" if to_roll else "no dice yet"
    x, y = TABLE.left + 54, TABLE.centre[1]
    for number, kind in enumerate((SAIL, CANNON)):
        place(canvas, die(kind, "?"), (x + number * (_PITCH + 8), y))
    write(canvas, (x + 2 * _PITCH, y + cap_height(_NOTE) / 2), told, _NOTE, theme.INK)


@lru_cache(maxsize=16)
def die(kind: DieKind, face: str) -> Image.Image:
    """A die: canvas for a sail, an iron ball for a cannonball."""
    return sprite(DRAWINGS[kind], _DIE, mark=face)


@lru_cache(maxsize=16)
def spent_die(kind: DieKind, face: str) -> Image.Image:
    """A die that was spent: pale and struck out."""
    large = Image.new("RGBA", (_DIE * OVERSIZE, _DIE * OVERSIZE))
    edge = _DIE * OVERSIZE
    ImageDraw.Draw(large).line([(edge * 0.1, edge * 0.9), (edge * 0.9, edge * 0.1)], theme.ALARM, edge // 16)
    pale = Image.new("RGBA", (_DIE, _DIE), (*WOOD, 0))
    pale.alpha_composite(faded(die(kind, face)))
    return Image.alpha_composite(pale, reduce(large))


def _paint_barrel(canvas: Image.Image, view: PrivateerView) -> None:
    """The tile that was drawn, large, and how many of each are left in the barrel."""
    if view.level is None:
        write_centred(canvas, TABLE.centre, "Preparing for battle", _TITLE, theme.INK)
        return
    room = TABLE
    if view.tile is not None:
        place(canvas, tile(view.tile, 0), (TABLE.left + 66, TABLE.centre[1]))
        room = Box(TABLE.left + 122, TABLE.top, TABLE.right, TABLE.bottom)
        ImageDraw.Draw(canvas).line((room.left, TABLE.top + 14, room.left, TABLE.bottom - 14), theme.INK, 2)
    write(canvas, (room.centre[0], TABLE.top + 36), "in the barrel", _NOTE, theme.INK, "middle")
    pitch = (room.width - 12) / len(LETTERS)
    for number, terrain in enumerate(LETTERS):
        x = room.left + 6 + pitch * (number + 0.5)
        small = tile(terrain, 0)
        small = small.resize((round(small.width * 0.55), round(small.height * 0.55)), Image.Resampling.BOX)
        place(canvas, small, (x - 14, TABLE.bottom - 48))
        write_centred(
            canvas, (x + 28, TABLE.bottom - 48), str(view.barrel.get(terrain, 0)), _COUNT, theme.INK
        )


def _paint_winner(canvas: Image.Image, view: PrivateerView) -> None:
    """The ships of whoever came first, what they have to show, and their gold."""
    first = [seat for seat in view.seats if seat.seat in view.ranking[0]]
    fleets = [fleet for seat in first for fleet in seat.fleets][:_MOST_SHIPS]
    x, y = TABLE.left + 54, TABLE.centre[1]
    for fleet in fleets:
        place(canvas, boat(LIVERIES[fleet], 78), (x, y))
        x += 84 if len(fleets) < _MOST_SHIPS else 70
    place(canvas, sprite("coin", 84, theme.GOLD, str(first[0].gold), theme.INK), (TABLE.right - 56, y))
    if len(fleets) == 1:
        _tell_deeds(canvas, view, first[0])


def _tell_deeds(canvas: Image.Image, view: PrivateerView, winner: SeatView) -> None:
    """Between ship and gold: whether the winner won the day, and how many ships they beat."""
    told = ["won the day"] if view.day == winner.seat else []
    if winner.hulls:
        told.append(f"beat {winner.hulls} ship{'s' * (winner.hulls != 1)}")
    for number, line in enumerate(told):
        y = TABLE.centre[1] + 34 * (number - (len(told) - 1) / 2) + cap_height(_NOTE) / 2
        write(canvas, (TABLE.centre[0], y), line, _NOTE, theme.INK, "middle")
