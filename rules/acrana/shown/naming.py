"""The names of cards and ships in choices."""

from collections.abc import Hashable, Sequence

from rules.acrana.board import place_name
from rules.acrana.cards import Card, shown, sign_of_card, told_apart
from rules.acrana.state import RaceState


def value_name(state: RaceState, seat: int, value: str) -> str:
    """Return the name of a value, such as `7♥` for `7b` and `A1 at 57` for `A1`, or else the value itself."""
    ship = state.ships.get(value)
    if ship is not None:
        return f"{value} at {place_name(ship.square)}"
    hand = state.seat(seat).cards
    names = dict(zip((held.id for held in hand), told_apart(hand), strict=True))
    return ", ".join(names.get(part, part) for part in value.split(","))


def card_name(state: RaceState, card_id: str) -> str:
    """Return a card's text, or `7♥` with the suit if cards with this text differ in more than suit."""
    hand = state.seat(state.active).cards
    for held, name in zip(hand, told_apart(hand), strict=True):
        if held.id == card_id:
            unlike = {look_of(other) for other in hand if shown(other) == shown(held)}
            return name if len(unlike) > 1 else shown(held)
    return card_id


def card_sign(state: RaceState, card_id: str) -> str:
    """Return a card's sign in choices, or an empty text if the card's name has a suit or steps."""
    return sign_of_card(card_name(state, card_id))


def has_better_suits(state: RaceState, cards: Sequence[str]) -> bool:
    """Return whether the active seat can make the same choice with equal cards of earlier suits."""
    used: dict[Hashable, int] = {}
    for held in state.seat(state.active).cards:
        times = cards.count(held.id)
        if times > used.setdefault(look_of(held), times):
            return True
        used[look_of(held)] = times
    return False


def look_of(held: Card) -> Hashable:
    """Return everything about a card except its suit."""
    return held._replace(id="", order=0)


def answer_name(state: RaceState, answer: str) -> str:
    """Return an answer of a play's path in words: a card, or a ship with its square."""
    ship = state.ships.get(answer.partition(" ")[0])
    return f"{answer} at {place_name(ship.square)}" if ship else card_name(state, answer)
