"""When something that lies on a square can be taken (section 7)."""

from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.state import SeaState
from rules.dangerous_sea.tables import LIMITS


def must_harvest(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if that ship cannot harvest."""
    ship = state.ship(seat)
    if not state.has_marker(ship.at or ""):
        raise refusal("nothing_here.harvest", at=ship.at or "")
    must_have_room(state, seat)


def must_lie_there(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if no stone lies under that ship."""
    if not state.may_take_stone(seat):
        raise refusal("nothing_here.stone", at=state.ship(seat).at or "")


def must_have_room(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if nothing of what the island holds would fit into that ship."""
    ship = state.ship(seat)
    if state.resource(ship.at or "") == "inhabited":
        if ship.berths <= 0:
            raise refusal("crew_full", sailors=LIMITS.sailors)
    elif ship.room <= 0:
        raise refusal("hold_full", cargo=ship.cargo)
