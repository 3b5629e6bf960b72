"""The players that an event affects, and the part of it that affects one of them."""

from collections.abc import Iterator, Sequence

from rules.engine.event import Event
from rules.kraken_bay.events import BayEvent, RationsEaten, Whirlpool
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import as_character, as_stray


def befalls(state: BayState, event: Event) -> Sequence[int]:
    """Return the seats that it names, and those of the ships that it names or that tow such a ship."""
    return tuple(dict.fromkeys((*event.involved(), *(seat for seat in _seats(state, event) if seat))))


def share(state: BayState, event: Event, seat: int) -> Event:
    """Return the part of the whirlpool that concerns the seat's ship and its tow."""
    if not isinstance(event, Whirlpool):
        return event
    drifts, met = (
        [one for one in several if seat in _of(state, one.unit)] for several in (event.drifts, event.met)
    )
    return event.model_copy(update={"drifts": drifts, "met": met, "newcomer": None})


def _seats(state: BayState, event: Event) -> Iterator[int]:
    if isinstance(event, Whirlpool | RationsEaten):
        for unit in event.units():
            yield from _of(state, unit)
    elif isinstance(event, BayEvent):
        for field in event.names:
            yield from _of(state, getattr(event, field) or "")


def _of(state: BayState, name: str) -> Iterator[int]:
    """The player of a ship, or of the one that tows it."""
    character, stray = as_character(name), as_stray(name)
    if character is None and stray is not None:
        character = state.tower_of(stray)
    if character is not None and character in state.ships:
        yield state.ships[character].seat
