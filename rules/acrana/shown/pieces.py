"""The game's parts that pictures show: the cards."""

from rules.acrana.cards import DECK, CardId, card

__all__ = ["DECK", "CardId", "card"]
