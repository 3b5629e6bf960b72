"""A game under way: the state being changed, the chance it meets, and the events told so far."""

from rules.engine import rooms as engine
from rules.engine.game import RollKind
from rules.kraken_bay.board import CHARACTERS, Space, rolled
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import CARDS, DICE, Unit, as_character, as_stray

CHARACTER, FIRST_PLAYER = "character", "first_player"
TENTACLE_LANE, TENTACLE_HOUR, SMOKE_LANE, SMOKE_HOUR = (
    "tentacle_lane",
    "tentacle_hour",
    "smoke_lane",
    "smoke_hour",
)
MOVE, TOW_MOVE, ATTACK, FRONT, SECONDARY = "move", "tow_move", "attack", "front", "secondary"
CARGO_DIE, SCATTER = "cargo", "scatter"

_MOST_SEATS = len(CHARACTERS)
_MOST_TOUCHING = 8
_BIGGEST = max(card.attack for card in CARDS.values())

ROLLS = (
    RollKind(MOVE, "How far a ship sails: two dice.", 2, 1, 6),
    RollKind(TOW_MOVE, "How far a ship sails that tows or is hungry, before its bonus.", 1, 1, 6),
    RollKind(ATTACK, "A shot; on D6, D8 or D10 by the character.", 1, 1, _BIGGEST),
    RollKind(FRONT, "The Pirate's Front Guns.", 1, 1, DICE.front),
    RollKind(SECONDARY, "The Merchant's second chance.", 1, 1, DICE.secondary),
    RollKind(CARGO_DIE, "What a hit costs: 1-2 ration, 3-4 crew, 5-6 treasure.", 2, 1, len(DICE.loses)),
    RollKind(CARGO_DIE, "What a hit costs the Pirate after its first choice.", 1, 1, len(DICE.loses)),
    RollKind(SCATTER, "Where cargo floats, as the place among the free spaces.", 1, 1, _MOST_TOUCHING),
    RollKind(TENTACLE_LANE, "The lane of a tentacle: 1 to 6 for A to F.", 1, 1, 6),
    RollKind(TENTACLE_HOUR, "The hour of a tentacle: two dice.", 2, 1, 6),
    RollKind(SMOKE_LANE, "The lane where a ship comes out of smoke: 1 to 6 for A to F.", 1, 1, 6),
    RollKind(SMOKE_HOUR, "The hour where a ship comes out of smoke: two dice.", 2, 1, 6),
    RollKind(CHARACTER, "A character by lot, as its place among the free ones.", 1, 1, _MOST_SEATS),
    RollKind(FIRST_PLAYER, "Who begins, as the place among the piers.", 1, 1, _MOST_SEATS, table=True),
)  # fmt: skip
"""What a game master may force (section 8). A value beyond what a roll can show is passed over."""


def may_roll(state: BayState, kind: RollKind) -> bool:
    """Whether such a roll can still come."""
    if state.phase == "over":
        return False
    if kind.label == CHARACTER:
        return state.phase == "setup"
    if kind.label == FIRST_PLAYER:
        return state.phase == "setup" and len(state.staying) > 1
    return True


class Play(engine.Play[BayState]):
    """What every room works on."""

    def roll(self, label: str, seat: int, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Throw dice."""
        return self.chance.roll(label, seat, count, 1, sides)

    def draw(self, label: str, seat: int, of: int) -> int:
        """Return a number from 1 to `of`, without a roll if there is only one (section 8)."""
        return self.chance.draw(label, seat, of) if of > 1 else 1

    def roll_space(self, lane: str, hour: str, seat: int) -> Space:
        """A space by a die for the lane and two for the hour."""
        (number,) = self.roll(lane, seat)
        return rolled(number, self.roll(hour, seat, 2))

    def put(self, unit: Unit, at: Space) -> None:
        """Move a unit, a ship with its tow."""
        character, stray = as_character(unit), as_stray(unit)
        if character is not None:
            ship = self.state.ships[character]
            ship.at, stray = at, ship.tow
        if stray is not None:
            self.state.strays[stray].at = at
