"""The progress of a game, and the names of its turns and seats, for messages and lists."""

from collections.abc import Mapping

from rules.kraken_bay.events import in_words
from rules.kraken_bay.state import BayState, Round
from rules.kraken_bay.tables import CARDS, TRACKS


def seat_name(state: BayState, seat: int) -> str:
    """Return the title of a seat's character, or `Seat 2` if it has no character yet."""
    character = state.seat(seat).character
    return CARDS[character].title if character is not None else f"Seat {seat}"


def seat_mark(state: BayState, seat: int) -> str:
    """Return the letter of a seat's character, or the seat's number if it has no character yet."""
    character = state.seat(seat).character if seat <= len(state.seats) else None
    return CARDS[character].letter if character is not None else str(seat)


def pieces(state: BayState) -> Mapping[str, int]:
    """Return a mapping from each ship's name, as narration writes it, to the ship's seat."""
    return {in_words(name): ship.seat for name, ship in state.ships.items()}


def turn_key(state: BayState) -> str:
    """Return a text that identifies the turn or, in the set-up, the pick: `3, Captain`."""
    if state.phase == "setup":
        picked = sum(seat.character is not None or seat.resigned for seat in state.seats)
        return f"setup, {picked} ships picked"
    turn = state.turn
    return f"{state.round}, {CARDS[turn.ship].title}" if turn is not None else str(state.round)


def turn_name(key: str) -> str:
    """Return the name of a turn by its key, for lists and votes: `turn 3, Captain`.

    >>> turn_name("setup, 2 ships picked")
    'the set-up, 2 ships picked'
    >>> turn_name("setup, 1 ships picked")
    'the set-up, 1 ship picked'
    """
    if not key.startswith("setup"):
        return f"turn {key}"
    return f"the set-up{key.removeprefix('setup')}".replace(", 1 ships", ", 1 ship")


def comes_next(state: BayState) -> int:
    """Return the seat that takes the next turn, or 0 if no turn follows (section 6.2)."""
    later = [name for task in state.agenda if isinstance(task, Round) for name in task.ships]
    again = state.order if state.time > 1 else []
    afloat = (state.ships[name] for name in (*later, *again) if state.ships[name].status == "in")
    return next((ship.seat for ship in afloat), 0)


def headline(state: BayState) -> str:
    """Return the round in words."""
    if state.phase == "setup":
        return "Picking ships"
    return f"Round {state.round} of {TRACKS[state.options.length].time}"
