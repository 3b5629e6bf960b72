"""The livery of each captain: a colour, a letter, and the shape of the sail (section 13)."""

from collections.abc import Mapping

from render.pieces import Livery
from render.theme import Colour, rgb
from rules.dangerous_sea.board import FILE, MARKS, Captain, Kind

LIVERIES: Mapping[Captain, Livery] = {
    style.id: Livery(
        MARKS[style.id], rgb(style.colour), rgb(style.text), f"man_of_war_{style.shape}", style.shape
    )
    for style in FILE.captains
}

GROUND: Mapping[Kind, Colour] = {tile.id: rgb(tile.fill) for tile in FILE.tiles}

STONE = rgb("#8A63B8")
