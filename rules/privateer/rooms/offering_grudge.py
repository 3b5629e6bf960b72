"""Offering a grudge ship to a player who lost all ships (section 6.11)."""

from collections.abc import Iterator
from typing import Literal

from rules.engine.label import Label
from rules.privateer.actions import Grudge
from rules.privateer.board import HEXES, RING, Colour, Hex
from rules.privateer.events import GrudgeDeclined, GrudgeSails, TurnSkipped
from rules.privateer.fleets import ship
from rules.privateer.play import Play
from rules.privateer.refusals import known, refusal
from rules.privateer.rooms import Question
from rules.privateer.rooms.taking_turn import take_turn
from rules.privateer.state import PrivateerState
from rules.privateer.waters import waters


class OfferingGrudge(Question[Grudge]):
    """A beaten player may come back with one ship, once in a battle (section 6.11)."""

    task: Literal["grudge"] = "grudge"
    fleet: Colour

    def fleet_in(self, state: PrivateerState) -> Colour:
        return self.fleet

    def asks(self, state: PrivateerState) -> str:
        return "may return with one grudge ship, for vengeance alone"

    def actions(self, state: PrivateerState) -> Iterator[Grudge]:
        for name in entrances(state, self.fleet):
            yield Grudge(hex=name)
        yield Grudge()

    def labels(self, state: PrivateerState, action: Grudge) -> tuple[Label, ...]:
        first = Label("Grudge ship")
        if action.hex is None:
            warning = "You decline for good: no grudge ship in this battle. Decline?"
            return first, Label("Stay ashore", warning=warning)
        return first, Label(f"Column {action.hex[:1]}"), Label(f"Return at {action.hex}")

    def check(self, state: PrivateerState, action: Grudge) -> None:
        if action.hex is not None and known(action.hex) not in entrances(state, self.fleet):
            raise refusal("off_rim" if RING[action.hex] != state.edge else "not_empty", action.hex)

    def absent(self, state: PrivateerState) -> Grudge:
        return Grudge()

    def answer(self, play: Play, action: Grudge) -> None:
        """Put the ship on the hex and begin the fleet's turn, or stay ashore for the rest of the battle."""
        play.close(self)
        fleet, seat = play.state.fleets[self.fleet], play.seat
        if action.hex is None:
            fleet.grudge = "over"
            play.tell(GrudgeDeclined(fleet=self.fleet, seat=seat))
            play.tell(TurnSkipped(fleet=self.fleet, seat=seat, reason="no_ships"))
            return
        vessel = ship(self.fleet, 1)
        fleet.grudge = "sails"
        play.state.ships[vessel] = action.hex
        play.tell(GrudgeSails(ship=vessel, seat=seat, hex=action.hex))
        take_turn(play, self.fleet)

    def left(self, play: Play, seat: int) -> None:
        if self.whose(play.state) == seat:
            play.close(self)


def may_bear_a_grudge(state: PrivateerState, fleet: Colour) -> bool:
    """Return whether a fleet's player is beaten and may still come back in this battle (R43)."""
    beaten = state.fleets[fleet].seat in set(state.eliminated())
    return state.options.grudge and beaten and state.fleets[fleet].grudge == "none"


def entrances(state: PrivateerState, fleet: Colour) -> list[Hex]:
    """Return the empty hexes of the outermost ring of the sea."""
    sea = waters(state, state.fleets[fleet].seat)
    return [name for name in HEXES if RING[name] == state.edge and sea.is_empty(name)]
