"""The choice of cards that a result discards or changes (sections 6.7 and 8.2)."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from rules.acrana import hands
from rules.acrana.actions import ChooseCards
from rules.acrana.cards import in_hand_order
from rules.acrana.effects import times
from rules.acrana.orders import named_cards
from rules.acrana.race import Race
from rules.acrana.rooms import Question
from rules.acrana.shown.naming import card_name, has_better_suits
from rules.acrana.state import CardsToChoose, RaceState
from rules.engine.action import Action
from rules.engine.label import Label
from rules.engine.wording import listed


class ChoosingCards(CardsToChoose, Question[ChooseCards]):
    """The seat names cards that are discarded, or that sail more or less from now on (section 8.2)."""

    # This question reveals that the hand has more cards than the result needs.
    reveals = True
    lines = 5

    def asks(self, state: RaceState) -> str:
        cards = "one card" if self.count == 1 else f"{self.count} cards"
        if self.purpose == "discard":
            return f"chooses {cards} to discard"
        if self.repeat:
            return f"adds +{self.amount} {times(self.count)}, to one card or to several"
        return f"chooses {cards} to sail {self.amount} {'more' if self.purpose == 'bonus' else 'less'}"

    def actions(self, state: RaceState) -> Iterator[ChooseCards]:
        """Return every choice of `count` cards, in hand order. With `repeat`, a choice may repeat cards."""
        held = [card.id for card in hands.eligible(state, self.purpose)]
        choose = combinations_with_replacement if self.repeat else combinations
        return (ChooseCards(cards=cards) for cards in choose(held, self.count))

    def labels(self, state: RaceState, action: ChooseCards) -> tuple[Label, ...]:
        """Return the labels of a choice. The last label states the result, such as `Discard 4 and 9`."""
        first = [Label("Choose cards"), *(Label(card_name(state, one)) for one in action.path()[1:-1])]
        return *first, Label(*self._told(state, action))

    def outdone(self, state: RaceState, action: Action) -> bool:
        """Return whether equal cards of earlier suits offer the same choice (section 2.2)."""
        return isinstance(action, ChooseCards) and has_better_suits(state, action.cards)

    def canonical(self, state: RaceState, action: Action) -> Action:
        """Replace typed cards with the cards that they mean, in hand order (section 3.6)."""
        return (
            ChooseCards(cards=named_cards(state, self, action)) if isinstance(action, ChooseCards) else action
        )

    def check(self, state: RaceState, action: ChooseCards) -> None:
        named_cards(state, self, action)

    def absent(self, state: RaceState) -> ChooseCards:
        eligible = hands.eligible(state, self.purpose)
        if self.purpose == "discard":
            chosen = hands.cheapest(state, eligible)[: self.count]
        elif self.purpose == "penalty":
            chosen = sorted(eligible, key=lambda card: (card.steps, card.order))[: self.count]
        else:
            best = sorted(eligible, key=lambda card: (-card.steps, card.order))
            chosen = best[:1] * self.count if self.repeat else best[: self.count]
        return ChooseCards(cards=tuple(card.id for card in in_hand_order(chosen)))

    def answer(self, play: Race, action: ChooseCards) -> None:
        play.close(self)
        hands.answer(play, self, action.cards)

    def faults(self, state: RaceState) -> Iterator[str]:
        if len(hands.eligible(state, self.purpose)) <= (1 if self.repeat else self.count):
            yield "cards are asked for that are no choice"

    def _told(self, state: RaceState, action: ChooseCards) -> tuple[str, str]:
        """Return the text of the last label, and its hint."""
        hand = state.seat(state.active).cards
        if self.purpose == "discard":
            gone = listed([card_name(state, one) for one in action.cards])
            kept = [card_name(state, held.id) for held in hand if held.id not in action.cards]
            if len(kept) == 1 and self.count > 1:
                return f"Keep {kept[0]}", f"Discard {gone}."
            return f"Discard {gone}", ""
        changes = [
            f"{card_name(state, held.id)} sails {held.changed(self.change * count).steps}"
            for held in hand
            if (count := action.cards.count(held.id))
        ]
        return ", ".join(changes), ""
