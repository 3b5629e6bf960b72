"""The squares to which a card may take the choosing seat's ships, with their numbers in the menu."""

from collections.abc import Iterator, Mapping

from rules.acrana.board import Square
from rules.acrana.cards import card
from rules.acrana.legs import Leg, further_legs
from rules.acrana.plays import Plays
from rules.acrana.state import CardUnderWay, PlayCard, RaceState
from rules.acrana.waters import Waters

MANY = 9
"""The maximum number of menu squares. If there are more, only a ship's longest leg with each card counts."""


def places(state: RaceState) -> Mapping[Square, str]:
    """Return the reachable squares in menu order, with the cards or numbers of squares that lead there."""
    ways = list(_ways(state))
    if len({leg.landing for _, leg in ways}) > MANY:
        # The legs of one ship with one card are in ascending order.
        ways = [*{(told, leg.ship, leg.partner): (told, leg) for told, leg in ways}.values()]
    found: dict[Square, list[str]] = {}
    for card_id, leg in ways:
        told = card(card_id).rank if card_id else str(leg.squares)
        by = found.setdefault(leg.landing, [])
        if told not in by:
            by.append(told)
    return {square: "/".join(by) for square, by in found.items()}


def number_of(state: RaceState, landing: Square) -> int:
    """Return the menu's number of the square where a leg ends; 0 if the square has no number."""
    found = places(state)
    return [*found].index(landing) + 1 if landing in found else 0


def _ways(state: RaceState) -> Iterator[tuple[str, Leg]]:
    """Yield every legal leg with its card; the card is empty if a card is already being sailed."""
    task = state.task
    if isinstance(task, CardUnderWay):
        yield from (("", leg) for leg in further_legs(Waters(state), task))
    elif isinstance(task, PlayCard) and task.asked == "play":
        yield from ((play.card, play.leg) for play in Plays(state).choices() if play.leg)
