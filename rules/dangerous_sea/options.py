"""What can be chosen when a game is created (section 4)."""

from typing import Annotated, Literal

from pydantic import Field

from rules.dangerous_sea.tables import Season
from rules.engine.game import Options

_FIRST = "The first round is played in {}."


class SeaOptions(Options):
    """Every variant of the game. All of them can be combined freely."""

    turn_order: Annotated[
        Literal["random", "joined"],
        Field(
            title="Turn order",
            description="Who is P1, P2 and so on, and plays in that order all game.",
            json_schema_extra={
                "meanings": {"random": "Drawn by lot once.", "joined": "In the order of joining."}
            },
        ),
    ] = "random"
    start_positions: Annotated[
        Literal["corners", "corners_random", "spread"],
        Field(
            title="Start",
            description="Where the ships begin.",
            json_schema_extra={
                "meanings": {
                    "corners": "Everybody picks a free corner; they touch across the edges.",
                    "corners_random": "Everybody draws a corner by lot.",
                    "spread": "On fixed squares far apart: D4, J10, J4, D10.",
                }
            },
        ),
    ] = "corners"
    stones_to_win: Annotated[
        Literal[3, 4, 5],
        Field(
            title="Stones to win",
            description="How many rune stones aboard win the game.",
            json_schema_extra={
                "meanings": {
                    "3": "A short game, about five seasons.",
                    "4": "About six seasons.",
                    "5": "The full hunt, about nine seasons.",
                }
            },
        ),
    ] = 5
    max_seasons: Annotated[
        Literal[0, 12, 16, 20, 24, 32, 40],
        Field(
            title="Season limit",
            description="After so many seasons whoever has the most stones wins.",
            json_schema_extra={
                "meanings": {
                    "0": "No limit.",
                    "12": "Three years.",
                    "16": "Four years.",
                    "20": "Five years.",
                    "24": "Six years.",
                    "32": "Eight years.",
                    "40": "Ten years.",
                }
            },
        ),
    ] = 24
    start_season: Annotated[
        Season,
        Field(
            title="First season",
            description="When the hunt begins. Islands grow again in spring; winter draws two sea cards.",
            json_schema_extra={
                "meanings": {
                    season: _FIRST.format(season) for season in ("spring", "summer", "autumn", "winter")
                }
            },
        ),
    ] = "spring"
    negotiation: Annotated[
        bool,
        Field(
            title="Demands",
            description="May the winner of a battle ask for something else than a standard prize?",
            json_schema_extra={"meanings": {"off": "No, a standard prize or nothing.", "on": "Yes, once."}},
        ),
    ] = True
    ghost_ship: Annotated[
        bool,
        Field(
            title="Ghost Ship",
            description="Is the Ghost Ship among the sea cards?",
            json_schema_extra={"meanings": {"off": "No.", "on": "Yes."}},
        ),
    ] = True
    spring_loose: Annotated[
        Literal["stack", "absorb"],
        Field(
            title="Loose goods in spring",
            description="What becomes of goods lying on an island that grows again.",
            json_schema_extra={
                "meanings": {
                    "stack": "They stay, beside the new harvest.",
                    "absorb": "The new harvest swallows them, up to its own size.",
                }
            },
        ),
    ] = "absorb"
