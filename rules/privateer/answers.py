"""What was answered to a decision, checked against what is possible; each refusal says what to do instead."""

from collections.abc import Iterable

from rules.privateer.actions import RANDOM, Deploy, Grudge, PlaceTerrain, TakePrize, ThirdShip
from rules.privateer.board import NEIGHBOURS, RING, STARTS, Colour, Hex
from rules.privateer.boarding import berths
from rules.privateer.refusals import refusal
from rules.privateer.setup import free_circles, own_fleets, terrain_hexes, third_ship_hexes
from rules.privateer.state import AwardingPrize, Buying, LayingTerrain, OfferingGrudge, PrivateerState
from rules.privateer.turn import grudge_hexes
from rules.privateer.waters import waters


def _known(name: Hex) -> Hex:
    if name not in RING:
        raise refusal("not_a_hex", name)
    return name


def _listed(hexes: Iterable[Hex]) -> str:
    return ", ".join(hexes)


def circle(state: PrivateerState, action: Deploy) -> tuple[Hex, Hex]:
    """A free start circle and one of its neighbours. Raises IllegalAction."""
    start, second = _known(action.start), _known(action.second)
    free = free_circles(state)
    if start not in free:
        raise refusal("circle_taken" if start in STARTS else "not_a_circle", start, circles=_listed(free))
    if second not in NEIGHBOURS[start]:
        raise refusal("not_beside", second, circle=start, hexes=_listed(NEIGHBOURS[start]))
    return start, second


def third_ship(state: PrivateerState, task: Buying, action: ThirdShip) -> tuple[Colour, Hex | None]:
    """The fleet that gets a third ship and where, or no hex. Raises IllegalAction."""
    fleet = _buyer(state, task, action)
    hexes = third_ship_hexes(state, fleet)
    if action.hex is None:
        if state.duel:
            raise refusal("must_place", hexes=_listed(hexes))
        return fleet, None
    at = _known(action.hex)
    if at not in hexes:
        beside = NEIGHBOURS[state.fleets[fleet].start or at]
        code = "not_empty" if at in beside else "not_beside"
        raise refusal(code, at, circle=state.fleets[fleet].start, hexes=_listed(hexes))
    return fleet, at


def _buyer(state: PrivateerState, task: Buying, action: ThirdShip) -> Colour:
    fleets = own_fleets(state, task)
    if state.duel:
        if action.fleet not in fleets:
            raise refusal("which_fleet", fleets=" or ".join(fleets))
        return action.fleet
    if action.fleet is not None:
        raise refusal("one_fleet")
    return task.fleets[0]


def terrain_hex(state: PrivateerState, task: LayingTerrain, action: PlaceTerrain) -> Hex:
    """A legal hex for the drawn tile, or `random`. Raises IllegalAction."""
    if action.hex == RANDOM:
        return RANDOM
    at = _known(action.hex)
    if at not in terrain_hexes(state, task.fleet):
        sea = waters(state, state.fleets[task.fleet].seat)
        raise refusal("near_enemy" if sea.is_empty(at) else "not_empty", at)
    return at


def grudge_hex(state: PrivateerState, task: OfferingGrudge, action: Grudge) -> Hex | None:
    """An empty hex of the outermost ring of the sea, or none. Raises IllegalAction."""
    if action.hex is None:
        return None
    at = _known(action.hex)
    if at not in grudge_hexes(state, task.fleet):
        raise refusal("off_rim" if RING[at] != state.edge else "not_empty", at)
    return at


def berth(state: PrivateerState, task: AwardingPrize, action: TakePrize) -> Hex | None:
    """Where a prize that is taken appears; none if it is scuttled. Raises IllegalAction."""
    if action.choice == "scuttle":
        if action.hex is not None:
            raise refusal("no_berth_wanted")
        return None
    hexes = berths(state, task.winner)
    if action.hex is None:
        raise refusal("which_berth", hexes=_listed(hexes))
    at = _known(action.hex)
    if at not in hexes:
        raise refusal("bad_berth", at, hexes=_listed(hexes))
    return at
