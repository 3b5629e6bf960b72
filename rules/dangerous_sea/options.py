"""The options of a game (section 4). `options.toml` has their texts."""

from typing import Literal

from rules.dangerous_sea.tables import Season
from rules.engine.game import Options


class SeaOptions(Options):
    """The options of a game. All combinations are allowed."""

    added_later = frozenset({"calm_opening"})

    turn_order: Literal["random", "joined"] = "random"
    start_positions: Literal["corners", "corners_random", "spread"] = "corners"
    stones_to_win: Literal[3, 4, 5] = 5
    max_seasons: Literal[0, 12, 16, 20, 24, 32, 40] = 24
    start_season: Season = "spring"
    negotiation: bool = True
    ghost_ship: bool = True
    spring_loose: Literal["stack", "absorb"] = "absorb"
    calm_opening: bool = False
