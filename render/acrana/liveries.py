"""The livery of each seat: colour, shape and letter (section 13), and a type of ship."""

from collections.abc import Mapping

from render.pieces import Livery
from render.theme import rgb, writing_on
from rules.acrana.board import letter_of

_SEATS = (
    ("#0072B2", "cog", "circle"),
    ("#D55E00", "brig", "square"),
    ("#009E73", "sloop", "triangle"),
    ("#F0E442", "junk", "diamond"),
    ("#CC79A7", "galley", "pentagon"),
    ("#56B4E9", "raft", "inverted"),
    ("#E69F00", "longship", "hexagon"),
    ("#000000", "ketch", "star"),
)

LIVERIES: Mapping[int, Livery] = {
    seat: Livery(letter_of(seat), rgb(hue), writing_on(rgb(hue)), ship, token)
    for seat, (hue, ship, token) in enumerate(_SEATS, start=1)
}
