"""The livery of each seat's boat: a letter, the board file's colours and shape, and a ship."""

from collections.abc import Mapping
from string import ascii_uppercase

from render.pieces import Livery
from render.theme import rgb
from rules.port_flower.board import TOKENS
from rules.port_flower.shown.view import SeatView

_SHIPS = {
    "moon": "cog",
    "crown": "sloop",
    "arms": "brig",
    "leaf": "junk",
    "snowflake": "longship",
    "fish": "galley",
}
"""The ship of each suit. Its sail has the shape of the suit's token."""

LIVERIES: Mapping[int, Livery] = {
    token.seat: Livery(
        ascii_uppercase[token.seat - 1], rgb(token.fill), rgb(token.ink), _SHIPS[token.suit], token.shape
    )
    for token in TOKENS
}


def livery_of(seat: SeatView) -> Livery:
    """Return a seat's livery with the letter in the view."""
    return LIVERIES[seat.seat]._replace(letter=seat.letter)
