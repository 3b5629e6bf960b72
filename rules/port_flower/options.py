"""What can be chosen when a race is created (section 4)."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.game import Options
from rules.port_flower.board import FILE, ChartName


class RaceOptions(Options):
    """Every variant of the game. All of them can be combined freely."""

    board: Annotated[
        ChartName,
        Field(
            title="Chart",
            description="Size and shape of the sea.",
            json_schema_extra={
                "meanings": {
                    "standard": "Port Flower Bay, 12 by 8 squares: the default course.",
                    "ring": "The Lagoon, 10 by 10 around a gap: one lap, then across the harbour mouth.",
                    "diamond": "Diamond Sound, 12 by 12 with cut corners and the port in the middle.",
                    "ocean": "Open Ocean, 16 by 12: one long lap with both sets of tiles.",
                }
            },
        ),
    ] = "standard"
    layout: Annotated[
        Literal["chart", "random", "players"],
        Field(
            title="Layout",
            description="Where the buoys and islands come from.",
            json_schema_extra={
                "meanings": {
                    "chart": "As printed on the chart.",
                    "random": "Drawn by lot, a new course every time.",
                    "players": "You place them in turn before the start.",
                }
            },
        ),
    ] = "chart"
    islands: Annotated[
        int,
        Field(
            ge=0,
            le=10,
            title="Islands",
            description="How many islands a random or player-made layout gets; the charts have six.",
        ),
    ] = 6
    buoys: Annotated[
        Literal[3, 4, 5],
        Field(
            title="Buoys",
            description="How many buoys must be rounded before heading home.",
            json_schema_extra={
                "meanings": {
                    "3": "A short race, about 7 rounds.",
                    "4": "About 10 rounds.",
                    "5": "The full course, about 13 rounds.",
                }
            },
        ),
    ] = 5
    sharks: Annotated[
        int, Field(ge=1, le=4, title="Sharks", description="How many sharks swim in these waters.")
    ] = 2
    dice_split: Annotated[
        Literal["one_shark", "both_sharks"],
        Field(
            title="Sharing the dice",
            description="Who moves in a turn.",
            json_schema_extra={
                "meanings": {
                    "one_shark": "Your boat and one shark.",
                    "both_sharks": "Your boat and two different sharks; all three must move.",
                }
            },
        ),
    ] = "one_shark"
    buoy_touch: Annotated[
        Literal["pass", "stop"],
        Field(
            title="Rounding a buoy",
            description="What it takes to reach a buoy.",
            json_schema_extra={
                "meanings": {
                    "pass": "Touch one of its four squares on the way.",
                    "stop": "End your move on one of its four squares. Much harder.",
                }
            },
        ),
    ] = "pass"
    escape: Annotated[
        bool,
        Field(
            title="Escape ashore",
            description="May boats end their move on an island?",
            json_schema_extra={
                "meanings": {
                    "off": "No.",
                    "on": "Yes: no shark reaches you there, but you miss your next turn.",
                }
            },
        ),
    ] = False
    repellent: Annotated[
        Literal["off", "coin", "tiles"],
        Field(
            title="Shark repellent",
            description="Tokens that stop a shark beside your boat.",
            json_schema_extra={
                "meanings": {
                    "off": "None.",
                    "coin": "One for each boat.",
                    "tiles": "Plenty: the spare tiles are shared out.",
                }
            },
        ),
    ] = "off"
    reroll_when_stuck: Annotated[
        bool,
        Field(
            title="Roll again when stuck",
            description="What happens when the dice allow no plan at all.",
            json_schema_extra={"meanings": {"off": "The turn is lost.", "on": "The dice are rolled again."}},
        ),
    ] = False
    shark_finishes: Annotated[
        bool,
        Field(
            title="Sharks sail on",
            description="What a shark does after sending a boat back.",
            json_schema_extra={
                "meanings": {
                    "off": "It stays where it hit.",
                    "on": "It completes its move and may hit several boats.",
                }
            },
        ),
    ] = False
    boat_meets_shark: Annotated[
        Literal["blocked", "towed"],
        Field(
            title="Sailing into a shark",
            description="May a boat sail into a shark?",
            json_schema_extra={
                "meanings": {
                    "blocked": "No, a shark bars the way.",
                    "towed": "Yes, and it is towed back to its last buoy.",
                }
            },
        ),
    ] = "blocked"
    comeback: Annotated[
        Literal["auto", "choose"],
        Field(
            title="Coming back",
            description="Who picks the square beside the buoy for a boat that was sent back.",
            json_schema_extra={
                "meanings": {
                    "auto": "The first free one, clockwise from the north-west.",
                    "choose": "Its owner, at the end of the turn.",
                }
            },
        ),
    ] = "auto"
    first_player: Annotated[
        Literal["random", "seat1"],
        Field(
            title="First turn",
            description="Who takes the first turn.",
            json_schema_extra={
                "meanings": {"random": "Drawn by lot.", "seat1": "The first who joined."},
            },
        ),
    ] = "random"
    round_limit: Annotated[
        int,
        Field(
            ge=10,
            le=100,
            title="Round limit",
            description="The race is called off after this many complete rounds.",
        ),
    ] = 40

    @property
    def sharks_per_turn(self) -> int:
        """How many sharks move in a turn: with a single shark it is that one (section 4)."""
        return 2 if self.dice_split == "both_sharks" and self.sharks > 1 else 1

    def repellents_each(self, seats: int) -> int:
        """How many repellents every seat is dealt (section 4)."""
        if self.repellent == "off":
            return 0
        if self.repellent == "coin":
            return 1
        spare = FILE.total_tiles_in_two_sets - FILE.boards[self.board].tiles
        return max(1, spare // seats)
