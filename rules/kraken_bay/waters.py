"""The spaces and headings of ships, and the room that they find on other spaces (sections 3.3 and 7.1)."""

from rules.kraken_bay.board import AHEAD, CLOCKWISE, Character, Heading, Space
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import Stray, Unit, as_character, as_stray


def place_of(state: BayState, unit: Unit) -> Space:
    """Return the space of a ship on the board."""
    character, stray = as_character(unit), as_stray(unit)
    if character is not None:
        return state.here(character)
    return (state.strays[stray].at if stray is not None else None) or ""


def heading_of(state: BayState, unit: Unit) -> Heading:
    """Return a ship's heading (section 3.3).

    A tow faces like the ship that tows it. A ship adrift faces clockwise.
    """
    character = as_character(unit) or state.tower_of(unit)
    return state.ships[character].heading if character is not None else CLOCKWISE


def front_of(state: BayState, unit: Unit) -> Space:
    """Return the space directly in front of a ship."""
    return AHEAD[heading_of(state, unit)][place_of(state, unit)]


def blocked_by_ship(state: BayState, ship: Character, to: Space) -> bool:
    """Return whether another player's ship is on space `to` (R28)."""
    return any(other.at == to for name, other in state.ships.items() if name != ship)


def blocked_for_tow(state: BayState, tow: Stray | None, to: Space) -> bool:
    """Return whether an off-course ship on space `to` leaves no room for `tow` (R28); false without a tow."""
    return tow is not None and any(other.at == to for name, other in state.strays.items() if name != tow)


def is_free(state: BayState, at: Space) -> bool:
    """Return whether a space is completely empty."""
    return not (
        at in state.chits
        or at in state.bombs
        or at in state.tentacles
        or state.ship_at(at) is not None
        or state.stray_at(at) is not None
    )


def holds_other_ship(state: BayState, unit: Unit, at: Space) -> bool:
    """Return whether any ship except the unit and its tow is on a space."""
    character = as_character(unit)
    own = {unit, state.ships[character].tow} if character is not None else {unit}
    return any(there is not None and there not in own for there in (state.ship_at(at), state.stray_at(at)))
