"""The appearance of each ship: its colour, letter and shape of sail (section 13)."""

from collections.abc import Mapping

from render import theme
from render.pieces import Livery, man_of_war
from render.theme import Colour, rgb
from rules.kraken_bay.board import Character
from rules.kraken_bay.shown.pieces import CARDS, Chit, Stray

LIVERIES: Mapping[Character, Livery] = {
    name: man_of_war(card.letter, card.colour, card.shape) for name, card in CARDS.items()
}
"""The livery of each character."""

STRAY_SIGNS: Mapping[Stray, str] = {
    "container": "crate",
    "plague": "skull",
    "supply": "loaf",
    "cruise": "figure",
}
"""The sign of each off-course ship."""

CHIT_SIGNS: Mapping[Chit, str] = {"crew": "figure", "ration": "loaf", "treasure": "chest", "plague": "plague"}
"""The sign of each kind of cargo."""

SICKLY = rgb("#A8C23A")
BREAD = rgb("#C98B4B")
CHIT_HUES: Mapping[Chit, Colour] = {
    "crew": theme.CARD,
    "ration": BREAD,
    "treasure": theme.GOLD,
    "plague": SICKLY,
}
TENTACLE = rgb("#2E6B4F")
