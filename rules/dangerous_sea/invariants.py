"""Invariants of every state, which tests, simulations and amendments check (section 2)."""

from collections import Counter

from rules.dangerous_sea.board import KINDS, RESOURCES, SQUARES, STONES, TILES
from rules.dangerous_sea.rooms.landing import Landing
from rules.dangerous_sea.state import SeaState
from rules.dangerous_sea.tables import CARDS, LIMITS, TABLES
from rules.engine.errors import demand
from rules.engine.outcome import demand_places


def must_hold(state: SeaState) -> None:
    """Raise AssertionError with the first invariant that `state` violates."""
    _tiles_add_up(state)
    _ships_are_sound(state)
    _stones_add_up(state)
    _cards_add_up(state)
    _the_game_goes_on(state)


def _tiles_add_up(state: SeaState) -> None:
    """Invariants 1 and 2: no tile is lost, and tiles and loose goods are on possible squares."""
    unplaced = sum(state.ship(seat).at is None for seat in state.staying)
    laid = Counter(state.tiles.values())
    for kind in KINDS:
        there = state.bag[kind] + laid[kind] + (unplaced if kind == "sea" else 0)
        demand(there == TILES[kind].count, f"there are {there} tiles of the kind {kind}")
    demand(set(state.tiles) <= set(SQUARES), "a tile lies off the board")
    demand(state.ghost is None or state.ghost in SQUARES, "the Ghost Ship is off the board")
    islands = {at for at, kind in state.tiles.items() if kind in RESOURCES}
    demand(set(state.harvested) <= islands, "something else than an island was harvested")
    demand(len(set(state.harvested)) == len(state.harvested), "an island was harvested twice")
    demand(set(state.loose) <= islands, "goods lie where nothing keeps them")
    demand(all(amount > 0 for amount in state.loose.values()), "less than nothing lies loose")
    for at, amount in state.loose.items():
        step = 1 if state.tiles[at] == "inhabited" else LIMITS.step
        demand(amount % step == 0, "loose goods come in tens")


def _ships_are_sound(state: SeaState) -> None:
    """Invariants 3 and 4: ships are on known squares and carry possible amounts."""
    demand(sorted(state.order) == list(range(1, len(state.ships) + 1)), "a captain has no turns")
    demand(set(state.gone) <= set(state.order), "somebody left who was not there")
    for seat in state.order:
        ship = state.ship(seat)
        demand(ship.food >= 0 and ship.water >= 0, "a ship owes goods")
        demand(ship.food % LIMITS.step == 0 and ship.water % LIMITS.step == 0, "goods come in tens")
        demand(ship.cargo <= LIMITS.cargo, "a ship carries too much")
        demand(0 <= ship.sailors <= LIMITS.sailors, "a crew is impossible")
        demand(ship.stones >= 0, "a ship owes stones")
        if seat in state.gone:
            demand(ship.at is None and not ship.cargo and not ship.stones, "a ship that left is there")
        elif state.season:
            demand(ship.at in state.tiles, "a ship is on a square that nobody knows")
    if state.season:
        turn = state.turn
        demand(turn is None or not state.ship(turn.seat).out, "an incapacitated captain takes a turn")
        demand(turn is None or turn.seat not in state.gone, "somebody who left takes a turn")


def _stones_add_up(state: SeaState) -> None:
    """Invariant 5: stones are never lost."""
    aboard = sum(ship.stones for ship in state.ships)
    there = aboard + sum(state.stones.values()) + state.bag["stone"]
    demand(there == STONES, f"there are {there} rune stones")
    demand(all(count > 0 for count in state.stones.values()), "less than no stone lies somewhere")
    demand(set(state.stones) <= set(state.tiles), "a stone lies where nobody has been")


def _cards_add_up(state: SeaState) -> None:
    """Invariant 6: there are ten cards, or nine without the Ghost Ship."""
    landing = any(isinstance(task, Landing) for task in state.agenda)
    ghost = state.ghost is not None
    for card in CARDS:
        there = state.draw[card] + state.discard[card]
        there += ghost if card == "ghost" else landing if card == "storm" else 0
        expected = TABLES.deck[card] if card != "ghost" or state.options.ghost_ship else 0
        demand(there == expected or _storm_of_the_end(state, card, there), f"there are {there} cards: {card}")
    demand(not state.discard["ghost"], "the card of the Ghost Ship lies aside")


def _storm_of_the_end(state: SeaState, card: str, there: int) -> bool:
    """Return whether the storm's card is missing because the game was won in a storm (edge case 37)."""
    return state.result is not None and card == "storm" and there == TABLES.deck["storm"] - 1


def _the_game_goes_on(state: SeaState) -> None:
    demand((state.result is not None) == (not state.agenda), "nobody is awaited, yet the game goes on")
    goal = state.options.stones_to_win
    over = any(ship.stones >= goal for ship in state.ships)
    demand(not over or state.result is not None, "somebody has won, yet the game goes on")
    demand_places(state.result, len(state.ships))
