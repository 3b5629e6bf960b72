"""The deck, and the cards in hands with their bonuses and damage (sections 2.2 and 2.3).

A card in a hand is a text. `9a` is a plain nine, and `9a+4` has a bonus and sails 13. `10c-5!` has damage,
sails 5 and must be played this turn.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field, StringConstraints

from rules.engine.data import Data, data_file

FORM = r"(10|[2-9]|[AJQK])([a-h])(?:\+(\d+))?(?:-(\d+))?(!?)"

HeldCard: TypeAlias = Annotated[str, StringConstraints(pattern=f"^{FORM}$")]
"""The text form of a card in a hand."""

CardId: TypeAlias = str
"""A card's rank and suit: `10c`."""

PlayUse = Literal["cast_off", "sail", "over_edge", "push_back", "becalm", "back_partner", "discard"]
"""The purposes for which a card is played."""


class Rank(Data):
    """A rank. `steps` is the number of squares that its cards sail, or `None` if they cannot sail."""

    rank: str
    steps: Annotated[int, Field(ge=1)] | None = None


class Deck(Data):
    """The contents of `cards.toml`. `marks` are the symbols of the suits."""

    first_hand: int
    later_hand: int
    suits: str
    marks: tuple[str, ...]
    ranks: tuple[Rank, ...]


DECK = data_file("rules.acrana", "cards.toml", Deck)

_RANKS = {rank.rank: (place, rank) for place, rank in enumerate(DECK.ranks)}
_FORM = re.compile(FORM)


class Card(NamedTuple):
    """A card in a hand. `order` sorts cards by rank (A, 2 to 10, J, Q, K), then by suit."""

    id: CardId
    rank: str
    base: int | None
    plus: int
    minus: int
    now: bool
    order: int

    @property
    def numbered(self) -> bool:
        """Whether the card is a number card. Only number cards sail and have bonuses or damage."""
        return self.base is not None

    @property
    def steps(self) -> int:
        """The number of squares that the card sails, or 0 if it cannot sail."""
        return max(0, (self.base or 0) + self.plus - self.minus)

    @property
    def text(self) -> str:
        """The text form."""
        added = f"+{self.plus}" if self.plus else ""
        taken = f"-{self.minus}" if self.minus else ""
        return f"{self.id}{added}{taken}{'!' if self.now else ''}"

    def changed(self, steps: int) -> "Card":
        """Return the card with its bonus raised by `steps`, or its damage raised if `steps` is negative."""
        return self._replace(plus=self.plus + max(0, steps), minus=self.minus + max(0, -steps))


@lru_cache(maxsize=8192)
def card(text: str) -> Card:
    """Parse the text form or the id of a card. Raises ValueError for any other text."""
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"{text!r} is no card such as 10c or 9a+4")
    rank, suit, plus, minus, now = form.groups()
    place, data = _RANKS[rank]
    order = place * len(DECK.suits) + DECK.suits.index(suit)
    return Card(rank + suit, rank, data.steps, int(plus or 0), int(minus or 0), bool(now), order)


def in_hand_order(cards: Iterable[Card]) -> list[Card]:
    """Sort cards by rank (A, 2 to 10, J, Q, K), then by suit letter."""
    return sorted(cards, key=lambda one: one.order)


def full_deck(suits: int) -> list[CardId]:
    """Return all cards of the first `suits` suits, in hand order."""
    return [rank.rank + suit for rank in DECK.ranks for suit in DECK.suits[:suits]]


_PLACE_IN_DECK = {card_id: place for place, card_id in enumerate(full_deck(len(DECK.suits)))}


def sorted_deck(cards: Iterable[CardId]) -> list[CardId]:
    """Return cards in hand order, so that their order reveals nothing about the next draw."""
    return sorted(cards, key=_PLACE_IN_DECK.__getitem__)


def shown(one: Card) -> str:
    """Return a card's text for players: `7`, or `9 (13)` for a nine that sails 13."""
    return f"{one.rank} ({one.steps})" if one.numbered and one.steps != one.base else one.rank


def sign_of_card(name: str) -> str:
    """Return the sign for a card's text, such as `card_7` for `7`, or an empty text for `9 (13)`."""
    return f"card_{name.lower()}" if name in _RANKS else ""


def with_suit(one: Card) -> str:
    """Return a card's text with its suit: `4♣`, `4♥ (5)`."""
    return shown(one).replace(one.rank, f"{one.rank}{mark_of(one.id[-1])}", 1)


def told_apart(hand: Sequence[Card]) -> list[str]:
    """Return the text of each card in a hand for its owner. Equal texts get their suits: `7♠`, `7♥`."""
    plain = [shown(one) for one in hand]
    return [name if plain.count(name) == 1 else with_suit(one) for one, name in zip(hand, plain, strict=True)]


def mark_of(suit: str) -> str:
    """Return the symbol for a suit's letter, or an empty text if there is no letter."""
    return DECK.marks[DECK.suits.index(suit)] if suit else ""


def suit_of(typed: str) -> str:
    """Return the letter of a suit that was typed as a letter or as a symbol."""
    return DECK.suits[DECK.marks.index(typed)] if typed in DECK.marks else typed.lower()
