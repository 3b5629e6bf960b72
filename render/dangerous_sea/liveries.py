"""The look of each captain: colour, shape and letter (section 13), a ship whose sail is that shape."""

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
"""Captain -> livery."""

GROUND: Mapping[Kind, Colour] = {tile.id: rgb(tile.fill) for tile in FILE.tiles}
"""The ground of each kind of tile."""

STONE = rgb("#8A63B8")
FRESH = rgb("#FFD23F")
"""The frame of what was just revealed."""
