"""What floats in the bay: cargo, bombs, tentacles, off-course ships; and the kraken in its mouth."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.drawings import sprite
from render.kraken_bay.layout import CENTRE
from render.kraken_bay.liveries import CHIT_HUES, CHIT_SIGNS, STRAY_SIGNS, TENTACLE
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, glow, place
from rules.kraken_bay.tables import BombKind, Chit, Stray
from rules.kraken_bay.view import BayView
from rules.kraken_bay.wake import BombTrace, DriftTrace, FuseTrace, SailTrace, ShotTrace

CHIT = 28
_TENTACLE = 38
_BOMB = 31
STRAY = 40
_KRAKEN = 84
_HEALTH = Style(Face.BOLD, 30)
_FUSE = 17


def paint_afloat(canvas: Image.Image, view: BayView, places: Mapping[str, Spot]) -> None:
    """Cargo first, ships without a crew last."""
    fresh = {
        loss.at
        for trace in view.wake
        if isinstance(trace, SailTrace | ShotTrace | DriftTrace | FuseTrace)
        for loss in trace.losses
    }
    for at, kind in view.chits.items():
        if at in fresh:
            place(canvas, glow(CHIT + 16, theme.WHITE), places[f"chit {at}"])
        place(canvas, chit(kind, CHIT), places[f"chit {at}"])
    dropped = {trace.at for trace in view.wake if isinstance(trace, BombTrace)}
    for bomb in view.bombs:
        spot = places[f"{bomb.bomb} {bomb.at}"]
        if bomb.at in dropped:
            place(canvas, glow(_BOMB + 18, theme.WHITE), spot)
        place(canvas, floating_bomb(bomb.bomb), spot)
        if bomb.fused:
            place(canvas, sprite("hourglass", _FUSE), (spot[0] + 11, spot[1] - 9))
    for at in view.tentacles:
        place(canvas, tentacle(), places[f"tentacle {at}"])
    for stray in view.strays:
        if stray.id in places:
            place(canvas, stray_ship(stray.id, STRAY), places[stray.id])


@lru_cache(maxsize=64)
def chit(kind: Chit, size: int) -> Image.Image:
    """A piece of cargo as it floats, on a round chit."""
    sign, hue = CHIT_SIGNS[kind], CHIT_HUES[kind]
    if kind == "plague":
        return sprite(sign, size, hue)
    ground = sprite("chit", size, theme.mix(hue, theme.WHITE, 0.45)).copy()
    place(ground, sprite(sign, round(size * 0.72), hue), (size / 2, size / 2))
    return ground


def floating_bomb(kind: BombKind) -> Image.Image:
    """A barrel or a cloud as it lies on the water."""
    return sprite("barrel", _BOMB) if kind == "barrel" else sprite("puff", _BOMB + 4)


def tentacle() -> Image.Image:
    """A tentacle as it stands in its space."""
    return sprite("tentacle", _TENTACLE, TENTACLE)


@lru_cache(maxsize=64)
def stray_ship(name: Stray, size: int) -> Image.Image:
    """An off-course ship with the sign of what it carries."""
    ship = sprite("stray", size).copy()
    sign = sprite(STRAY_SIGNS[name], round(size * 0.46), theme.GOLD)
    place(ship, sign, (ship.width / 2, ship.height * 0.38))
    return ship


def paint_kraken(canvas: Image.Image, view: BayView) -> None:
    """The kraken in the middle, and the health it has left."""
    beast = sprite("octopus", _KRAKEN, theme.INK, mark_colour=TENTACLE)
    place(canvas, beast, (CENTRE[0], CENTRE[1] - 6))
    if view.health == 0:
        place(canvas, sprite("skull", 54), CENTRE)
        return
    x, y = CENTRE[0], CENTRE[1] + 34
    ImageDraw.Draw(canvas).rounded_rectangle((x - 24, y - 17, x + 24, y + 17), 9, theme.CARD, theme.INK, 3)
    write_centred(canvas, (x, y), str(view.health), _HEALTH, theme.ALARM)
