"""What an absent player does, decision by decision (section 12.1). A gambit is never used."""

from rules.engine.action import Action
from rules.privateer.actions import (
    RANDOM,
    Autopilot,
    Deploy,
    Grudge,
    PlaceTerrain,
    RollDice,
    TakePrize,
    TerrainLevel,
    ThirdShip,
)
from rules.privateer.board import NEIGHBOURS, RIM, RING, Hex, distance, reading_order
from rules.privateer.fleets import FLEETS
from rules.privateer.setup import free_circles, own_fleets, third_ship_hexes
from rules.privateer.state import (
    AwardingPrize,
    Buying,
    ChoosingDensity,
    Deploying,
    LayingTerrain,
    OfferingGrudge,
    PrivateerState,
    TakingTurn,
)
from rules.privateer.turn import cannons_allowed


def absent_answer(state: PrivateerState) -> Action:
    """What the awaited seat does if it does not answer."""
    match state.task:
        case Deploying():
            return _deploy(state)
        case Buying() as task:
            return _third_ship(state, task)
        case ChoosingDensity():
            return TerrainLevel(level="light")
        case LayingTerrain():
            return PlaceTerrain(hex=RANDOM)
        case OfferingGrudge():
            return Grudge()
        case TakingTurn(rolled=False) as task:
            return RollDice(cannons=cannons_allowed(task))
        case AwardingPrize():
            return TakePrize(choice="scuttle")
        case _:
            return Autopilot()


def _deploy(state: PrivateerState) -> Deploy:
    """The free circle farthest from all taken ones, and the hex beside it that is nearest to the rim."""
    taken = [start for fleet in state.order if (start := state.fleets[fleet].start)]
    circle = max(free_circles(state), key=lambda start: min((distance(start, o) for o in taken), default=0))
    return Deploy(start=circle, second=_outermost(list(NEIGHBOURS[circle])))


def _third_ship(state: PrivateerState, task: Buying) -> ThirdShip:
    if not state.duel:
        return ThirdShip()
    fleet = min(own_fleets(state, task), key=lambda colour: FLEETS[colour].number)
    return ThirdShip(hex=_outermost(third_ship_hexes(state, fleet)), fleet=fleet)


def _outermost(hexes: list[Hex]) -> Hex:
    """The hex of the largest ring, ties by letter, then number."""
    return min(hexes, key=lambda name: (RIM - RING[name], reading_order(name)))
