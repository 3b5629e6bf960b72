"""Ships' goods: an escort, a flag, a reef map; at most one of each (R27 to R30)."""

from rules.acrana.events import TokenGained, TokenLost, TokenUsed
from rules.acrana.race import Race
from rules.acrana.state import ShipName
from rules.acrana.tables import Token


def gain(race: Race, name: ShipName, token: Token) -> None:
    """A ship gets a token; a second of the same kind does not count."""
    ship = race.ship(name)
    if not getattr(ship, token):
        setattr(ship, token, True)
        race.tell(TokenGained(ship=name, token=token, at=ship.square))


def show(race: Race, name: ShipName, token: Token) -> None:
    """A token does its service and stays."""
    race.tell(TokenUsed(ship=name, token=token, at=race.ship(name).square))


def spend(race: Race, name: ShipName, token: Token) -> None:
    """A token does its service and is gone."""
    setattr(race.ship(name), token, False)
    show(race, name, token)


def lose(race: Race, name: ShipName, token: Token) -> None:
    """A token is gone without having helped, if there was one."""
    ship = race.ship(name)
    if getattr(ship, token):
        setattr(ship, token, False)
        race.tell(TokenLost(ship=name, token=token, at=ship.square))
