"""The dice and moves of an action in progress, and the kinds of rolls."""

from rules.engine import rooms as engine
from rules.engine.game import RollKind
from rules.kraken_bay.board import CHARACTERS, Space, rolled
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import CARDS, DICE, Unit, as_character, as_stray

CHARACTER, FIRST_PLAYER = "character", "first_player"
TENTACLE_LANE, TENTACLE_HOUR = "tentacle_lane", "tentacle_hour"
SMOKE_LANE, SMOKE_HOUR = "smoke_lane", "smoke_hour"
MOVE, TOW_MOVE, ATTACK, FRONT, SECONDARY = "move", "tow_move", "attack", "front", "secondary"
CARGO_DIE, SCATTER = "cargo", "scatter"

_MOST_SEATS = len(CHARACTERS)
_MOST_TOUCHING = 8
_BIGGEST = max(card.attack for card in CARDS.values())

ROLLS = (
    RollKind(MOVE, "The movement of a ship: two dice.", 2, 1, 6),
    RollKind(TOW_MOVE, "The movement of a ship that tows or is hungry, before its bonus.", 1, 1, 6),
    RollKind(ATTACK, "A shot: D6, D8 or D10, by the character.", 1, 1, _BIGGEST),
    RollKind(FRONT, "The Pirate's Front Guns.", 1, 1, DICE.front),
    RollKind(SECONDARY, "The Merchant's second chance.", 1, 1, DICE.secondary),
    RollKind(CARGO_DIE, "Cargo lost by a hit: 1-2 ration, 3-4 crew, 5-6 treasure.", 2, 1, len(DICE.loses)),
    RollKind(CARGO_DIE, "Cargo lost by the Pirate's hit after the chosen piece.", 1, 1, len(DICE.loses)),
    RollKind(SCATTER, "The space of floating cargo, as its index among free spaces.", 1, 1, _MOST_TOUCHING),
    RollKind(TENTACLE_LANE, "The lane of a tentacle: 1 to 6 for A to F.", 1, 1, 6),
    RollKind(TENTACLE_HOUR, "The hour of a tentacle: two dice.", 2, 1, 6),
    RollKind(SMOKE_LANE, "The lane where a ship comes out of smoke: 1 to 6 for A to F.", 1, 1, 6),
    RollKind(SMOKE_HOUR, "The hour where a ship comes out of smoke: two dice.", 2, 1, 6),
    RollKind(CHARACTER, "A random character, as its index among the free characters.", 1, 1, _MOST_SEATS),
    RollKind(FIRST_PLAYER, "The first ship, as its index among the piers.", 1, 1, _MOST_SEATS, table=True),
)  # fmt: skip
"""The rolls that a game master may force (section 8). A forced value that a roll cannot show is ignored."""


def may_roll(state: BayState, kind: RollKind) -> bool:
    """Return whether a roll of this kind can still occur."""
    if kind.label in {CHARACTER, FIRST_PLAYER}:
        return state.phase == "setup" and (kind.label == CHARACTER or len(state.staying) > 1)
    return state.phase != "over"


class Play(engine.Play[BayState]):
    """An action in progress."""

    def roll(self, label: str, seat: int, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll `count` dice with `sides` sides, and return their values."""
        return self.chance.roll(label, seat, count, 1, sides)

    def draw(self, label: str, seat: int, of: int) -> int:
        """Return a random number from 1 to `of`, without a roll if `of` is 1 (section 8)."""
        return self.chance.draw(label, seat, of) if of > 1 else 1

    def roll_space(self, lane: str, hour: str, seat: int) -> Space:
        """Roll one die for the lane and two dice for the hour of a space. Return the space."""
        (number,) = self.roll(lane, seat)
        return rolled(number, self.roll(hour, seat, 2))

    def put(self, unit: Unit, at: Space) -> None:
        """Put a unit on a space, together with its tow."""
        character, stray = as_character(unit), as_stray(unit)
        if character is not None:
            ship = self.state.ships[character]
            ship.at, stray = at, ship.tow
        if stray is not None:
            self.state.strays[stray].at = at
