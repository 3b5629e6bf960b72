"""The value of a position for a seat, as the steady player (section 17) and the gentle rival estimate it."""

from collections.abc import Iterable, Mapping
from functools import cache, partial

from rules.dangerous_sea.actions import Scuttle
from rules.dangerous_sea.board import SQUARES, Square, distance
from rules.dangerous_sea.state import SeaState, ShipState
from rules.dangerous_sea.tables import TABLES, penalty
from rules.engine.action import Action
from rules.engine.policy import Policy, by

VICTORY = 100.0

RIVAL = 0.3
"""The cost of each stone of the leading rival."""

KNOWN = 0.02
"""The value of each revealed square, because exploring finds stones."""

HUNT, SEARCH, FORAGE = 0.08, 0.04, 0.02
"""The values of a step towards stones, unknown squares, and each kind of island that the ship needs."""

CREW = (0.0, 0.35, 0.6, 0.75, 0.85, 0.9)
"""The value of a crew of 0 to 5 sailors."""

TURNS, STORE = 3, 0.05
"""The number of turns for which stores count, and the value of each turn's ration for the crew."""

HOARD = 0.006
"""The value of each fisk, so that goods are not put overboard without need."""

ENOUGH = 250
"""The amount of stores, in fisk, beyond which `HOARD` is halved."""

DONE = 0.05
"""The value of ending the turn, so that idle actions do not go on."""

SLOW, HELPLESS = 0.25, 0.3
"""The costs of each action point lost to a heavy hold, and of an incapacitated captain."""

PRIZE = 0.5
"""The value of an open prize to the winner, and its cost to the loser, if the loser has no stone."""

FAR = 6
"""The maximum distance that counts, in steps. A goal that does not exist has this distance."""

TRUCE = 2
"""The number of seasons in which the gentle rival keeps away, before the lesson about fights."""

MERCY = 100.0
"""The gentle rival's cost per step by which another ship is too near. The cost exceeds all stones."""


def evaluate(state: SeaState, seat: int) -> float:
    """Return the value of the position for the seat, in rune stones."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    ship = state.ship(seat)
    if ship.at is None:
        return 0.0
    rivals = [state.ship(other).stones for other in state.staying if other != seat]
    value = ship.stones - RIVAL * max(rivals) + KNOWN * len(state.tiles)
    value += _crew_and_stores(ship, eating=state.turn is not None and state.turn.seat == seat)
    value -= SLOW * penalty(ship.cargo) + HELPLESS * ship.out
    value -= HUNT * _way(ship.at, [*state.stones, *_prey(state, seat)]) + FORAGE * _errands(state, ship)
    value -= SEARCH * next((way for way, at in _around(ship.at) if at not in state.tiles), FAR)
    return value + _open_prize(state, seat)


def gently(mercy: float, state: SeaState, seat: int) -> float:
    """Return the value for the gentle rival, which keeps out of reach of other ships in the first seasons."""
    value = evaluate(state, seat)
    own = state.turn is not None and state.turn.seat == seat
    # After the rival's own turn the next season may have begun, so the truce is one season longer then.
    if state.season > TRUCE + (not own) or state.result is not None:
        return value
    reach = TABLES.action_points[len(state.ships)]
    at = state.ship(seat).at or ""
    others = [state.ship(other).at for other in state.staying if other != seat]
    return value - mercy * sum(max(0, reach + 1 - distance(at, other)) for other in others if other and at)


def considers(state: SeaState, seat: int, action: Action) -> bool:
    """Return whether to consider an action. Putting goods overboard must gain points."""
    if not isinstance(action, Scuttle):
        return True
    cargo = state.ship(seat).cargo
    return action.what != "sailors" and penalty(cargo - action.amount) < penalty(cargo)


def _crew_and_stores(ship: ShipState, *, eating: bool) -> float:
    """Return the value of crew and stores. If `eating`, compute the value after the crew's meal."""
    ration = TABLES.ration
    food, water, crew = ship.food, ship.water, ship.sailors
    if eating:
        crew = ship.fed
        food, water = food - crew * ration.food, water - crew * ration.water
    eaters = max(1, crew)
    turns = min(food / (ration.food * eaters), TURNS) + min(water / (ration.water * eaters), TURNS)
    plenty = HOARD * (min(food + water, ENOUGH) + food + water) / 2
    return CREW[crew] + STORE * turns + plenty + (0.0 if eating else DONE)


def _prey(state: SeaState, seat: int) -> list[Square]:
    """Return the squares of ships that have stones and no larger crew than the seat's ship."""
    own = state.ship(seat)
    others = [state.ship(other) for other in state.staying if other != seat]
    return [ship.at for ship in others if ship.at and ship.stones and ship.sailors <= own.sailors]


def _errands(state: SeaState, ship: ShipState) -> int:
    """Return the sum of the steps to the nearest island of each kind that the ship needs."""
    enough = TURNS * max(1, ship.sailors)
    lacks = {
        "food": ship.food < enough * TABLES.ration.food,
        "water": ship.water < enough * TABLES.ration.water,
        "inhabited": ship.sailors < TURNS,
    }
    ripe = [(at, kind) for at, kind in state.tiles.items() if lacks.get(kind) and at not in state.harvested]
    return sum(
        _way(ship.at or "", [at for at, lies in ripe if lies == kind])
        for kind, lacking in lacks.items()
        if lacking
    )


def _open_prize(state: SeaState, seat: int) -> float:
    spoils = state.spoils
    if spoils is None or seat not in {spoils.winner, spoils.loser}:
        return 0.0
    at_stake = 1.0 if state.ship(spoils.loser).stones else PRIZE
    return at_stake if spoils.winner == seat else -at_stake


def _way(start: Square, places: Iterable[Square]) -> int:
    """Return the number of steps to the nearest of `places`, at most `FAR`."""
    ways = _ways_from(start)
    return min(FAR, min((ways[at] for at in places), default=FAR))


@cache
def _ways_from(start: Square) -> dict[Square, int]:
    return {at: distance(start, at) for at in SQUARES}


@cache
def _around(start: Square) -> list[tuple[int, Square]]:
    """Return the distance of each square from `start`, the nearest square first."""
    return sorted((way, at) for at, way in _ways_from(start).items())


POLICIES: Mapping[str, Policy] = {"gentle": by(partial(gently, MERCY))}
"""The rival of the practice game."""
