"""Invariants of every state, which tests, simulations and amendments check."""

from rules.engine.errors import demand
from rules.engine.outcome import demand_places
from rules.port_flower.board import OUT, PORT, TOW
from rules.port_flower.state import LayCourse, RaceState, ShareWind


def must_hold(state: RaceState) -> None:
    """Raise AssertionError with the first invariant that `state` violates."""
    _pieces_have_their_own_squares(state)
    _seats_add_up(state)
    _dice_add_up(state)
    _somebody_is_awaited(state)


def _pieces_have_their_own_squares(state: RaceState) -> None:
    islands = set(state.islands)
    boats = [seat.position for seat in state.seats if seat.position not in {PORT, TOW, OUT}]
    demand(len(state.sharks) == state.options.sharks, "a shark is missing")
    demand(len({*boats, *state.sharks}) == len(boats) + len(state.sharks), "two pieces share a square")
    demand(all(square in state.board for square in [*boats, *state.sharks, *islands]), "a piece is ashore")
    demand(not {*boats, *state.sharks} & set(state.board.port), "a piece blocks the port")
    demand(not islands & set(state.sharks), "a shark is on an island")
    demand(state.options.escape or not islands & set(boats), "a boat is on an island")


def _seats_add_up(state: RaceState) -> None:
    seats = range(1, len(state.seats) + 1)
    demand({state.first_seat, state.turn_seat, *state.tow, *state.resigned} <= {*seats}, "a seat is missing")
    demand(len({*state.tow}) == len(state.tow), "a boat is in tow twice")
    for number, seat in enumerate(state.seats, 1):
        demand(0 <= seat.reached <= state.options.buoys, f"seat {number} has reached too many buoys")
        demand(seat.repellents >= 0, f"seat {number} owes a repellent")
        demand(seat.active == (seat.position != OUT), f"seat {number} is half resigned")
        demand(seat.active == (number not in state.resigned), f"seat {number} resigned unnoticed")
        demand((seat.position == TOW) == (number in state.tow), f"seat {number} is lost in tow")
        on_island = seat.position in state.islands
        demand(not seat.skip or on_island, f"seat {number} misses a turn on open water")


def _dice_add_up(state: RaceState) -> None:
    used = "".join(state.moved.values())
    demand(len(set(used)) == len(used), "a die was used twice")
    demand(len(state.moved) <= 1 + state.options.sharks_per_turn, "too many pieces have moved")
    demand(1 <= state.round <= state.options.round_limit, "the round is out of bounds")


def _somebody_is_awaited(state: RaceState) -> None:
    task = state.task
    demand((task is None) == (state.result is not None), "nobody is awaited, yet the race goes on")
    if isinstance(task, ShareWind):
        demand(state.plans().exist(), "a seat is to sail and cannot")
    demand_places(state.result, len(state.seats))
    if state.result is None and not isinstance(task, LayCourse):
        demand(state.seat(state.turn_seat).active, "a resigned seat has the turn")
