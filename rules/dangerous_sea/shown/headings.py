"""The progress of a game, and the names of its turns and seats, for messages and lists."""

from string import ascii_uppercase

from rules.dangerous_sea.board import MARKS
from rules.dangerous_sea.state import SeaState


def seat_mark(state: SeaState, seat: int) -> str:
    """Return the letter of the seat's captain, or of the seat itself if it has no captain."""
    return MARKS[state.captain(seat)] if seat in state.order else ascii_uppercase[seat - 1]


def turn_key(state: SeaState) -> str:
    """Return a key such as `3 of P1`, which differs for each turn and each decision in the set-up."""
    if state.turn is not None:
        return f"{state.season} of {state.captain(state.turn.seat)}"
    if state.season == 0:
        placed = sum(ship.at is not None for ship in state.ships)
        return f"0, {placed + len(state.gone)} placed"
    return f"{state.season} of the sea"


def turn_name(key: str) -> str:
    """Return the name of a turn in lists and votes, with the letter of its captain.

    >>> turn_name("3 of P1"), turn_name("0, 1 placed")
    ('turn 3 of A', 'the set-up, 1 placed')
    """
    when, _, captain = key.partition(" of ")
    if not captain:
        return f"the set-up{key.removeprefix('0')}"
    return f"turn {when} of {next((mark for name, mark in MARKS.items() if name == captain), captain)}"


def headline(state: SeaState) -> str:
    """Return the season and the year in words."""
    if state.season == 0:
        return "Before the first season"
    limit = f" of {state.options.max_seasons}" if state.options.max_seasons else ""
    return f"Season {state.season}{limit} · {state.season_name} of year {state.year}"
