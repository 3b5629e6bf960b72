"""The progress of a game, and the names of its turns and seats, for messages and lists."""

from string import ascii_uppercase

from rules.dangerous_sea.board import MARKS
from rules.dangerous_sea.state import SeaState

THE_SEA = "the sea"


def seat_mark(state: SeaState, seat: int) -> str:
    """The letter of the captain on that seat, in turn order; of a seat that nobody has, its own."""
    return MARKS[state.captain(seat)] if seat in state.order else ascii_uppercase[seat - 1]


def turn_key(state: SeaState) -> str:
    """Return a text that changes with every turn, and in the set-up with every decision: `3 of P1`."""
    if state.turn is not None:
        return f"{state.season} of {state.captain(state.turn.seat)}"
    if state.season == 0:
        placed = sum(ship.at is not None for ship in state.ships)
        return f"0, {placed + len(state.gone)} placed"
    return f"{state.season} of {THE_SEA}"


def headline(state: SeaState) -> str:
    """Season and year."""
    if state.season == 0:
        return "Before the first season"
    limit = f" of {state.options.max_seasons}" if state.options.max_seasons else ""
    return f"Season {state.season}{limit} · {state.season_name} of year {state.year}"
