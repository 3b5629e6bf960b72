"""The signs of King of Acrana: the marks of seats, the ranks of cards, and the marks of squares."""

from collections.abc import Mapping
from functools import partial

from render.acrana.kinds import MARKS
from render.acrana.liveries import LIVERIES
from render.signs import SignPainter, card, mark, tile
from rules.acrana.shown.pieces import DECK

SIGNS: Mapping[str, SignPainter] = {
    **{f"seat_{livery.letter.lower()}": partial(mark, livery) for livery in LIVERIES.values()},
    **{f"card_{one.rank.lower()}": partial(card, one.rank) for one in DECK.ranks},
    **{
        f"square_{kind}": partial(tile, square.letter.upper(), square.tint, square.ink)
        for kind, square in MARKS.items()
        if square.letter
    },
}
