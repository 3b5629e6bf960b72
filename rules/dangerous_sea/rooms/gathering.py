"""Harvesting, and taking rune stones (section 7)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import Harvest, TakeStone
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.shown.forecast import harvest_label, stone_label
from rules.dangerous_sea.state import SeaState, Turn
from rules.dangerous_sea.tables import LIMITS
from rules.engine.label import Label


class Gathering(TurnOffer[Harvest | TakeStone]):
    """A captain may harvest and take stones at any time of the turn, at no cost (R16)."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Harvest | TakeStone]:
        if state.may_harvest(room.seat):
            yield Harvest()
        if state.may_take_stone(room.seat):
            yield TakeStone()

    def labels(self, room: Turn, state: SeaState, action: Harvest | TakeStone) -> tuple[Label, ...]:
        told = harvest_label if isinstance(action, Harvest) else stone_label
        return (told(state, room.seat, state.ship(room.seat).at or ""),)

    def check(self, room: Turn, state: SeaState, action: Harvest | TakeStone) -> None:
        (must_harvest if isinstance(action, Harvest) else must_lie_there)(state, room.seat)

    def answer(self, room: Turn, play: Play, action: Harvest | TakeStone) -> None:
        if isinstance(action, Harvest):
            play.harvest(room.seat)
        else:
            play.take_stones(room.seat, "found")


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
