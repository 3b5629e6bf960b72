"""The options of a race (section 4). `options.toml` has their texts."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.game import Options
from rules.port_flower.board import FILE, ChartName


class RaceOptions(Options):
    """The options of a race. All combinations are allowed."""

    added_later = frozenset({"calm_opening"})

    board: ChartName = "standard"
    layout: Literal["chart", "random", "players"] = "chart"
    islands: Annotated[int, Field(ge=0, le=10)] = 6
    buoys: Literal[3, 4, 5] = 5
    sharks: Annotated[int, Field(ge=1, le=4)] = 2
    dice_split: Literal["one_shark", "both_sharks"] = "one_shark"
    buoy_touch: Literal["pass", "stop"] = "pass"
    escape: bool = False
    repellent: Literal["off", "coin", "tiles"] = "off"
    reroll_when_stuck: bool = False
    shark_finishes: bool = False
    boat_meets_shark: Literal["blocked", "towed"] = "blocked"
    comeback: Literal["auto", "choose"] = "auto"
    first_player: Literal["random", "seat1"] = "random"
    round_limit: Annotated[int, Field(ge=10, le=100)] = 40

    calm_opening: bool = False

    @property
    def sharks_per_turn(self) -> int:
        """The number of sharks that move in a turn. A single shark always moves (section 4)."""
        return 2 if self.dice_split == "both_sharks" and self.sharks > 1 else 1

    def repellents_each(self, seats: int) -> int:
        """Return the number of repellents per seat (section 4)."""
        if self.repellent == "off":
            return 0
        if self.repellent == "coin":
            return 1
        spare = FILE.total_tiles_in_two_sets - FILE.boards[self.board].tiles
        return max(1, spare // seats)
