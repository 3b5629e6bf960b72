"""What follows from a sea that a scenario lays out: an author names ships, tiles and the season."""

from collections import Counter

from rules.dangerous_sea.board import SQUARES, STONES, TILES, distance
from rules.dangerous_sea.rooms.landing import Landing
from rules.dangerous_sea.rooms.playing_season import PlayingSeason
from rules.dangerous_sea.rooms.taking_turn import TakingTurn
from rules.dangerous_sea.state import SeaState
from rules.dangerous_sea.tables import CARDS, TABLES

NEAR = 3
"""Squares so near to a ship are left as the author laid them out."""


def complete(state: SeaState) -> None:
    """The bag and the deck hold what is left, stones aboard came from islands, and somebody takes a turn."""
    if state.season:
        _go_on(state)
    _bring_stones(state)
    laid = Counter(state.tiles.values())
    unplaced = sum(state.ship(seat).at is None for seat in state.staying)
    for kind, tile in TILES.items():
        state.bag[kind] = tile.count - laid[kind] - (unplaced if kind == "sea" else 0)
    landing = any(isinstance(task, Landing) for task in state.agenda)
    for card in CARDS:
        there = TABLES.deck[card] - state.discard[card]
        if card == "ghost":
            there = int(state.options.ghost_ship and state.ghost is None)
        state.draw[card] = there - (landing and card == "storm")


def _go_on(state: SeaState) -> None:
    """Every ship lies on a known square; the first of the season takes its turn."""
    for seat in state.staying:
        ship = state.ship(seat)
        ship.at = ship.at or SQUARES[seat]
        state.tiles.setdefault(ship.at, "sea")
    for at in (at for at, kind in state.tiles.items() if kind == "stone"):
        if at not in state.stones and not any(ship.stones for ship in state.ships):
            state.stones[at] = 1
    if not any(isinstance(task, PlayingSeason) for task in state.agenda):
        first, *others = state.staying
        state.agenda[:] = [PlayingSeason(seats=others), TakingTurn(seat=first)]


def _bring_stones(state: SeaState) -> None:
    """Stones that are nowhere else were taken from islands far away."""
    aboard = sum(ship.stones for ship in state.ships) + sum(state.stones.values())
    taken = aboard + TILES["stone"].count - sum(kind == "stone" for kind in state.tiles.values()) - STONES
    ships = [ship.at for ship in state.ships if ship.at]
    for at in reversed(SQUARES):
        if taken <= 0:
            return
        if at not in state.tiles and all(distance(at, one) > NEAR for one in ships):
            state.tiles[at] = "stone"
            taken -= 1
