"""A race under way: the state being changed, the chance it meets, and the events told so far."""

from dataclasses import dataclass, field

from rules.acrana.board import PORT, Square
from rules.acrana.cards import DECK, full_deck
from rules.acrana.pairs import Together, together
from rules.acrana.scene import How, Played, PlayUse, Rolled, RollPurpose, Trace
from rules.acrana.state import RaceState, SeatState, Ship, ShipName, owner
from rules.acrana.waters import Waters
from rules.engine.chance import Chance
from rules.engine.event import Event
from rules.engine.game import RollKind

FACES = 6

CARD = "card"
"""What a card that is dealt or drawn is called in the journal."""

ROLLS = (
    RollKind("table", "What a special square has in store.", 1, 1, FACES),
    RollKind("battle", "A battle, for the attacker.", 1, 1, FACES),
    RollKind("pirates", "An attack by pirates.", 1, 1, FACES),
    RollKind("edge", "One of the two dice for crossing the edge.", 1, 1, FACES),
    RollKind("typhoon", "One of the two dice of a typhoon.", 1, 1, FACES),
    RollKind("first_dealer", "The seat that deals the first deck.", 1, 1, 8),
    RollKind(CARD, "The next card that is dealt or drawn.", 1, words=tuple(full_deck(len(DECK.suits)))),
)
"""What a game master may force."""


@dataclass
class Race:
    """What every function of the flow works on."""

    state: RaceState
    chance: Chance
    events: list[Event] = field(default_factory=list)
    waters: Waters = field(init=False)
    known_pairs: Together = field(init=False)

    def __post_init__(self) -> None:
        """Look at who lies where, and remember the blockades and convoys there are."""
        self.waters = Waters(self.state)
        self.known_pairs = together(self.waters)

    def tell(self, event: Event) -> None:
        """Add to what has happened."""
        self.events.append(event)

    @property
    def over(self) -> bool:
        """Whether the race has ended: nothing more may happen."""
        return self.state.result is not None

    @property
    def seat(self) -> SeatState:
        """The active seat."""
        return self.state.seat(self.state.active)

    def ship(self, name: ShipName) -> Ship:
        """The ship of that name."""
        return self.state.ships[name]

    def put(self, name: ShipName, square: Square) -> None:
        """A ship is on another square from here on: nothing else moves ships during an action."""
        ship = self.ship(name)
        self.waters.move(name, ship.square, square)
        ship.square = square

    def seat_of(self, name: ShipName) -> SeatState:
        """The seat a ship belongs to."""
        return self.state.seat(owner(name))

    def die(self, purpose: RollPurpose) -> int:
        """Throw one die for the active seat."""
        return self.chance.roll(purpose, self.state.active, 1, 1, FACES)[0]

    # What people will see

    def show_play(self, card: str, shown: str, use: PlayUse) -> None:
        """A card of the active seat lies on the table."""
        self.state.scene.played.append(Played(seat=self.state.active, card=card, shown=shown, use=use))

    def show_roll(self, purpose: RollPurpose, ship: ShipName, dice: list[int], table: str = "") -> None:
        """These dice were rolled for a ship where it is."""
        at: Square = max(PORT, self.ship(ship).square)
        self.state.scene.rolls.append(Rolled(purpose=purpose, ship=ship, at=at, dice=dice, table=table))

    def show_way(self, ship: ShipName, start: Square, end: Square, how: How) -> None:
        """A ship went from one square to another."""
        self.state.scene.traces.append(Trace(ship=ship, start=start, end=end, how=how))
