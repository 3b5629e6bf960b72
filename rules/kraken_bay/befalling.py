"""The players that an event affects, and the part of it that affects one of them."""

from collections.abc import Sequence

from rules.engine.event import Event
from rules.kraken_bay.events import BayEvent, Whirlpool
from rules.kraken_bay.state import BayState


def befalls(state: BayState, event: Event) -> Sequence[int]:
    """Return the seats that it names, and those of the ships that it names or that tow such a ship."""
    ships = event.befallen() if isinstance(event, BayEvent) else ()
    seats = (state.ships[ship].seat for ship in ships if ship in state.ships)
    return tuple(dict.fromkeys((*event.involved(), *seats)))


def share(state: BayState, event: Event, seat: int) -> Event:
    """Return the part of the whirlpool that concerns the seat's ship and its tow."""
    own = state.seat(seat).character
    return event.share(own) if isinstance(event, Whirlpool) and own is not None else event
