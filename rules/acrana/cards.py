"""Cards: the deck, and a card as it is held, with what happened to it (sections 2.2 and 2.3).

A held card is a text: its rank and suit, then what was added and taken away, then `!` if it must be played
this turn. `9a` is a plain nine, `9a+4` sails 13, `10c-5!` sails 5 and does it now.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field, StringConstraints

from rules.engine.data import Data, data_file

FORM = r"(10|[2-9]|[AJQK])([a-h])(?:\+(\d+))?(?:-(\d+))?(!?)"
"""Rank, suit, added, taken away, to be played now."""

HeldCard: TypeAlias = Annotated[str, StringConstraints(pattern=f"^{FORM}$")]
"""The text form of a card in a hand."""

CardId: TypeAlias = str
"""Rank and suit: `10c`."""

PlayUse = Literal["cast_off", "sail", "over_edge", "push_back", "becalm", "back_partner", "discard"]
"""The purposes for which a card is played."""


class Rank(Data):
    """One rank: how many squares it sails (`None`: it does not)."""

    rank: str
    steps: Annotated[int, Field(ge=1)] | None = None


class Deck(Data):
    """Everything `cards.toml` holds: how many cards are dealt, the suits with their marks, the ranks."""

    first_hand: int
    later_hand: int
    suits: str
    marks: tuple[str, ...]
    ranks: tuple[Rank, ...]


DECK = data_file("rules.acrana", "cards.toml", Deck)

_RANKS = {rank.rank: (place, rank) for place, rank in enumerate(DECK.ranks)}
_FORM = re.compile(FORM)


class Card(NamedTuple):
    """A card in a hand. `order` is its place in hand order: A, 2, ... K, then by suit."""

    id: CardId
    rank: str
    base: int | None
    plus: int
    minus: int
    now: bool
    order: int

    @property
    def numbered(self) -> bool:
        """Whether it can sail and carry modifiers."""
        return self.base is not None

    @property
    def steps(self) -> int:
        """How many squares it sails; 0 for a card that cannot."""
        return max(0, (self.base or 0) + self.plus - self.minus)

    @property
    def text(self) -> str:
        """The text form."""
        added = f"+{self.plus}" if self.plus else ""
        taken = f"-{self.minus}" if self.minus else ""
        return f"{self.id}{added}{taken}{'!' if self.now else ''}"

    @property
    def modified(self) -> bool:
        """Whether it sails another number of squares than its rank says."""
        return self.numbered and self.steps != self.base

    def added(self, steps: int) -> "Card":
        """Return the card with that many steps more."""
        return self._replace(plus=self.plus + steps)

    def taken(self, steps: int) -> "Card":
        """Return the card with that many steps less."""
        return self._replace(minus=self.minus + steps)


@lru_cache(maxsize=8192)
def card(text: str) -> Card:
    """The card of that text form, or of a card id. Raises ValueError for anything else."""
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"{text!r} is no card such as 10c or 9a+4")
    rank, suit, plus, minus, now = form.groups()
    place, data = _RANKS[rank]
    order = place * len(DECK.suits) + DECK.suits.index(suit)
    return Card(rank + suit, rank, data.steps, int(plus or 0), int(minus or 0), bool(now), order)


def in_hand_order(cards: Iterable[Card]) -> list[Card]:
    """A, 2, 3, ... 10, J, Q, K, ties by suit letter."""
    return sorted(cards, key=attrgetter("order"))


def full_deck(suits: int) -> list[CardId]:
    """Return all cards of a race with that many suits, in hand order."""
    return [rank.rank + suit for rank in DECK.ranks for suit in DECK.suits[:suits]]


_PLACE_IN_DECK = {card_id: place for place, card_id in enumerate(full_deck(len(DECK.suits)))}


def sorted_deck(cards: Iterable[CardId]) -> list[CardId]:
    """Cards in hand order, which reveals nothing about the next draw."""
    return sorted(cards, key=_PLACE_IN_DECK.__getitem__)


def shown(one: Card) -> str:
    """A card as players read it: `7`, `9 (13)`."""
    return f"{one.rank} ({one.steps})" if one.modified else one.rank


def sign_of_card(name: str) -> str:
    """The sign of a card as players read it: `card_7`; empty for `9 (13)`, as signs show ranks alone."""
    return f"card_{name.lower()}" if name in _RANKS else ""


def with_suit(one: Card) -> str:
    """A card with its suit: `4♣`, `4♥ (5)`."""
    return shown(one).replace(one.rank, f"{one.rank}{_mark(one)}", 1)


def told_apart(hand: Sequence[Card]) -> list[str]:
    """The cards of a hand as their owner reads them: `7♠` and `7♥` if two would read alike."""
    plain = [shown(one) for one in hand]
    return [name if plain.count(name) == 1 else with_suit(one) for one, name in zip(hand, plain, strict=True)]


def _mark(one: Card) -> str:
    return mark_of(one.id[-1])


def mark_of(suit: str) -> str:
    """The mark of a suit's letter; empty for none."""
    return DECK.marks[DECK.suits.index(suit)] if suit else ""


def suit_of(typed: str) -> str:
    """The letter of a suit that was typed as a letter or as its mark."""
    return DECK.suits[DECK.marks.index(typed)] if typed in DECK.marks else typed.lower()
