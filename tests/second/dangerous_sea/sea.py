"""The Dangerous Sea, sections 2, 3 and 8: the positions, and the specification's numbers."""

from collections import Counter
from dataclasses import dataclass, field

LETTERS = "ABCDEFGHIJKL"
ROWS = range(1, 13)
READING_ORDER = tuple(f"{letter}{row}" for row in ROWS for letter in LETTERS)
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
COMPASS = {1: "N", 2: "E", 3: "S", 4: "W"}

CORNERS = ("A1", "L1", "A12", "L12")
SPREAD = ("D4", "J10", "J4", "D10")

TILES = {"sea": 61, "stone": 13, "food": 18, "water": 18, "inhabited": 12, "rocky": 12, "diseased": 10}
CARDS = {"calm": 5, "storm": 4, "ghost": 1}
SEASONS = ("spring", "summer", "autumn", "winter")
SEEDS = 4

GOODS = {"food": "food", "water": "water", "inhabited": "sailors"}
"""The goods of each island with a marker, and the loose goods that may be there."""
YIELD = {"food": 30, "water": 30, "inhabited": 1}

MOST_CARGO = 900
MOST_SAILORS = 5
STEP = 10
ACTION_POINTS = {2: 6, 3: 5, 4: 4}
RATION = 10

ROCKS = {1: (10, 0), 2: (20, 0), 3: (0, 10), 4: (0, 20), 5: (10, 10), 6: (20, 20)}
DEADLIEST_PLAGUE = 4
STORM_ROLLS = 3
GHOST_DICE = 4
GHOST_STEPS = 4
HUNT, IDLE = 5, 6
LONGEST_PROMISE = 200

DEFAULTS: dict[str, str | int] = {
    "turn_order": "random",
    "start_positions": "corners",
    "stones_to_win": 5,
    "max_seasons": 24,
    "start_season": "spring",
    "negotiation": "on",
    "ghost_ship": "on",
    "spring_loose": "absorb",
    "calm_opening": False,
}


def square(column: int, row: int) -> str:
    """Return the square in a column and a row, both counted from 1 and around the edges."""
    return f"{LETTERS[(column - 1) % 12]}{(row - 1) % 12 + 1}"


def neighbour(at: str, direction: str) -> str:
    east, south = STEPS[direction]
    return square(LETTERS.index(at[0]) + 1 + east, int(at[1:]) + south)


def penalty(cargo: int) -> int:
    """Return the action points that this cargo costs."""
    if cargo <= 400:
        return 0
    return 1 if cargo <= 800 else 2


@dataclass
class Tile:
    kind: str
    marker: bool = False
    loose: int = 0
    stones: int = 0

    @classmethod
    def fresh(cls, kind: str) -> "Tile":
        return cls(kind, marker=kind in GOODS, stones=int(kind == "stone"))


@dataclass
class Ship:
    """A seat's pawn and its stores. `resigned` counts from 1 in the order in which seats left."""

    at: str | None = None
    food: int = 50
    water: int = 50
    sailors: int = 0
    stones: int = 0
    stance: str = "ask"
    incapacitated: bool = False
    resigned: int = 0

    @property
    def cargo(self) -> int:
        return self.food + self.water

    @property
    def room(self) -> int:
        return MOST_CARGO - self.cargo


@dataclass
class Sea:
    """Everything on the table."""

    ships: dict[int, Ship]
    tiles: dict[str, Tile] = field(default_factory=dict)
    bag: Counter[str] = field(default_factory=Counter)
    pile: Counter[str] = field(default_factory=Counter)
    discards: Counter[str] = field(default_factory=Counter)
    ghost: str | None = None
    season: int = 0
    active: int = 0
    spent: int = 0
    stopped: bool = False
    battled: set[int] = field(default_factory=set)
    """The seats that have already fought the active seat in this player turn. They cannot fight it again."""

    @property
    def staying(self) -> list[int]:
        """The seats that have not resigned, in turn order."""
        return [seat for seat, ship in self.ships.items() if not ship.resigned]

    def here(self, at: str | None) -> list[int]:
        """Return the seats whose ships are on the square `at`, in turn order."""
        return [seat for seat in self.staying if self.ships[seat].at == at]

    def tile_of(self, seat: int) -> Tile:
        """Return the tile of a ship."""
        return self.tiles[self.ships[seat].at or ""]

    @property
    def allowance(self) -> int:
        """The action points of the active ship with its current cargo (section 6.3)."""
        return ACTION_POINTS[len(self.ships)] - penalty(self.ships[self.active].cargo)

    @property
    def left(self) -> int:
        return max(0, self.allowance - self.spent)


def harvestable(tile: Tile, ship: Ship) -> bool:
    """Return whether the island has its marker and the ship has room for a part (section 7, `harvest`)."""
    if not tile.marker:
        return False
    return ship.sailors < MOST_SAILORS if tile.kind == "inhabited" else ship.room >= STEP


def loadable(tile: Tile, ship: Ship) -> int:
    """Return the greatest amount that the ship can load (section 7, `load`)."""
    room = MOST_SAILORS - ship.sailors if tile.kind == "inhabited" else ship.room
    return min(tile.loose, room)


@dataclass(frozen=True)
class Battle:
    """A battle with a winner (section 6.9)."""

    winner: int
    loser: int
    margin: int


def cargo_cap(sea: Sea, battle: Battle) -> int:
    winner, loser = sea.ships[battle.winner], sea.ships[battle.loser]
    return min(10 * battle.margin, loser.cargo, winner.room)


def killed(sea: Sea, battle: Battle) -> int:
    winner, loser = sea.ships[battle.winner], sea.ships[battle.loser]
    return min(abs(winner.sailors - loser.sailors), loser.sailors)


def may_be_stopped(sea: Sea, seat: int) -> bool:
    return seat == sea.active and not sea.stopped


def prizes(sea: Sea, battle: Battle) -> list[str]:
    """Return the available standard prizes, in the order of the table (section 6.9, step 4)."""
    available = {
        "cargo": cargo_cap(sea, battle) >= STEP,
        "kill": killed(sea, battle) >= 1,
        "stone": sea.ships[battle.loser].stones >= 1,
        "stop": may_be_stopped(sea, battle.loser),
        "none": True,
    }
    return [kind for kind, there in available.items() if there]
