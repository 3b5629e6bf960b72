"""What the lines on the picture say, and the alt text with them: who is to do what, what was just done."""

from collections.abc import Iterator

from rules.dangerous_sea.board import FILE, TILES, Square
from rules.dangerous_sea.view import SeaView, ShipView
from rules.engine.seat import Names
from rules.engine.wording import ENDED, listed

_ROOM = 92
"""How many characters of a tale there is room for."""
_DEEDS = {
    "choose_start": "chooses where to begin",
    "main": "to sail",
    "reaction": "may answer",
    "spoils": "divides the spoils",
    "deal_reply": "is asked for goods",
    "ghost_attack": "sends the Ghost Ship",
    "ghost_order": "faces the Ghost Ship",
    "landing": "may land",
}
_POINTS = {heading.name: heading.label.lower() for heading in FILE.directions}


def leading_ship(view: SeaView) -> ShipView:
    """Whom the title is about: the winner, else who is awaited, else whose turn it is."""
    if view.phase == "over" and view.ranking:
        seat = view.ranking[0][0]
    else:
        seat = view.awaited[0] if view.awaited else view.turn_seat or view.ships[0].seat
    return next(ship for ship in view.ships if ship.seat == seat)


def title(view: SeaView, names: Names) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        return f"{listed([_called(seat, names) for seat in first])} win{'s' * (len(first) == 1)}"
    if len(view.awaited) > 1:
        return f"{len(view.awaited)} captains decide in secret"
    return f"{_called(leading_ship(view).seat, names)} {_DEEDS.get(view.asked, 'to decide')}"


def _called(seat: int, names: Names) -> str:
    return names.get(seat, f"Seat {seat}")


def aside(view: SeaView) -> str:
    """What stands at the end of the title band."""
    if not view.season:
        return ""
    return f"Season {view.season}" + (f" of {view.max_seasons}" if view.max_seasons else "")


def tale(view: SeaView, names: Names) -> str:
    """What the last turn left to be seen; where there is no room for all of it, the end of it."""
    parts = list(_told(view, names))
    if not parts:
        return "Nobody knows this sea yet." if view.phase == "setup" else "The sea lies still."
    while len(parts) > 1 and sum(len(part) + 2 for part in parts) > _ROOM:
        parts.pop(0)
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _told(view: SeaView, names: Names) -> Iterator[str]:
    wake = view.wake
    ghostly = [_way(wake.ghost)] if len(wake.ghost) > 1 else []
    if wake.haunted:
        ghostly.append(f"met {listed([_called(seat, names) for seat in wake.haunted])}")
    if ghostly:
        yield f"the Ghost Ship {listed(ghostly)}"
    if wake.wind is not None:
        yield f"a storm blew the ships one square {_POINTS[wake.wind]}"
    if len(wake.ghost) == 1:
        yield f"the Ghost Ship rose at {wake.ghost[0]}"
    if wake.seat is not None and len(wake.path) > 1:
        yield f"{_called(wake.seat, names)} sailed {wake.path[0]} to {wake.path[-1]}"
    if wake.revealed:
        yield _found(view)
    if wake.battles:
        yield f"ships fought at {listed(dict.fromkeys(wake.battles))}"


def _way(squares: list[Square]) -> str:
    first, *_, last = squares
    return f"came from {first} to {last}" if first != last else f"stayed at {last}"


def _found(view: SeaView) -> str:
    """What each new square is; of more than there is room for, where they are."""
    squares = view.wake.revealed
    named = f"found {listed([f'{TILES[view.tiles[at]].label} at {at}' for at in squares])}"
    return named if len(named) < _ROOM else f"found {len(squares)} squares: {listed(squares)}"
