"""What can be chosen when a game is created (section 4)."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.game import Options

_LATER = ("second", "third", "fourth", "fifth", "sixth")


class BayOptions(Options):
    """Every variant of the game. All of them can be combined freely."""

    length: Annotated[
        Literal["standard", "short"],
        Field(
            title="Length",
            description="How many rounds there are, how tough the kraken is, and when off-course ships come.",
            json_schema_extra={
                "meanings": {
                    "standard": "15 rounds, a kraken of 15 health.",
                    "short": "10 rounds, a kraken of 10 health.",
                }
            },
        ),
    ] = "standard"
    characters: Annotated[
        Literal["choose", "random"],
        Field(
            title="Characters",
            description="Who sails which ship.",
            json_schema_extra={
                "meanings": {
                    "choose": "Everybody picks one, in the order of joining.",
                    "random": "Drawn by lot.",
                }
            },
        ),
    ] = "choose"
    first_player: Annotated[
        Literal["random", "1", "2", "3", "4", "5", "6"],
        Field(
            title="First player",
            description="Who begins every round: somebody by lot, or by the order of joining.",
            json_schema_extra={
                "meanings": {
                    "random": "Drawn by lot.",
                    "1": "Who joined first.",
                    **{
                        str(number): f"Who joined {nth}; it needs as many players."
                        for number, nth in enumerate(_LATER, 2)
                    },
                }
            },
        ),
    ] = "random"
    turn_order: Annotated[
        Literal["clockwise", "counterclockwise"],
        Field(
            title="Turn order",
            description="Which way round the piers the turns go.",
            json_schema_extra={
                "meanings": {
                    "clockwise": "As the ships sail.",
                    "counterclockwise": "Against it.",
                }
            },
        ),
    ] = "clockwise"
    movement: Annotated[
        Literal["full", "up_to"],
        Field(
            title="Movement",
            description="Must all of the movement rolled be sailed?",
            json_schema_extra={
                "meanings": {
                    "full": "Yes, as long as a step is possible.",
                    "up_to": "No: the turn may end with movement left.",
                }
            },
        ),
    ] = "full"
    bomb_side: Annotated[
        Literal["behind", "any"],
        Field(
            title="Bombs",
            description="Where barrels and smoke leave the ship.",
            json_schema_extra={
                "meanings": {
                    "behind": "Over the stern.",
                    "any": "Over the stern or either side.",
                }
            },
        ),
    ] = "behind"
    firing_arc: Annotated[
        Literal["all_round", "broadside"],
        Field(
            title="Firing arc",
            description="What a ship can shoot at.",
            json_schema_extra={
                "meanings": {
                    "all_round": "Its own space and all that touch it; Front Guns reach two spaces.",
                    "broadside": "Not straight ahead or astern; Front Guns reach one space.",
                }
            },
        ),
    ] = "all_round"
    max_tentacles: Annotated[
        Literal[12, 18, 24],
        Field(
            title="Most tentacles",
            description="How many tentacles can stand on the board at once. A game begins with 12.",
            json_schema_extra={
                "meanings": {
                    "12": "As many as at the start: a new one rises only for one that was killed.",
                    "18": "Half as many again, if the kraken is hit.",
                    "24": "Twice as many, if the kraken is hit.",
                }
            },
        ),
    ] = 12
    ration_upkeep: Annotated[
        Literal[0, 2, 3, 4, 5],
        Field(
            title="Ration upkeep",
            description="After how many rounds every ship eats a ration.",
            json_schema_extra={
                "meanings": {
                    "0": "Never.",
                    **{str(rounds): f"After every {rounds} rounds." for rounds in (2, 3, 4, 5)},
                }
            },
        ),
    ] = 0
    kraken_bounty: Annotated[
        bool,
        Field(
            title="Kraken bounty",
            description="Does every point of damage to the kraken score?",
            json_schema_extra={
                "meanings": {
                    "off": "No: only the last blow pays.",
                    "on": "Yes, a point each, beside the last blow.",
                }
            },
        ),
    ] = False
