"""Choosing and rolling the dice of a turn (sections 6.4 and 6.5)."""

from collections.abc import Iterator

from rules.engine.label import Label
from rules.engine.wording import counted
from rules.privateer.actions import RollDice
from rules.privateer.dice import dice_thrown, most_cannons
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
        return (RollDice(cannons=count) for count in range(cannons_allowed(room) + 1))

    def labels(self, room: Turn, state: PrivateerState, action: RollDice) -> tuple[Label, ...]:
        sails = dice_thrown(len(room.slots), desperate=room.desperate) - action.cannons
        more = powder(state, room.fleet)
        balls = action.cannons + more
        told = counted(sails, "sail")
        if balls:
            told += f", {counted(balls, 'gun')}"
        return Label("Roll the dice"), Label(told, "Extra Powder is in." if more else "")

    def check(self, room: Turn, state: PrivateerState, action: RollDice) -> None:
        most = cannons_allowed(room)
        if not 0 <= action.cannons <= most:
            raise refusal("too_many_guns", low=0, high=most)

    def answer(self, room: Turn, play: Play, action: RollDice) -> None:
        """Roll the chosen dice: sails first, then cannonballs."""
        sails = dice_thrown(len(room.slots), desperate=room.desperate) - action.cannons
        balls = action.cannons + spend_powder(play.state, room.fleet)
        room.sail = list(play.sail_dice(SAIL_DICE, play.seat, sails))
        room.cannon = list(play.cannon_dice(CANNON_DICE, play.seat, balls))
        room.rolled = True
        told = DiceRolled(fleet=room.fleet, seat=play.seat, sail=tuple(room.sail), cannon=tuple(room.cannon))
        play.tell(told)


def cannons_allowed(turn: Turn) -> int:
    """Return the maximum number of cannonball dice that may be chosen (sections 6.4 and 6.5)."""
    return most_cannons(len(turn.slots), desperate=turn.desperate)
