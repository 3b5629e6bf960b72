"""The Dangerous Sea: its rules implemented a second time, from the specification alone."""

from tests.second.dangerous_sea.game import Chance, Event, Game
from tests.second.dangerous_sea.legal import Refused
from tests.second.dangerous_sea.notation import NoAction
from tests.second.dangerous_sea.sea import Sea, Ship, Tile

__all__ = ["Chance", "Event", "Game", "NoAction", "Refused", "Sea", "Ship", "Tile"]
