"""Buying third ships, which are free in The Duel (sections 5.2.5 and 5.3)."""

from collections.abc import Iterator
from typing import Literal

from rules.engine.label import Label
from rules.privateer.actions import ThirdShip
from rules.privateer.board import NEIGHBOURS, Colour, Hex, outermost
from rules.privateer.events import ThirdShipDecided
from rules.privateer.fleets import FLEETS, fleet_name, ship, ship_name
from rules.privateer.play import Play
from rules.privateer.refusals import known, refusal
from rules.privateer.rooms import Question
from rules.privateer.rooms.choosing_density import ChoosingDensity
from rules.privateer.state import PrivateerState
from rules.privateer.tables import GOLD
from rules.privateer.waters import waters

NUMBER = 3
"""The number of the ship that is bought here."""


class Buying(Question[ThirdShip]):
    """A player who can pay may buy a third ship (section 5.2). In The Duel the ship is free (section 5.3).

    `fleets` has one fleet for each player who must still decide, in turn order.
    """

    lines = 4
    task: Literal["third_ship"] = "third_ship"
    fleets: list[Colour]

    def fleet_in(self, state: PrivateerState) -> Colour:
        return self.fleets[0]

    def go_on(self, play: Play) -> bool:
        state = play.state
        if not self.fleets:
            play.go_to(ChoosingDensity())
            return True
        seat = self.whose(state)
        if state.duel or state.seat(seat).gold >= GOLD.third_ship:
            return False
        fleet = self.fleets.pop(0)
        play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=None, reason="poor"))
        return True

    def asks(self, state: PrivateerState) -> str:
        if state.duel:
            return "places a third ship beside one of two start circles"
        return f"may buy a third ship for {GOLD.third_ship} doubloons"

    def actions(self, state: PrivateerState) -> Iterator[ThirdShip]:
        if state.duel:
            for fleet in state.fleets_of(self.whose(state)):
                for name in _hexes(state, fleet):
                    yield ThirdShip(hex=name, fleet=fleet)
            return
        for name in _hexes(state, self.fleets[0]):
            yield ThirdShip(hex=name)
        yield ThirdShip()

    def labels(self, state: PrivateerState, action: ThirdShip) -> tuple[Label, ...]:
        first = Label("Third ship")
        if action.hex is None:
            return first, Label(f"Keep the {GOLD.third_ship} doubloons")
        if action.fleet is None:
            return first, Label(f"Buy: {action.hex}")
        told = Label(f"{ship_name(ship(action.fleet, NUMBER))} on {action.hex}")
        return first, Label(fleet_name(action.fleet)), told

    def check(self, state: PrivateerState, action: ThirdShip) -> None:
        fleet = self._buyer(state, action)
        hexes = _hexes(state, fleet)
        if action.hex is None:
            if state.duel:
                raise refusal("must_place", hexes=", ".join(hexes))
            return
        at = known(action.hex)
        if at not in hexes:
            circle = state.fleets[fleet].start
            code = "not_empty" if at in NEIGHBOURS[circle or at] else "not_beside"
            raise refusal(code, at, circle=circle, hexes=", ".join(hexes))

    def absent(self, state: PrivateerState) -> ThirdShip:
        """Keep the gold. In The Duel, give the fleet with the lower number a ship on the outermost hex."""
        if not state.duel:
            return ThirdShip()
        fleet = min(state.fleets_of(self.whose(state)), key=lambda colour: FLEETS[colour].number)
        return ThirdShip(hex=outermost(_hexes(state, fleet)), fleet=fleet)

    def answer(self, play: Play, action: ThirdShip) -> None:
        state, seat = play.state, play.seat
        fleet = action.fleet or self.fleets[0]
        self.fleets.pop(0)
        if action.hex is None:
            play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=None, reason="declined"))
            return
        state.ships[ship(fleet, NUMBER)] = action.hex
        reason: Literal["granted", "bought"] = "granted" if state.duel else "bought"
        play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=action.hex, reason=reason))
        if not state.duel:
            play.pay(seat, -GOLD.third_ship, "third_ship")

    def left(self, play: Play, seat: int) -> None:
        self.fleets = play.state.not_of(seat, self.fleets)

    def faults(self, state: PrivateerState) -> Iterator[str]:
        if not self.fleets:
            yield "nobody is to buy"
        elif not state.duel and state.seat(self.whose(state)).gold < GOLD.third_ship:
            yield "somebody is to buy a ship who cannot pay"

    def _buyer(self, state: PrivateerState, action: ThirdShip) -> Colour:
        """Return the fleet that gets the ship.

        In The Duel, raises IllegalAction unless the action names a fleet of the player. In other games,
        raises IllegalAction if the action names a fleet.
        """
        if state.duel:
            fleets = state.fleets_of(self.whose(state))
            if action.fleet not in fleets:
                raise refusal("which_fleet", fleets=" or ".join(fleets))
            return action.fleet
        if action.fleet is not None:
            raise refusal("one_fleet")
        return self.fleets[0]


def _hexes(state: PrivateerState, fleet: Colour) -> list[Hex]:
    circle = state.fleets[fleet].start
    return waters(state, state.fleets[fleet].seat).empty_beside(circle) if circle else []
