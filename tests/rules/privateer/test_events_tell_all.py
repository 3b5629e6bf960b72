"""The events alone describe the complete board: every change and payment is announced."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.privateer import GAME
from rules.privateer.board import CENTRE, RIM, Hex, Terrain
from rules.privateer.events import (
    BattleStarted,
    Boarding,
    FleetDeployed,
    Gold,
    GrudgeSails,
    MerchantBoarded,
    PrizeTaken,
    ShipLost,
    ShipSailed,
    ShipSunk,
    StormMoved,
    TerrainPlaced,
    ThirdShipDecided,
    WindBlew,
)
from rules.privateer.fleets import MERCHANT, Ship, ship
from rules.privateer.state import PrivateerState
from tests.laws import Table, tables


class Listener:
    """The state of the board, calculated from the events alone."""

    def __init__(self, seats: int) -> None:
        self.ships: dict[Ship, Hex] = {}
        self.terrain: dict[Hex, Terrain] = {}
        self.gold = [0] * seats
        self.edge = RIM

    def hear(self, event: Event) -> None:
        match event:
            case BattleStarted():
                self.ships, self.terrain, self.edge = {MERCHANT: CENTRE}, {}, RIM
            case FleetDeployed():
                self.ships[ship(event.fleet, 1)] = event.start
                self.ships[ship(event.fleet, 2)] = event.second
            case ThirdShipDecided(hex=str(at)):
                self.ships[ship(event.fleet, 3)] = at
            case TerrainPlaced():
                self.terrain[event.hex] = event.tile
            case Gold():
                self.gold[event.seat - 1] += event.amount
                assert self.gold[event.seat - 1] == event.total
            case StormMoved():
                self.edge = event.ring
            case _:
                self._hear_of_ships(event)

    def _hear_of_ships(self, event: Event) -> None:
        match event:
            case ShipSailed(to=str(at)):
                self.ships[event.ship] = at
            case GrudgeSails():
                self.ships[event.ship] = event.hex
            case PrizeTaken():
                self.ships[event.new_ship] = event.hex
            case ShipLost() | ShipSunk():
                del self.ships[event.ship]
            case MerchantBoarded():
                del self.ships[MERCHANT]
            case Boarding():
                del self.ships[event.defender if event.winner == event.attacker else event.attacker]
            case WindBlew():
                self.ships.update({vessel: to for vessel, _, to in event.moved})
            case _:
                pass

    def sees(self, state: PrivateerState) -> bool:
        ships = dict(state.ships)
        if state.merchant is not None:
            ships[MERCHANT] = state.merchant
        gold = [player.gold for player in state.seats]
        return (self.ships, self.terrain, self.gold, self.edge) == (ships, state.terrain, gold, state.edge)


@settings(max_examples=25)
@given(table=tables(GAME), luck=st.integers(0, 2**32))
def test_the_events_tell_everything_that_changes_on_the_board(table: Table, luck: int) -> None:
    random = Random(luck)
    chance = Chance(QuickStream(random))
    state, events = GAME.start(table.options, table.seats, chance)  # type: ignore[arg-type]
    listener = Listener(table.seats)
    for event in events:
        listener.hear(event)
    while decisions := GAME.decisions(state):
        assert listener.sees(state)
        for event in GAME.apply(state, decisions[0].seat, random.choice(decisions[0].actions), chance):
            listener.hear(event)
    assert listener.sees(state)
