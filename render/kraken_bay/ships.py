"""Paints the players' ships, and their marks at the piers."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.drawings import sprite
from render.kraken_bay.layout import PLATE, RADIUS, SHIP, Stands, on_clock, reach_of
from render.kraken_bay.liveries import LIVERIES
from render.lettering import BOLD_8, cap_height
from render.pieces import Livery, Spot, arrow, boat, glow, heading, place, written_plate
from rules.kraken_bay.board import CELLS, CLOCKWISE, FILE
from rules.kraken_bay.shown.view import BayView, ShipView

_FLAG = 26
_ANCHOR = 28


def paint_piers(canvas: Image.Image, view: BayView) -> None:
    """Paint the mark of each ship in the game at its pier."""
    homes = {ship.id: ship.home for ship in view.ships}
    homes |= {name: FILE.piers[name] for name in view.picked.values()}
    for name, home in homes.items():
        turn = CELLS[home].angle_deg + 5.5
        place(canvas, sprite(LIVERIES[name].token, _FLAG, LIVERIES[name].hue), on_clock(turn, RADIUS + 22))


def paint_rays(canvas: Image.Image, view: BayView, lie: Stands) -> None:
    """Paint rays around the active ship."""
    for ship in view.ships:
        if ship.active and not view.stopped and ship.id in lie.spots:
            size = PLATE if ship.at in lie.crowded else SHIP
            place(canvas, glow(size + 22, theme.BRIGHT), lie.spots[ship.id])


def paint_ships(canvas: Image.Image, view: BayView, lie: Stands) -> None:
    """Paint the tow ropes, and then all ships from north to south."""
    afloat = sorted(
        (ship for ship in view.ships if ship.id in lie.spots), key=lambda ship: lie.spots[ship.id][1]
    )
    for ship in afloat:
        if ship.tow is not None:
            ImageDraw.Draw(canvas).line([lie.spots[ship.id], lie.spots[ship.tow]], theme.WOOD, 5)
    for ship in afloat:
        at, alone = lie.spots[ship.id], ship.at not in lie.crowded
        place(canvas, boat(LIVERIES[ship.id], SHIP) if alone else plate(LIVERIES[ship.id]), at)
        if ship.chained:
            place(canvas, sprite("anchor", _ANCHOR), (at[0] + SHIP * 0.4, at[1] + SHIP * 0.34))
        if ship.heading != CLOCKWISE:
            _paint_heading(canvas, ship, at)


@lru_cache(maxsize=8)
def plate(livery: Livery) -> Image.Image:
    """Return the plate with a ship's letter, which is shown if there is no room for the ship."""
    size = PLATE - 2, cap_height(BOLD_8) + 10
    return written_plate(size, livery.letter, BOLD_8, livery.hue, livery.ink)


def _paint_heading(canvas: Image.Image, ship: ShipView, at: Spot) -> None:
    """Paint an arrow at the bow of a ship, in the direction in which it sails."""
    if ship.at is None:
        return
    cell = CELLS[ship.at]
    here, ahead = (on_clock(cell.angle_deg + turn, reach_of(ship.at)) for turn in (0, ship.heading * 4))
    length = max(1.0, ((ahead[0] - here[0]) ** 2 + (ahead[1] - here[1]) ** 2) ** 0.5)
    reach = SHIP * 0.56 / length
    spot = at[0] + (ahead[0] - here[0]) * reach, at[1] + (ahead[1] - here[1]) * reach
    place(canvas, arrow(26, LIVERIES[ship.id].hue, theme.INK, heading(here, ahead)), spot)
