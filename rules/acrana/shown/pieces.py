"""What pictures draw of the game's parts: the cards, by rank and suit."""

from rules.acrana.cards import DECK, CardId, card

__all__ = ["DECK", "CardId", "card"]
