"""The squares that the choosing seat's ships can reach with a card, and these squares' menu numbers."""

from collections.abc import Iterator, Mapping

from rules.acrana.board import Square
from rules.acrana.cards import card
from rules.acrana.legs import Leg, further_legs
from rules.acrana.plays import Plays
from rules.acrana.state import CardUnderWay, PlayCard, RaceState
from rules.acrana.waters import Waters

MANY = 9
"""If more squares than this are reachable, only the longest leg of each ship with each card counts."""


def places(state: RaceState) -> Mapping[Square, str]:
    """Return the reachable squares in menu order, and for each the cards or leg lengths that lead there."""
    ways = list(_ways(state))
    if len({leg.landing for _, leg in ways}) > MANY:
        # The legs of a ship with a card are in ascending order, so the longest leg remains.
        ways = [*{(told, leg.ship, leg.partner): (told, leg) for told, leg in ways}.values()]
    found: dict[Square, list[str]] = {}
    for card_id, leg in ways:
        told = card(card_id).rank if card_id else str(leg.squares)
        by = found.setdefault(leg.landing, [])
        if told not in by:
            by.append(told)
    return {square: "/".join(by) for square, by in found.items()}


def number_of(state: RaceState, landing: Square) -> int:
    """Return the menu number of the square where a leg ends, or 0 if the square has no number."""
    found = places(state)
    return [*found].index(landing) + 1 if landing in found else 0


def _ways(state: RaceState) -> Iterator[tuple[str, Leg]]:
    """Yield every legal leg with its card's id. The id is empty if a card is already being sailed."""
    task = state.task
    if isinstance(task, CardUnderWay):
        yield from (("", leg) for leg in further_legs(Waters(state), task))
    elif isinstance(task, PlayCard) and task.asked == "play":
        yield from ((play.card, play.leg) for play in Plays(state).choices() if play.leg)
