from collections.abc import Iterator

from rules.engine.label import Label
from rules.kraken_bay.actions import Greed
from rules.kraken_bay.events import GreedUsed
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer, must_be, must_be_able_to_act
from rules.kraken_bay.state import BayState, Turn


class UsingGreed(TurnOffer[Greed]):
    """The Merchant's Greed, which is possible once for each treasure picked up in the turn (R40)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[Greed]:
        if room.ship == "merchant" and room.greed_credit and state.actions_left(room):
            yield Greed()

    def labels(self, room: Turn, state: BayState, action: Greed) -> tuple[Label, ...]:
        return (Label("Greed: one treasure more"),)

    def check(self, room: Turn, state: BayState, action: Greed) -> None:
        must_be("merchant", room)
        must_be_able_to_act(state, room)
        if not room.greed_credit:
            raise refusal("no_credit")

    def answer(self, room: Turn, play: Play, action: Greed) -> None:
        ship = play.state.ships[room.ship]
        room.actions_used += 1
        room.greed_credit -= 1
        ship.treasure += 1
        play.tell(GreedUsed(ship=room.ship, seat=ship.seat))
