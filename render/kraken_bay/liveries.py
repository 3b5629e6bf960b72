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

STRAY_SIGNS: Mapping[Stray, str] = {
    "container": "crate",
    "plague": "skull",
    "supply": "loaf",
    "cruise": "figure",
}

CHIT_SIGNS: Mapping[Chit, str] = {"crew": "figure", "ration": "loaf", "treasure": "chest", "plague": "plague"}

CHIT_HUES: Mapping[Chit, Colour] = {
    "crew": theme.CARD,
    "ration": rgb("#C98B4B"),
    "treasure": theme.GOLD,
    "plague": rgb("#A8C23A"),
}
TENTACLE = rgb("#2E6B4F")
