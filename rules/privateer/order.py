"""The turn order (sections 5.1, 5.3 and 5.4)."""

from rules.privateer.board import Colour
from rules.privateer.fleets import FLEETS
from rules.privateer.state import PrivateerState


def turn_order(state: PrivateerState) -> list[Colour]:
    """Return the fleets in the turn order of the current battle."""
    fleets = sorted(state.fleets, key=lambda fleet: FLEETS[fleet].number)
    if state.duel:
        first = state.fleets[fleets[0]].seat
        own = [fleet for fleet in fleets if state.fleets[fleet].seat == first]
        other = [fleet for fleet in fleets if state.fleets[fleet].seat != first]
        order = [own[0], other[0], own[1], other[1]]
        return _rotated(order, (state.battle - 1) % len(order))
    # The lowest card opens, and the other fleets follow by seat (R6).
    fleets = [fleet for fleet in fleets if not state.seat(state.fleets[fleet].seat).resigned]
    opener = fleets[(state.battle - 1) % len(fleets)]
    by_seat = sorted(fleets, key=lambda fleet: state.table.index(state.fleets[fleet].seat))
    return _rotated(by_seat, by_seat.index(opener))


def _rotated(order: list[Colour], places: int) -> list[Colour]:
    return [*order[places:], *order[:places]]
