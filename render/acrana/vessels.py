"""The pirate vessels beside their waters: a black sail each, struck through while it is busy."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.acrana.layout import FIELD, cell
from render.acrana.liveries import LIVERIES
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, place
from rules.acrana.view import AcranaView

_SPOTS = ((10.1, 5.0), (11.5, 5.0), (12.9, 5.0), (8.95, 9.0), (10.0, 9.0), (11.05, 9.0))
_ABOVE = 3
"""So many of them lie above their waters, the others below."""
VESSEL = "pirate"
VESSEL_HEIGHT = round(FIELD * 0.88)
_TAG = (38, 27)


def paint_vessels(canvas: Image.Image, view: AcranaView) -> None:
    """Every vessel with its number; a busy one with the names of the ships it engages."""
    for vessel in view.vessels:
        x, y = vessel_spot(vessel.number)
        place(canvas, _vessel(vessel.number, bool(vessel.engages)), (x, y))
        side = -1 if vessel.number <= _ABOVE else 1
        for index, name in enumerate(vessel.engages[:2]):
            aside = (index - (len(vessel.engages[:2]) - 1) / 2) * (_TAG[0] + 2)
            place(canvas, _tag(name, view.ship(name).seat), (x + aside, y + side * FIELD * 0.56))


def vessel_spot(number: int) -> Spot:
    """The middle of the pirate vessel of that number."""
    return cell(*_SPOTS[number - 1])


@lru_cache(maxsize=16)
def _vessel(number: int, busy: bool) -> Image.Image:  # noqa: FBT001
    vessel = sprite(VESSEL, VESSEL_HEIGHT, mark=str(number)).copy()
    if busy:
        large = Image.new("RGBA", (vessel.width * OVERSIZE, vessel.height * OVERSIZE))
        draw = ImageDraw.Draw(large)
        ends = [(large.width * 0.08, large.height * 0.66), (large.width * 0.92, large.height * 0.04)]
        draw.line(ends, theme.CARD, 8 * OVERSIZE)
        draw.line(ends, theme.ALARM, 5 * OVERSIZE)
        vessel.alpha_composite(reduce(large))
    return vessel


@lru_cache(maxsize=32)
def _tag(name: str, seat: int) -> Image.Image:
    livery = LIVERIES[seat]
    large = Image.new("RGBA", (_TAG[0] * OVERSIZE, _TAG[1] * OVERSIZE))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1), 6 * OVERSIZE, livery.hue, theme.CARD, 2 * OVERSIZE
    )
    write_centred(
        large, (large.width / 2, large.height / 2), name, Style(Face.BOLD, 25 * OVERSIZE), livery.ink
    )
    return reduce(large)
