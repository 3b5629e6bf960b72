"""The look of each ship: colour, shape and letter (section 13), and a sail of that shape."""

from collections.abc import Mapping

from render import theme
from render.pieces import Livery
from render.theme import Colour, rgb, writing_on
from rules.kraken_bay.board import Character
from rules.kraken_bay.shown.pieces import CARDS, CharacterCard, Chit, Stray


def _livery(card: CharacterCard) -> Livery:
    hue = rgb(card.colour)
    return Livery(card.letter, hue, writing_on(hue), f"man_of_war_{card.shape}", card.shape)


LIVERIES: Mapping[Character, Livery] = {name: _livery(card) for name, card in CARDS.items()}
"""Character -> livery."""

NOBODY = Livery("", theme.mix(theme.PAPER, theme.INK, 0.3), theme.INK, "man_of_war_circle", "circle")
"""The look of a player without a ship."""

STRAY_SIGNS: Mapping[Stray, str] = {
    "container": "crate",
    "plague": "skull",
    "supply": "loaf",
    "cruise": "figure",
}
"""The signs on the decks of off-course ships."""

CHIT_SIGNS: Mapping[Chit, str] = {"crew": "figure", "ration": "loaf", "treasure": "chest", "plague": "plague"}
"""The signs of floating chits."""

SICKLY = rgb("#A8C23A")
BREAD = rgb("#C98B4B")
CHIT_HUES: Mapping[Chit, Colour] = {
    "crew": theme.CARD,
    "ration": BREAD,
    "treasure": theme.GOLD,
    "plague": SICKLY,
}
TENTACLE = rgb("#2E6B4F")
