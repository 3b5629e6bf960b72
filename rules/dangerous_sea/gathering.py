"""Checks whether a ship can take things from its square (section 7)."""

from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.state import SeaState
from rules.dangerous_sea.tables import LIMITS


def must_harvest(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if the seat's ship cannot harvest."""
    ship = state.ship(seat)
    if not state.has_marker(ship.at or ""):
        raise refusal("nothing_here.harvest", at=ship.at or "")
    must_have_room(state, seat)


def must_lie_there(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if no stone lies on the square of the seat's ship."""
    if not state.may_take_stone(seat):
        raise refusal("nothing_here.stone", at=state.ship(seat).at or "")


def must_have_room(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if the ship is too full for the goods of the island on its square."""
    ship = state.ship(seat)
    if state.resource(ship.at or "") == "inhabited":
        if ship.berths <= 0:
            raise refusal("crew_full", sailors=LIMITS.sailors)
    elif ship.room <= 0:
        raise refusal("hold_full", cargo=ship.cargo)
