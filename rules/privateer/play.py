"""An action in progress: dice, gold and ships, and the kinds of rolls."""

from collections.abc import Sequence

from rules.engine import rooms as engine
from rules.engine.game import RollKind
from rules.privateer.board import FILE, HEXES, NUMBER, Hex, Terrain
from rules.privateer.dice import CANNON_FACES, HOLED, SAIL_FACES
from rules.privateer.events import Cause, Gold, GoldReason, ReefRoll, ShipLost
from rules.privateer.fleets import BY_NUMBER, COLOUR_OF, FLEETS, MERCHANT, Ship
from rules.privateer.state import PrivateerState

SEATING, CARD, TILE, RANDOM_HEX, WIND_DIR = "seating", "card", "tile", "random_hex", "wind_dir"
SAIL_DICE, CANNON_DICE, WIND, REEF, BOARDING = "sail_die", "cannon_die", "wind", "reef", "boarding"

TILES: tuple[Terrain, ...] = tuple(kind.id for kind in FILE.terrain)
_LOW_SAIL, _HIGH_SAIL = min(SAIL_FACES), max(SAIL_FACES)
_LOW_BALL, _HIGH_BALL = CANNON_FACES[0], CANNON_FACES[-1]

ROLLS = (
    *(
        RollKind(SAIL_DICE, f"{count} sail dice of a turn.", count, _LOW_SAIL, _HIGH_SAIL)
        for count in range(1, FILE.dice.sail.pool + 1)
    ),
    *(
        RollKind(CANNON_DICE, f"{count} cannonball dice of a turn.", count, _LOW_BALL, _HIGH_BALL)
        for count in range(1, FILE.dice.cannon.pool + 1)
    ),
    RollKind(REEF, "A ship enters a reef: 1 holes it.", 1, _LOW_BALL, _HIGH_BALL),
    RollKind(BOARDING, "A boarding: attacker, then defender.", 2, _LOW_BALL, _HIGH_BALL),
    RollKind(WIND, "The distance that the wind drives all ships.", 1, _LOW_SAIL, _HIGH_SAIL, table=True),
    RollKind(
        WIND_DIR,
        "The direction from which the wind blows: 1 to 6 for N, NE, SE, S, SW, NW.",
        1,
        1,
        6,
        table=True,
    ),
    RollKind(TILE, "The next tile: 1 volcano, 2 desert, 3 reef.", 1, 1, len(TILES)),
    RollKind(RANDOM_HEX, "A random hex, as its index in the list A7, A8 to M7.", 1, 1, len(HEXES)),
    RollKind(CARD, "The number of a commodore card.", 1, 1, len(BY_NUMBER), opening=True),
    RollKind(SEATING, "The next seat in the shuffled order.", 1, 1, len(FLEETS), opening=True, table=True),
)
"""The rolls that a game master may force (section 8). Forced values that are used up are ignored."""


def may_roll(state: PrivateerState, kind: RollKind) -> bool:
    """Return whether a roll of this kind can still occur."""
    options = state.options
    more_battles = state.battle < options.battles
    match kind.label:
        case "wind_dir":
            return options.wind == "random" and more_battles
        case "wind":
            return state.wind_from is not None or (options.wind == "random" and more_battles)
        case "tile" | "random_hex":
            return state.phase == "setup" or more_battles
        case _:
            return True


class Play(engine.Play[PrivateerState]):
    """An action in progress, on which every room works."""

    def sail_dice(self, label: str, seat: int, count: int) -> tuple[int, ...]:
        """Roll `count` sail dice."""
        return self.chance.roll_faces(label, seat, SAIL_FACES, count) if count else ()

    def cannon_dice(self, label: str, seat: int, count: int) -> tuple[int, ...]:
        """Roll `count` cannonball dice."""
        return self.chance.roll(label, seat, count, _LOW_BALL, _HIGH_BALL) if count else ()

    def draw_hex(self, seat: int, among: Sequence[Hex]) -> Hex:
        """Return one of the hexes at random."""
        (number,) = self.chance.roll_faces(RANDOM_HEX, seat, sorted(NUMBER[name] for name in among))
        return HEXES[number - 1]

    def holing_reef(self, vessel: Ship, path: Sequence[Hex]) -> Hex | None:
        """Roll for each reef on a path until one sinks the ship (R20). Return that reef, or `None`."""
        owner = self.state.owner(vessel)
        for name in path:
            if self.state.terrain.get(name) == "reef":
                (roll,) = self.cannon_dice(REEF, owner, 1)
                safe = roll != HOLED
                self.tell(ReefRoll(ship=vessel, seat=owner or None, hex=name, roll=roll, safe=safe))
                if not safe:
                    return name
        return None

    def pay(self, seat: int, amount: int, reason: GoldReason) -> None:
        """Pay doubloons to a player, or take them if `amount` is negative."""
        player = self.state.seat(seat)
        player.gold += amount
        player.earned[reason] = player.earned.get(reason, 0) + amount
        self.tell(Gold(seat=seat, amount=amount, reason=reason, total=player.gold))

    def earns(self, vessel: Ship) -> bool:
        """Return whether a ship earns gold. Grudge ships earn nothing (section 6.11)."""
        return self.state.fleets[COLOUR_OF[vessel]].grudge == "none"

    def remove(self, vessel: Ship) -> Hex:
        """Remove a ship from the ocean and from the turn (section 6.6). Return the ship's hex."""
        state = self.state
        if vessel == MERCHANT:
            at, state.merchant = state.merchant or "", None
            return at
        turn = state.turn
        if turn is not None:
            turn.slots.pop(vessel, None)
        return state.ships.pop(vessel)

    def lose(self, vessel: Ship, at: Hex | None, cause: Cause) -> None:
        """Remove a ship that is lost, for which nobody is paid."""
        self.remove(vessel)
        owner = self.state.owner(vessel) or None
        self.tell(ShipLost(ship=vessel, seat=owner, hex=at, cause=cause))
