"""Kraken Bay: its rules implemented a second time, from the specification alone."""

from tests.second.kraken_bay.game import Event, Game
from tests.second.kraken_bay.words import Refused

__all__ = ["Event", "Game", "Refused"]
