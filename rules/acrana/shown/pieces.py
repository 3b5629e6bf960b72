"""The data about cards that pictures need."""

from rules.acrana.cards import DECK, CardId, card

__all__ = ["DECK", "CardId", "card"]
