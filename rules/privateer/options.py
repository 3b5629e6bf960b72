"""What can be chosen when a game is created (section 4)."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.game import Options
from rules.privateer.board import Direction

CROWD = 4
"""From how many players on `opening_truce` = `crowd` is a truce."""

_FROM = "It blows from {} all game long."


class PrivateerOptions(Options):
    """Every variant of the game. All of them can be combined freely."""

    mode: Annotated[
        Literal["battle", "duel"],
        Field(
            title="Mode",
            description="How many fleets each player commands.",
            json_schema_extra={
                "meanings": {
                    "battle": "One fleet each, for two to six players.",
                    "duel": "The Duel: exactly two players with two fleets each.",
                }
            },
        ),
    ] = "battle"
    battles: Annotated[
        int,
        Field(
            ge=1,
            le=10,
            title="Battles",
            description="More than one is a campaign: gold is carried over, and each day won pays more.",
        ),
    ] = 1
    seating: Annotated[
        Literal["join", "shuffle"],
        Field(
            title="Seating",
            description="Who sits beside whom; turns go round the table.",
            json_schema_extra={
                "meanings": {"join": "In the order of joining.", "shuffle": "Shuffled once at the start."}
            },
        ),
    ] = "join"
    terrain: Annotated[
        Literal["ask", "light", "moderate", "absurd"],
        Field(
            title="Terrain",
            description="How many volcanoes, desert islands and reefs there are. Less makes shorter battles.",
            json_schema_extra={
                "meanings": {
                    "ask": "The last player chooses.",
                    "light": "Two of each type.",
                    "moderate": "Three of each type.",
                    "absurd": "Four of each type.",
                }
            },
        ),
    ] = "ask"
    terrain_setup: Annotated[
        Literal["manual", "auto"],
        Field(
            title="Placing terrain",
            description="Who puts the tiles on the ocean.",
            json_schema_extra={
                "meanings": {"manual": "You do, in turn.", "auto": "Drawn by lot, for a quick start."}
            },
        ),
    ] = "manual"
    gambits: Annotated[
        bool,
        Field(
            title="Gambits",
            description="May each commodore play a gambit?",
            json_schema_extra={
                "meanings": {"off": "No: a card gives only colour and number.", "on": "Yes, once."}
            },
        ),
    ] = True
    campaign_gambits: Annotated[
        Literal["each_battle", "once"],
        Field(
            title="Gambits in a campaign",
            description="Whether a gambit that was used comes back.",
            json_schema_extra={
                "meanings": {"each_battle": "Fresh in every battle.", "once": "Once in the whole campaign."}
            },
        ),
    ] = "each_battle"
    desperation: Annotated[
        bool,
        Field(
            title="Desperation Dice",
            description="What a fleet with a single ship rolls.",
            json_schema_extra={"meanings": {"off": "Two dice.", "on": "Three dice, of which it spends two."}},
        ),
    ] = False
    marque: Annotated[
        bool,
        Field(
            title="Marque for the Merchant",
            description="What the merchant pays.",
            json_schema_extra={
                "meanings": {
                    "off": "Nothing for her treasure, and nothing for sinking her.",
                    "on": "A doubloon more for boarding her, and one for sinking her.",
                }
            },
        ),
    ] = False
    wind: Annotated[
        Literal["off", "random", "N", "NE", "SE", "S", "SW", "NW"],
        Field(
            title="Wind",
            description="A wind that makes every ship drift after each round. Short and wild.",
            json_schema_extra={
                "meanings": {
                    "off": "No wind.",
                    "random": "Rolled before each battle.",
                    "N": _FROM.format("the north"),
                    "NE": _FROM.format("the north-east"),
                    "SE": _FROM.format("the south-east"),
                    "S": _FROM.format("the south"),
                    "SW": _FROM.format("the south-west"),
                    "NW": _FROM.format("the north-west"),
                }
            },
        ),
    ] = "off"
    grudge: Annotated[
        bool,
        Field(
            title="Grudge ships",
            description="May a player without ships return with one, for vengeance only?",
            json_schema_extra={"meanings": {"off": "No.", "on": "Yes, once in a battle of three or more."}},
        ),
    ] = False
    storm: Annotated[
        Literal["off", "merchant", "late", "both"],
        Field(
            title="Storm",
            description="A storm that closes in from the rim, a ring in every round.",
            json_schema_extra={
                "meanings": {
                    "off": "No storm.",
                    "merchant": "It begins once the merchant is gone.",
                    "late": "It begins in a certain round.",
                    "both": "Whichever comes first.",
                }
            },
        ),
    ] = "off"
    storm_round: Annotated[
        int,
        Field(
            ge=3,
            le=20,
            title="Storm round",
            description="The round at whose start a late storm appears.",
        ),
    ] = 8
    round_cap: Annotated[
        int,
        Field(
            ge=10,
            le=60,
            title="Round cap",
            description="A battle is broken off after this round, and nobody wins the day.",
        ),
    ] = 30
    opening_truce: Annotated[
        Literal["off", "on", "crowd"],
        Field(
            title="Opening truce",
            description="May guns sink players’ ships in the first round of a battle?",
            json_schema_extra={
                "meanings": {
                    "off": "Yes.",
                    "on": "No.",
                    "crowd": "Not if four or more play: fairer for those who go late.",
                }
            },
        ),
    ] = "off"
    defender_prize: Annotated[
        Literal["ask", "scuttle"],
        Field(
            title="Defender’s prize",
            description="What becomes of a boarder that the defender beats.",
            json_schema_extra={
                "meanings": {
                    "ask": "The defender decides, and the turn waits.",
                    "scuttle": "It is scuttled and paid at once.",
                }
            },
        ),
    ] = "ask"
    silent_dice: Annotated[
        bool,
        Field(
            title="Silent dice",
            description="Does the bot keep profitable plays to itself?",
            json_schema_extra={
                "meanings": {
                    "off": "No: shots that hit and moves that board are marked.",
                    "on": "Yes: finding the play is half the game.",
                }
            },
        ),
    ] = True

    @property
    def wind_from(self) -> Direction | None:
        """The side that the wind is fixed to, if it is."""
        return None if self.wind in {"off", "random"} else self.wind  # type: ignore[return-value]

    def truce(self, seats: int) -> bool:
        """Whether guns sink no player's ship in round 1, with that many players (R44)."""
        return self.opening_truce == "on" or (self.opening_truce == "crowd" and seats >= CROWD)
