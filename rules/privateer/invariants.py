"""Invariants of every state, which tests, simulations and amendments check."""

from collections import Counter

from rules.engine.errors import demand
from rules.engine.outcome import demand_places
from rules.privateer.board import FILE, RIM, RING
from rules.privateer.fleets import COLOUR_OF
from rules.privateer.rooms.laying_terrain import LayingTerrain
from rules.privateer.state import PrivateerState


def must_hold(state: PrivateerState) -> None:
    """Raise AssertionError with the first invariant that `state` violates."""
    _ships_have_their_own_hexes(state)
    _tiles_add_up(state)
    _players_add_up(state)
    _battle_goes_on(state)


def _ships_have_their_own_hexes(state: PrivateerState) -> None:
    places = [*state.ships.values(), *([state.merchant] if state.merchant else [])]
    demand(len(set(places)) == len(places), "two ships share a hex")
    demand(all(RING.get(name, RIM + 1) <= state.edge for name in places), "a ship is off the map")
    demand(all(COLOUR_OF.get(vessel) in state.fleets for vessel in state.ships), "a ship has no captain")
    demand(all(COLOUR_OF[vessel] in state.order for vessel in state.ships), "a ship takes no turns")
    islands = {name for name, tile in state.terrain.items() if tile != "reef"}
    demand(islands.isdisjoint(places), "a ship is on an island")


def _tiles_add_up(state: PrivateerState) -> None:
    demand(set(state.terrain) <= set(RING), "a tile lies off the board")
    if state.level is None:
        demand(not state.terrain and not state.barrel, "tiles lie before anyone said how many")
        return
    laid = Counter(state.terrain.values())
    drawn = state.task.tile if isinstance(state.task, LayingTerrain) else None
    for kind in FILE.terrain:
        there = laid[kind.id] + state.barrel[kind.id] + (drawn == kind.id)
        demand(there <= kind.per_level[state.level], f"there are too many tiles: {kind.id}")


def _players_add_up(state: PrivateerState) -> None:
    seats = list(range(1, len(state.seats) + 1))
    demand(sorted(state.table) == seats, "somebody sits nowhere")
    demand(all(player.gold >= 0 and player.hulls >= 0 for player in state.seats), "somebody owes gold")
    demand(all(fleet.seat in seats for fleet in state.fleets.values()), "a fleet has no captain")
    gone = [*state.eliminated()]
    demand(len(set(gone)) == len(gone), "somebody was eliminated twice")
    for vessel in state.ships:
        fleet = state.fleets[COLOUR_OF[vessel]]
        demand(not state.seat(fleet.seat).resigned, "a resigned player has a ship")
        demand(fleet.grudge == "sails" or fleet.seat not in gone, "an eliminated player has a ship")
    for fleet in state.fleets.values():
        demand(fleet.gambit == "ready" or state.options.gambits, "a gambit was played in a game without")
        demand(fleet.grudge == "none" or state.options.grudge, "a grudge sails in a game without")


def _battle_goes_on(state: PrivateerState) -> None:
    demand((state.result is not None) == (not state.agenda), "nobody is awaited, yet the game goes on")
    demand(0 <= state.round <= state.options.round_cap, "the round is out of bounds")
    demand(0 <= state.battle <= state.options.battles, "the battle is out of bounds")
    if state.fighting and state.prize is None:
        left = state.in_battle()
        demand(len(left) > 1, "the battle goes on without rivals")
        everybody = {*left, *state.eliminated()}
        demand(everybody == set(state.seats_in_order()), "somebody is neither in the battle nor out of it")
    demand_places(state.result, len(state.seats))
