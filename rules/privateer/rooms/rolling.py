"""Choosing and rolling the dice of a turn (sections 6.4 and 6.5)."""

from collections.abc import Iterator

from rules.engine.label import Label
from rules.engine.wording import counted
from rules.privateer.actions import RollDice
from rules.privateer.events import DiceRolled
from rules.privateer.gambits import powder, spend_powder
from rules.privateer.play import CANNON_DICE, SAIL_DICE, Play
from rules.privateer.refusals import refusal
from rules.privateer.rooms import TurnOffer
from rules.privateer.state import PrivateerState, Turn


class Rolling(TurnOffer[RollDice]):
    """A turn begins with the choice and the roll of all its dice (section 6.4)."""

    def due(self, room: Turn, state: PrivateerState) -> bool:
        return not room.rolled

    def actions(self, room: Turn, state: PrivateerState) -> Iterator[RollDice]:
        return (RollDice(cannons=count) for count in range(room.most_cannons + 1))

    def labels(self, room: Turn, state: PrivateerState, action: RollDice) -> tuple[Label, ...]:
        sails = room.dice - action.cannons
        more = powder(state, room.fleet)
        balls = action.cannons + more
        told = counted(sails, "sail")
        if balls:
            told += f", {counted(balls, 'gun')}"
        return Label("Roll the dice"), Label(told, "Extra Powder is in." if more else "")

    def check(self, room: Turn, state: PrivateerState, action: RollDice) -> None:
        if not 0 <= action.cannons <= room.most_cannons:
            raise refusal("too_many_guns", low=0, high=room.most_cannons)

    def answer(self, room: Turn, play: Play, action: RollDice) -> None:
        sails = room.dice - action.cannons
        balls = action.cannons + spend_powder(play.state, room.fleet)
        room.sail = list(play.sail_dice(SAIL_DICE, play.seat, sails))
        room.cannon = list(play.cannon_dice(CANNON_DICE, play.seat, balls))
        room.rolled = True
        told = DiceRolled(fleet=room.fleet, seat=play.seat, sail=tuple(room.sail), cannon=tuple(room.cannon))
        play.tell(told)
