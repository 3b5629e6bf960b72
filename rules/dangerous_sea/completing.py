"""Completes the state of a scenario file, which names only the season, the ships and the tiles."""

from collections import Counter

from rules.dangerous_sea.board import FILE, SQUARES, TILES, distance
from rules.dangerous_sea.rooms.landing import Landing
from rules.dangerous_sea.rooms.playing_season import PlayingSeason
from rules.dangerous_sea.rooms.taking_turn import TakingTurn
from rules.dangerous_sea.state import SeaState
from rules.dangerous_sea.tables import CARDS, TABLES

NEAR = 4
"""The distance from ships, in steps, within which no Rune Stone Island is added."""


def complete(state: SeaState) -> None:
    """Place all ships, begin a turn, and fill the bag and the deck with the remaining tiles and cards."""
    if state.season:
        _place_ships(state)
        _go_on(state)
        _bring_stones(state)
    laid = Counter(state.tiles.values())
    unplaced = sum(state.ship(seat).at is None for seat in state.staying)
    for kind, tile in TILES.items():
        state.bag[kind] = tile.count - laid[kind] - (unplaced if kind == "sea" else 0)
    landing = any(isinstance(task, Landing) for task in state.agenda)
    for card in CARDS:
        out = state.ghost is not None or not state.options.ghost_ship if card == "ghost" else False
        aside = state.discard[card] + out + (landing and card == "storm")
        state.draw[card] = TABLES.deck[card] - aside


def _place_ships(state: SeaState) -> None:
    """Place the ships that have no square, and put Open Sea on unknown squares under ships."""
    for seat, start in zip(state.order, FILE.starts.spread, strict=False):
        ship = state.ship(seat)
        if seat not in state.gone:
            ship.at = ship.at or start
            state.tiles.setdefault(ship.at, "sea")


def _go_on(state: SeaState) -> None:
    """Begin the first turn if no turn has begun, and let the later seats follow in this season."""
    if any(isinstance(task, PlayingSeason) for task in state.agenda):
        return
    if state.turn is None:
        state.agenda[:] = [TakingTurn(seat=state.staying[0])]
    place = state.order.index(state.turn.seat if state.turn else state.order[0])
    later = [seat for seat in state.order[place + 1 :] if seat in state.staying]
    state.agenda.insert(0, PlayingSeason(seats=later))


def _bring_stones(state: SeaState) -> None:
    """Put stones on Rune Stone Islands, or add distant islands, until there is one stone for each island."""
    islands = [at for at in SQUARES if state.tiles.get(at) == "stone"]
    there = sum(ship.stones for ship in state.ships) + sum(state.stones.values())
    for at in islands[: max(0, len(islands) - there)]:
        state.stones[at] = state.stones.get(at, 0) + 1
    ships = [ship.at for ship in state.ships if ship.at]
    far = [at for at in reversed(SQUARES) if min(distance(at, ship) for ship in ships) > NEAR]
    for at in [at for at in far if at not in state.tiles][: max(0, there - len(islands))]:
        state.tiles[at] = "stone"
