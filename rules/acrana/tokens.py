"""The tokens of ships: escort, flag and reef map, at most one of each (R27 to R30)."""

from rules.acrana.events import TokenGained, TokenLost, TokenUsed
from rules.acrana.race import Race
from rules.acrana.state import ShipName
from rules.acrana.tables import Token


def gain(race: Race, name: ShipName, token: Token) -> None:
    """Give a ship a token, unless it has one of the same kind."""
    ship = race.ship(name)
    if not getattr(ship, token):
        setattr(ship, token, True)
        race.tell(TokenGained(ship=name, token=token, at=ship.square))


def show(race: Race, name: ShipName, token: Token) -> None:
    """Announce that a ship uses a token."""
    race.tell(TokenUsed(ship=name, token=token, at=race.ship(name).square))


def spend(race: Race, name: ShipName, token: Token) -> None:
    """Use up a ship's token, and announce it."""
    setattr(race.ship(name), token, False)
    show(race, name, token)


def lose(race: Race, name: ShipName, token: Token) -> None:
    """Remove a ship's token, if it has one, without using it."""
    ship = race.ship(name)
    if getattr(ship, token):
        setattr(ship, token, False)
        race.tell(TokenLost(ship=name, token=token, at=ship.square))
