"""Kraken Bay a second time, from its specification alone: to compare with the rules that people play."""

from tests.second.kraken_bay.game import Event, Game
from tests.second.kraken_bay.words import Refused

__all__ = ["Event", "Game", "Refused"]
