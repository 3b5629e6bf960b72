"""The progress of a race in a few words."""

from rules.acrana.state import RaceState


def headline(state: RaceState) -> str:
    """Return the number of the deck and the number of its deal, in words."""
    limit = f" of {state.options.deck_limit}" if state.options.deck_limit else ""
    return f"Deck {state.deck_no}{limit}, deal {state.deal_no}"
