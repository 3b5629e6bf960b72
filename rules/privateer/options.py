"""The options of a game (section 4). `options.toml` has their texts."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.game import Options
from rules.privateer.board import Direction

CROWD = 4
"""The minimum number of players for a truce if `opening_truce` is `crowd`."""


class PrivateerOptions(Options):
    """The options of a game. All combinations are allowed."""

    mode: Literal["battle", "duel"] = "battle"
    battles: Annotated[int, Field(ge=1, le=10)] = 1
    seating: Literal["join", "shuffle"] = "join"
    terrain: Literal["ask", "light", "moderate", "absurd"] = "ask"
    terrain_setup: Literal["manual", "auto"] = "manual"
    gambits: bool = True
    campaign_gambits: Literal["each_battle", "once"] = "each_battle"
    desperation: bool = False
    marque: bool = False
    wind: Literal["off", "random", "N", "NE", "SE", "S", "SW", "NW"] = "off"
    grudge: bool = False
    storm: Literal["off", "merchant", "late", "both"] = "off"
    storm_round: Annotated[int, Field(ge=3, le=20)] = 8
    round_cap: Annotated[int, Field(ge=10, le=60)] = 30
    opening_truce: Literal["off", "on", "crowd"] = "off"
    defender_prize: Literal["ask", "scuttle"] = "ask"
    silent_dice: bool = True

    @property
    def wind_from(self) -> Direction | None:
        """The fixed direction from which the wind blows; `None` if there is no wind or a random wind."""
        return None if self.wind in {"off", "random"} else self.wind  # type: ignore[return-value]

    def truce(self, seats: int) -> bool:
        """Return whether guns sink no player's ship in round 1 of a game of `seats` players (R44)."""
        return self.opening_truce == "on" or (self.opening_truce == "crowd" and seats >= CROWD)
