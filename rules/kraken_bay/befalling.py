"""The players that an event affects, and the part of the event that affects one of them."""

from collections.abc import Sequence

from rules.engine.event import Event
from rules.kraken_bay.events import BayEvent, Whirlpool
from rules.kraken_bay.state import BayState


def befalls(state: BayState, event: Event) -> Sequence[int]:
    """Return the seats that an event names, and the seats of the ships that it affects."""
    ships = event.befallen() if isinstance(event, BayEvent) else ()
    seats = (state.ships[ship].seat for ship in ships if ship in state.ships)
    return tuple(dict.fromkeys((*event.involved(), *seats)))


def share(state: BayState, event: Event, seat: int) -> Event:
    """Return the part of a whirlpool that affects the seat's ship. Return other events unchanged."""
    own = state.seat(seat).character
    return event.share(own) if isinstance(event, Whirlpool) and own is not None else event
