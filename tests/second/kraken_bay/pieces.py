"""The pieces in the bay (sections 2 and 6.3): numbers, and the position as plain data."""

from dataclasses import dataclass, field

CHARACTERS = ("captain", "fisherman", "pirate", "merchant", "explorer", "houseboat")
"""The characters in pier order clockwise from the Captain."""

HOMES = {
    "captain": "A12",
    "fisherman": "A2",
    "pirate": "A4",
    "merchant": "A6",
    "explorer": "A8",
    "houseboat": "A10",
}
ATTACK_DIE = {"captain": 8, "fisherman": 10, "pirate": 10, "merchant": 6, "explorer": 8, "houseboat": 8}
TOW_BONUS = {"captain": 6, "fisherman": 3, "pirate": 2, "merchant": 2, "explorer": 3, "houseboat": 2}
BOMBS = {"fisherman": "barrel", "houseboat": "smoke"}

STRAYS = ("container", "plague", "supply", "cruise")
"""The off-course ships in entry order."""

LOAD = {"container": "treasure", "plague": "plague", "supply": "ration", "cruise": "crew"}
"""The cargo that an off-course ship drops."""

DEFENCE = {
    **dict.fromkeys(CHARACTERS, 5),
    "explorer": 4,
    "container": 6,
    "cruise": 6,
    "plague": 5,
    "supply": 4,
    "tentacle": 6,
    "kraken": 6,
}

CHART = {1: "ration", 2: "ration", 3: "crew", 4: "crew", 5: "treasure", 6: "treasure"}
MOST_FLOATING = {"treasure": 18, "ration": 18, "crew": 18, "plague": 12}
MOST_BOMBS = 6

TRACK = {"standard": 15, "short": 10}
ENTRIES = {
    "standard": {13: "container", 11: "plague", 9: "supply", 7: "cruise"},
    "short": {9: "container", 7: "plague", 5: "supply", 3: "cruise"},
}
ENTRY = "A1"

DEFAULTS: dict[str, object] = {
    "calm_opening": False,
    "sleeping_tentacles": False,
    "length": "standard",
    "characters": "choose",
    "first_player": "random",
    "turn_order": "clockwise",
    "movement": "full",
    "bomb_side": "behind",
    "firing_arc": "all_round",
    "max_tentacles": 12,
    "ration_upkeep": 0,
    "kraken_bounty": "off",
}


@dataclass
class Ship:
    """A player's ship."""

    character: str
    seat: int
    space: str
    crew: int
    ration: int
    treasure: int
    heading: int = 1
    tow: str | None = None
    trophies: int = 0
    saved: list[str] = field(default_factory=list)
    damage: int = 0
    slayer: bool = False
    chained: bool = False
    status: str = "in"
    left: int = 0
    """The round in which it left."""


def fitted_out(character: str, seat: int) -> Ship:
    """Return a ship on its home space with its starting cargo."""
    more = 2 if character == "captain" else 0
    return Ship(character, seat, HOMES[character], 5 + more, 3 + more, 5 + more)


@dataclass
class Stray:
    """An off-course ship: `waiting`, `adrift`, `towed`, `saved` or `eaten`."""

    status: str = "waiting"
    space: str | None = None


@dataclass
class Bomb:
    kind: str
    owner: str
    fused: bool
    number: int


@dataclass
class Turn:
    """The data of a turn, kept until the turn ends (section 6.1)."""

    ship: str
    rolled: str = "no"
    move_left: int = 0
    actions_used: int = 0
    turned: bool = False
    secondary_used: bool = False
    greed_credit: int = 0
