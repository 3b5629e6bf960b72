"""The progress of a game, and the names of its turns and seats, for messages and lists."""

from rules.engine.agenda import word_of
from rules.engine.wording import listed
from rules.privateer.fleets import FLEETS, fleet_name
from rules.privateer.state import PrivateerState, Round


def seat_name(state: PrivateerState, seat: int) -> str:
    """Return the fleets of a seat: `Red`, or `Red and Green` in The Duel."""
    fleets = [fleet for fleet, data in state.fleets.items() if data.seat == seat]
    return listed(map(fleet_name, fleets)) if fleets else f"Seat {seat}"


def seat_mark(state: PrivateerState, seat: int) -> str:
    """Return the letters of a seat's fleets, or the seat's number before cards are drawn."""
    letters = [FLEETS[name].letter for name, fleet in state.fleets.items() if fleet.seat == seat]
    return "".join(letters) or str(seat)


def turn_key(state: PrivateerState) -> str:
    """Return a key that is different for each turn, and for each decision in the set-up: `3 of Red`."""
    fleet = f" of {fleet_name(state.active_fleet)}" if state.active_fleet else ""
    battle = f" in battle {state.battle}" if state.options.battles > 1 else ""
    turn = f"{state.round}{fleet}{battle}"
    if state.phase != "setup" or state.task is None:
        return turn
    tiles = sum(state.barrel.values())
    return f"{turn}, {word_of(state.task).replace('_', ' ')}{f' ({tiles} tiles left)' if tiles else ''}"


def turn_name(key: str) -> str:
    """Return the name of a turn in lists and votes: `turn 3 of Red`, or a decision in the set-up.

    >>> turn_name("0 of Yellow, place terrain (3 tiles left)")
    'the set-up of Yellow: place terrain (3 tiles left)'
    """
    if not key.startswith("0"):
        return f"turn {key}"
    return f"the set-up{key.removeprefix('0').replace(', ', ': ', 1)}"


def comes_next(state: PrivateerState) -> int:
    """Return the seat that takes the next turn, or 0 if no turn follows (section 6.2)."""
    rounds = [task for task in state.agenda if isinstance(task, Round)]
    if not rounds:
        return 0
    later = [fleet for task in rounds for fleet in task.fleets]
    again = state.order if state.round != state.options.round_cap else []
    fleets = [state.fleets[name] for name in (*later, *again) if state.ships_of(name)]
    return next((fleet.seat for fleet in fleets if not state.seat(fleet.seat).resigned), 0)


def headline(state: PrivateerState) -> str:
    """Return the round in words, and the number of the battle in a campaign."""
    where = "Before the battle" if state.phase == "setup" else f"Round {state.round}"
    if state.options.battles == 1:
        return where
    return f"Battle {state.battle} of {state.options.battles} · {where}"
