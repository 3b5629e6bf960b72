"""Completes the state of a scenario file with its deck, its discards and its question."""

from rules.acrana.cards import card, full_deck, sorted_deck
from rules.acrana.plays import Plays
from rules.acrana.state import PlayCard, RaceState


def complete(state: RaceState) -> None:
    """Remove cards in hands from the deck, discard all remaining cards, and determine the question."""
    held = {card(text).id for seat in state.seats for text in seat.hand}
    state.deck = sorted_deck(one for one in state.deck if one not in held)
    known = {*held, *state.deck}
    state.discards = [one for one in full_deck(len(state.seats)) if one not in known]
    task = state.task
    if isinstance(task, PlayCard):
        task.asked = Plays(state).decision()
        task.stuck = task.asked != "play"
