"""What pictures draw of the game's parts: character cards, off-course ships, bombs and what floats."""

from rules.kraken_bay.tables import CARDS, STRAYS, BombKind, CharacterCard, Chit, Stray, Unit

__all__ = ["CARDS", "STRAYS", "BombKind", "CharacterCard", "Chit", "Stray", "Unit"]
