"""Harvesting, and taking rune stones (section 7)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import Harvest, TakeStone
from rules.dangerous_sea.gathering import must_harvest, must_lie_there
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.shown.forecast import harvest_label, stone_label
from rules.dangerous_sea.state import SeaState, Turn
from rules.engine.label import Label


class Gathering(TurnOffer[Harvest | TakeStone]):
    """A captain may harvest and take stones at any time of the turn, without any points (R16)."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Harvest | TakeStone]:
        if state.may_harvest(room.seat):
            yield Harvest()
        if state.may_take_stone(room.seat):
            yield TakeStone()

    def labels(self, room: Turn, state: SeaState, action: Harvest | TakeStone) -> tuple[Label, ...]:
        told = harvest_label if isinstance(action, Harvest) else stone_label
        return (told(state, room.seat),)

    def check(self, room: Turn, state: SeaState, action: Harvest | TakeStone) -> None:
        (must_harvest if isinstance(action, Harvest) else must_lie_there)(state, room.seat)

    def answer(self, room: Turn, play: Play, action: Harvest | TakeStone) -> None:
        if isinstance(action, Harvest):
            play.harvest(room.seat)
        else:
            play.take_stones(room.seat, "found")
