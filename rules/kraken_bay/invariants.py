"""Invariants of every state (section 6.3), which tests, simulations and amendments check."""

from collections import Counter

from rules.engine.errors import demand
from rules.engine.outcome import demand_places
from rules.kraken_bay.board import CELLS, RED, TOUCHING
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import BOMB_OF, FLOATING, NUMBERS, TRACKS


def must_hold(state: BayState) -> None:
    """Raise AssertionError with the first invariant that `state` violates."""
    _ships_have_room(state)
    _tows_are_with_their_towers(state)
    _the_water_is_in_order(state)
    _tracks_are_in_bounds(state)
    _seats_add_up(state)


def must_hold_at_last(state: BayState) -> None:
    """Raise AssertionError if the game would fail when a bomb goes off or time passes."""
    track = TRACKS[state.options.length]
    demand(state.round + state.time <= track.time + 1, "more rounds are left than the game has")
    for bomb in state.bombs.values():
        demand(bomb.owner in state.ships, "a bomb belongs to no ship of this game")
        demand(bomb.number <= state.dropped, "a bomb lies there that nobody has dropped yet")


def _ships_have_room(state: BayState) -> None:
    ships = [ship.at for ship in state.ships.values() if ship.at is not None]
    strays = [stray.at for stray in state.strays.values() if stray.at is not None]
    demand(len(set(ships)) == len(ships), "two players' ships share a space")
    demand(len(set(strays)) == len(strays), "two off-course ships share a space")
    demand(all(at in CELLS for at in [*ships, *strays]), "a ship is off the board")
    demand(not any(state.live(at) for at in [*ships, *strays]), "a ship rests on a live bomb")
    for ship in state.ships.values():
        demand((ship.status == "in") == (ship.at is not None), "a ship is gone and on the board")
        demand((ship.status == "in") == (ship.left is None), "a ship is in play and has left")
        demand(min(ship.crew, ship.ration, ship.treasure) >= 0, "a ship owes cargo")


def _tows_are_with_their_towers(state: BayState) -> None:
    for name, stray in state.strays.items():
        tower = state.tower_of(name)
        afloat = stray.status in {"adrift", "towed"}
        demand(afloat == (stray.at is not None), "an off-course ship is nowhere, or where it cannot be")
        demand((stray.status == "towed") == (tower is not None), "a tow has no tower, or it has one too many")
        if tower is not None:
            demand(state.ships[tower].at == stray.at, "a tow is not with its tower")
        savers = sum(name in ship.saved for ship in state.ships.values())
        demand(savers == (stray.status == "saved"), "an off-course ship was saved by nobody, or twice")


def _the_water_is_in_order(state: BayState) -> None:
    tentacles = state.tentacles
    demand(len(set(tentacles)) == len(tentacles), "two tentacles share a space")
    demand(len(tentacles) <= state.options.max_tentacles, "there are too many tentacles")
    demand(not RED.intersection(tentacles), "a tentacle stands in the red water")
    demand(all(CELLS[at].hour > 1 for at in tentacles), "a tentacle stands at one o'clock")
    demand(not any(state.live(at) for at in tentacles), "a tentacle stands with a live bomb")
    demand(not set(state.chits) & set(state.bombs), "a chit shares its space with a bomb")
    floating = Counter(state.chits.values())
    demand(all(floating[chit] <= most for chit, most in FLOATING.items()), "too much floats")
    for at, bomb in state.bombs.items():
        demand(BOMB_OF.get(bomb.owner) == bomb.kind, "a bomb is of the wrong kind")
        demand(at in TOUCHING, "a bomb is off the board")
    dropped = Counter(bomb.kind for bomb in state.bombs.values())
    demand(all(count <= NUMBERS.bombs for count in dropped.values()), "there are too many bombs")
    numbers = [bomb.number for bomb in state.bombs.values()]
    demand(len(set(numbers)) == len(numbers), "two bombs were dropped at once")


def _tracks_are_in_bounds(state: BayState) -> None:
    track = TRACKS[state.options.length]
    demand(0 <= state.health <= track.health, "the kraken's health is out of bounds")
    demand(0 <= state.time <= track.time, "the time is out of bounds")
    demand(0 <= state.round <= track.time, "the round is out of bounds")
    demand((state.result is not None) == (not state.agenda), "nobody is awaited, yet the game goes on")
    demand(state.health or state.result is not None, "the kraken is dead, yet the game goes on")


def _seats_add_up(state: BayState) -> None:
    demand({*state.order} == {*state.ships}, "a ship has no turns")
    demand(len(state.order) == len(state.ships), "a ship has two turns")
    for name, ship in state.ships.items():
        demand(1 <= ship.seat <= len(state.seats), "a ship has no captain")
        demand(state.seat(ship.seat).character == name, "a ship sails under two flags")
    demand_places(state.result, len(state.seats))
