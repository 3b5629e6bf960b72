from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import RollDice
from rules.kraken_bay.events import MovementRolled
from rules.kraken_bay.play import MOVE, TOW_MOVE, Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS, NUMBERS


class Rolling(TurnOffer[RollDice]):
    """The roll for movement, which is possible once, at any time of the turn (section 7, R9)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[RollDice]:
        if room.rolled == "no":
            yield RollDice()

    def labels(self, room: Turn, state: BayState, action: RollDice) -> tuple[Label, ...]:
        ship = state.ships[room.ship]
        slow = f" less {NUMBERS.chained} (chained)" if ship.chained else ""
        if not ship.slow:
            return (Label(f"Roll: 2D6{slow}"),)
        why = "A ship that tows rolls one die." if ship.tow else "A hungry ship rolls one die."
        return (Label(f"Roll: 1D6 + {CARDS[room.ship].tow}{slow}", why, pictured=True),)

    def check(self, room: Turn, state: BayState, action: RollDice) -> None:
        if room.rolled != "no":
            raise refusal("already_rolled")

    def answer(self, room: Turn, play: Play, action: RollDice) -> None:
        roll(play, room)


def roll(play: Play, turn: Turn) -> None:
    """Roll for movement. A chain reduces this movement and is then gone."""
    ship = play.state.ships[turn.ship]
    slow, chained = ship.slow, ship.chained
    dice = play.roll(TOW_MOVE, ship.seat) if slow else play.roll(MOVE, ship.seat, 2)
    bonus = CARDS[turn.ship].tow if slow else 0
    turn.rolled = "tow_move" if slow else "move"
    turn.move_left = max(0, sum(dice) + bonus - NUMBERS.chained * chained)
    ship.chained = False
    play.tell(
        MovementRolled(
            ship=turn.ship, seat=ship.seat, dice=dice, bonus=bonus, chained=chained, move=turn.move_left
        )
    )
