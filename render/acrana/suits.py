"""The signs of suits. There are four signs, to which the second four suits add a spot."""

from render import theme
from render.theme import Colour
from rules.acrana.shown.pieces import DECK, CardId

_SIGNS = (("spade", theme.INK), ("heart", theme.ALARM), ("lozenge", theme.ALARM), ("club", theme.INK))


def suit_sign(card: CardId) -> tuple[str, Colour]:
    """Return the name and the colour of the drawing of a card's suit."""
    return _SIGNS[_number(card) % len(_SIGNS)]


def suit_spare(card: CardId) -> bool:
    """Return whether a card's suit is one of the second four, whose signs have a spot."""
    return _number(card) >= len(_SIGNS)


def _number(card: CardId) -> int:
    return DECK.suits.index(card[-1])
