"""The progress of a race in a few words."""

from rules.port_flower.state import RaceState


def turn_key(state: RaceState) -> str:
    """A key that changes with every turn, and in the set-up with everyone who places something."""
    if state.phase == "setup":
        return f"setup.{len(state.buoys) + len(state.islands)}"
    return f"{state.round}.{state.turn_seat}"


def headline(state: RaceState) -> str:
    """Return how far the race is, in a few words."""
    if state.phase == "setup":
        return "Setting the course"
    return f"Round {state.round} of {state.options.round_limit}"
