"""Paints cargo, bombs, tentacles, off-course ships, and the kraken."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from render import theme
from render.drawings import HARD, sprite
from render.kraken_bay.layout import BOMB, CENTRE, CHIT, MOUTH_REACH, STRAY
from render.kraken_bay.layout import TENTACLE as TENTACLE_SIZE
from render.kraken_bay.liveries import CHIT_HUES, CHIT_SIGNS, STRAY_SIGNS, TENTACLE
from render.pieces import Spot, place
from rules.kraken_bay.shown.pieces import BombKind, Chit, Stray
from rules.kraken_bay.shown.view import BayView

_KRAKEN = 2 * MOUTH_REACH - 8
_FUSE = 20


def paint_afloat(canvas: Image.Image, view: BayView, spots: Mapping[str, Spot]) -> None:
    """Paint cargo, bombs, tentacles and off-course ships."""
    for at, kind in view.chits.items():
        place(canvas, floating_chit(kind), spots[f"chit {at}"])
    for bomb in view.bombs:
        spot = spots[f"{bomb.bomb} {bomb.at}"]
        place(canvas, floating_bomb(bomb.bomb), spot)
        if bomb.fused:
            place(canvas, sprite("hourglass", _FUSE), (spot[0] + 12, spot[1] - 10))
    for at in view.tentacles:
        place(canvas, tentacle(), spots[f"tentacle {at}"])
    for stray in view.strays:
        if stray.id in spots:
            place(canvas, stray_ship(stray.id, STRAY), spots[stray.id])


@lru_cache(maxsize=64)
def chit(kind: Chit, size: int) -> Image.Image:
    """Return a round chit with the sign of its cargo, `size` pixels high."""
    sign, hue = CHIT_SIGNS[kind], CHIT_HUES[kind]
    if kind == "plague":
        return sprite(sign, size, hue)
    ground = sprite("chit", size, theme.mix(hue, theme.WHITE, 0.45)).copy()
    place(ground, sprite(sign, round(size * 0.72), hue), (size / 2, size / 2))
    return ground


@lru_cache(maxsize=4)
def floating_chit(kind: Chit) -> Image.Image:
    """Return a chit as it is painted on the water."""
    return _hard(chit(kind, CHIT))


def _hard(piece: Image.Image) -> Image.Image:
    """Return a copy with hard edges. Soft edges would make the picture's file 5 % larger."""
    hard = piece.copy()
    hard.putalpha(piece.getchannel("A").point(HARD))
    return hard


@lru_cache(maxsize=2)
def floating_bomb(kind: BombKind) -> Image.Image:
    """Return a barrel or a cloud as it is painted on the water."""
    return _hard(sprite("barrel", BOMB) if kind == "barrel" else sprite("puff", BOMB + 4))


@lru_cache(maxsize=1)
def tentacle() -> Image.Image:
    """Return a tentacle as it is painted on the water."""
    return _hard(sprite("tentacle", TENTACLE_SIZE, TENTACLE))


@lru_cache(maxsize=64)
def stray_ship(name: Stray, size: int) -> Image.Image:
    """Return an off-course ship with its sign."""
    ship = sprite("stray", size).copy()
    sign = sprite(STRAY_SIGNS[name], round(size * 0.46), theme.GOLD)
    place(ship, sign, (ship.width / 2, ship.height * 0.38))
    return ship


def paint_kraken(canvas: Image.Image, view: BayView) -> None:
    """Paint the kraken in the middle of the bay, with a skull if it is dead."""
    beast = sprite("octopus", _KRAKEN, theme.INK, mark_colour=TENTACLE)
    place(canvas, beast, CENTRE)
    if view.health == 0:
        place(canvas, sprite("skull", 54), CENTRE)
