"""The signs of Kraken Bay: the marks of ships, dice from 7 to 10, cargo, bombs, red water and the kraken."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.kraken_bay.afloat import chit
from render.kraken_bay.liveries import CHIT_SIGNS, LIVERIES, TENTACLE
from render.signs import ROOM, SignPainter, drawing, mark, tile

SIGNS: Mapping[str, SignPainter] = {
    **{f"seat_{livery.letter.lower()}": partial(mark, livery) for livery in LIVERIES.values()},
    **{f"die_{face}": partial(tile, str(face)) for face in range(7, 11)},
    **{str(kind): partial(chit, kind, ROOM) for kind in CHIT_SIGNS},
    "barrel": partial(drawing, "barrel"),
    "smoke": partial(drawing, "puff"),
    "tentacle": partial(drawing, "tentacle", TENTACLE),
    "red": partial(drawing, "drop", theme.ALARM),
    "kraken": partial(drawing, "octopus", theme.INK, "", TENTACLE),
}
