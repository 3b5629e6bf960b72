"""The board in words for blind people."""

from collections.abc import Iterator

from rules.dangerous_sea.board import MARKS, TILES
from rules.dangerous_sea.shown.caption import tale
from rules.dangerous_sea.shown.view import SeaView, ShipView
from rules.engine.seat import Names
from rules.engine.shown import alt_text
from rules.engine.wording import ENDED, clipped, counted, listed

LONGEST_NAME = 20
_TALE = 240
"""The maximum number of characters for the newest turn, so that the board has enough room."""


def describe(view: SeaView, names: Names) -> str:
    """Return the board in words, at most 1,024 characters."""
    sentences = [
        f"The Dangerous Sea. {_heading(view)}.",
        tale(view, names, lambda told: len(told) <= _TALE),
        *(_ship(ship, view, names) for ship in view.ships),
        f"The Ghost Ship is at {view.ghost}." if view.ghost else "",
        *_islands(view),
        f"{sum(view.bag.values())} tiles are left in the bag.",
    ]
    return alt_text(*sentences)


def reach(view: SeaView) -> str:
    """Return the squares that the onlooker's ship can reach, in words."""
    if not view.targets:
        return ""
    near = f"Your ship may go to {listed(view.targets)}."
    far = [f"{square} ({points})" for square, points in view.courses.items()]
    return f"{near} In one go, with the points that takes: {', '.join(far)}." if far else near


def _heading(view: SeaView) -> str:
    if view.stopped:
        return ENDED
    if view.phase == "setup":
        return "Before the first season"
    limit = f" of {view.max_seasons}" if view.max_seasons else ""
    return f"Season {view.season}{limit}, {view.season_name} of year {view.year}"


def _name(ship: ShipView, names: Names) -> str:
    name = names.get(ship.seat, "")
    mark = MARKS[ship.captain]
    return f"{clipped(name, LONGEST_NAME)} ({mark})" if name else mark


def _ship(ship: ShipView, view: SeaView, names: Names) -> str:
    if ship.resigned:
        return f"{_name(ship, names)}: resigned."
    parts = [
        f"{_name(ship, names)}: at {ship.at}" if ship.at else f"{_name(ship, names)}: not placed yet",
        f"{ship.stones} of {counted(view.stones_to_win, 'stone')}",
        counted(ship.sailors, "sailor"),
        f"{ship.food} food",
        f"{ship.water} water",
    ]
    if ship.active and view.phase == "hunt":
        parts.append(f"to act with {counted(ship.points, 'point')}")
    if ship.stopped:
        parts.append("stopped")
    if ship.out:
        parts.append("captain incapacitated")
    return f"{', '.join(parts)}."


def _islands(view: SeaView) -> Iterator[str]:
    stones = [at if count == 1 else f"{at} ({count})" for at, count in view.stones.items()]
    if stones:
        yield f"Rune stones at {listed(stones)}."
    for kind, tile in TILES.items():
        ripe = [at for at, lies in view.tiles.items() if lies == kind and at not in view.harvested]
        if ripe and (tile.resource or tile.hazard):
            yield f"{tile.label}: {' '.join(ripe)}."
