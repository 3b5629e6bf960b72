"""The game's parts that pictures draw: characters, off-course ships, bombs and chits."""

from rules.kraken_bay.tables import CARDS, STRAYS, BombKind, CharacterCard, Chit, Stray, Unit

__all__ = ["CARDS", "STRAYS", "BombKind", "CharacterCard", "Chit", "Stray", "Unit"]
