"""The players' ships: on the water, at the piers, and what whoever chooses can reach from there."""

from collections.abc import Mapping

from PIL import Image, ImageDraw

from render import theme
from render.drawings import sprite
from render.kraken_bay.layout import RADIUS, beside, middle, on_clock, reach_of
from render.kraken_bay.liveries import LIVERIES
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, arrow, boat, heading, place, ring, spot_of
from render.theme import Colour
from rules.kraken_bay.board import CELLS, FILE, Space
from rules.kraken_bay.view import BayView, ShipView

SHIP = 45
_BRIGHT = theme.rgb("#FFD23F")
_FLAG = 22
_ROUND = 50
_STEP = Style(Face.BOLD, 21)
_ROPE = theme.rgb("#9A6B3F")


def paint_piers(canvas: Image.Image, view: BayView) -> None:
    """The shape of each ship in the game at its pier; while ships are picked, of those that are."""
    homes = {ship.id: ship.home for ship in view.ships}
    homes |= {name: FILE.piers[name] for name in view.picked.values()}
    for name, home in homes.items():
        turn = CELLS[home].angle_deg + 5.5
        place(canvas, sprite(LIVERIES[name].token, _FLAG, LIVERIES[name].hue), on_clock(turn, RADIUS + 21))


def paint_ships(canvas: Image.Image, view: BayView, places: Mapping[str, Spot]) -> None:
    """All ships with a notch where they are heading, ropes to what they tow, a ring round the active one."""
    afloat = [ship for ship in view.ships if ship.id in places]
    for ship in afloat:
        if ship.tow is not None:
            ImageDraw.Draw(canvas).line([places[ship.id], places[ship.tow]], _ROPE, 5)
    for ship in afloat:
        at = places[ship.id]
        if ship.active and not view.stopped:
            place(canvas, ring(SHIP + 22, theme.ALARM if ship.danger else _BRIGHT, 6), at)
        place(canvas, boat(LIVERIES[ship.id], SHIP), at)
        _paint_heading(canvas, ship, at)


def _paint_heading(canvas: Image.Image, ship: ShipView, at: Spot) -> None:
    """A notch at the side of the ship that is its bow."""
    if ship.at is None:
        return
    cell = CELLS[ship.at]
    here, ahead = (on_clock(cell.angle_deg + turn, reach_of(ship.at)) for turn in (0, ship.heading * 4))
    length = max(1.0, ((ahead[0] - here[0]) ** 2 + (ahead[1] - here[1]) ** 2) ** 0.5)
    reach = SHIP * 0.62 / length
    spot = at[0] + (ahead[0] - here[0]) * reach, at[1] + (ahead[1] - here[1]) * reach
    place(canvas, arrow(22, LIVERIES[ship.id].hue, theme.INK, heading(here, ahead)), spot)


def paint_reach(canvas: Image.Image, view: BayView) -> None:
    """Where the ship at turn can sail, below what lies there: a dot, or a ring round that."""
    if view.turn_ship is None:
        return
    hue: Colour = LIVERIES[view.turn_ship].hue
    taken = _taken(view)
    for space in view.courses:
        place(canvas, ring(_ROUND, hue, 5) if space in taken else spot_of(15, hue), middle(space))


def paint_choices(canvas: Image.Image, view: BayView) -> None:
    """What the ship at turn can hit, and its single steps with their letters, beside what lies there."""
    for target in view.targets:
        place(canvas, ring(46, theme.ALARM, 3), middle(target.at))
    taken = _taken(view)
    for step, space in view.steps.items():
        spot = beside(space) if space in taken else middle(space)
        place(canvas, spot_of(34, _BRIGHT), spot)
        write_centred(canvas, spot, step, _STEP, theme.INK)


def _taken(view: BayView) -> set[Space]:
    """The spaces where anything lies."""
    adrift = {stray.at for stray in view.strays if stray.at is not None}
    return {*view.chits, *(bomb.at for bomb in view.bombs), *view.tentacles, *adrift}
