"""A race in progress, with the operations that its rooms share."""

from typing import Literal

from rules.acrana.board import Square
from rules.acrana.cards import DECK, full_deck
from rules.acrana.state import RaceState, SeatState, Ship, ShipName
from rules.acrana.waters import Waters, together
from rules.engine import rooms
from rules.engine.chance import Chance
from rules.engine.game import RollKind

FACES = 6

RollPurpose = Literal["table", "battle", "pirates", "edge", "typhoon"]

CARD = "card"
"""The label of a dealt or drawn card in the journal."""

ROLLS = (
    RollKind("table", "What a special square has in store.", 1, 1, FACES),
    RollKind("battle", "A battle, for the attacker.", 1, 1, FACES),
    RollKind("pirates", "An attack by pirates.", 1, 1, FACES),
    RollKind("edge", "One of the two dice for crossing the edge.", 1, 1, FACES),
    RollKind("typhoon", "One of the two dice of a typhoon.", 1, 1, FACES),
    RollKind("first_dealer", "The seat that deals the first deck.", 1, 1, 8, opening=True, table=True),
    RollKind(CARD, "The next card that is dealt or drawn.", 1, words=tuple(full_deck(len(DECK.suits)))),
)


class Race(rooms.Play[RaceState]):
    """A race in progress. `known_pairs` are the blockades and convoys that were announced."""

    def __init__(self, state: RaceState, chance: Chance, seat: int = 0) -> None:
        super().__init__(state, chance, seat)
        self.waters = Waters(state)
        self.known_pairs = together(self.waters)

    @property
    def over(self) -> bool:
        """Whether the race is over."""
        return self.state.result is not None

    @property
    def active(self) -> SeatState:
        """The active seat."""
        return self.state.seat(self.state.active)

    def ship(self, name: ShipName) -> Ship:
        """Return the ship `name`."""
        return self.state.ships[name]

    def put(self, name: ShipName, square: Square) -> None:
        """Move a ship to a square. Only this method moves ships during an action."""
        ship = self.ship(name)
        self.waters.move(name, ship.square, square)
        ship.square = square

    def die(self, purpose: RollPurpose) -> int:
        """Roll one die for the active seat."""
        return self.chance.roll(purpose, self.state.active, 1, 1, FACES)[0]
