"""The progress of a race, and the names of its turns."""

from rules.port_flower.state import RaceState


def turn_key(state: RaceState) -> str:
    """Return a key that changes with every turn, and in the set-up with every placement."""
    if state.phase == "setup":
        return f"setup.{len(state.buoys) + len(state.islands)}"
    return f"{state.round}.{state.turn_seat}"


def turn_name(key: str) -> str:
    """Return the name of a turn in lists and votes: `turn 3.2`, or `the set-up, 4 placed`.

    >>> turn_name("setup.4")
    'the set-up, 4 placed'
    """
    first, _, rest = key.partition(".")
    return f"the set-up, {rest} placed" if first == "setup" else f"turn {key}"


def headline(state: RaceState) -> str:
    """Return the progress of the race, in a few words."""
    if state.phase == "setup":
        return "Setting the course"
    return f"Round {state.round} of {state.options.round_limit}"
