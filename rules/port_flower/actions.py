"""The actions of players (section 7)."""

from typing import Annotated, Self

from pydantic import Field, StringConstraints

from rules.engine.action import Action, ByTimeout, Resign, StandingOrder, read
from rules.port_flower.plans import BOAT, PIECES, Movement
from rules.port_flower.state import RepelPolicy

Upper = Annotated[str, StringConstraints(to_upper=True, strip_whitespace=True)]
"""A square or a point, which may be typed in lower case."""

SHORT_NAMES = {"b": BOAT, **{f"s{number}": piece for number, piece in enumerate(PIECES) if number}}
"""The piece of each short name that players can type."""


class PlaceBuoy(Action):
    """Place the next buoy of the course."""

    point: Upper = Field(description="The corner where it floats: J3+ is the north-east corner of J3.")

    def path(self) -> tuple[str, ...]:
        """Return column and row as separate answers, because a menu has no room for all points."""
        return (self.kind, self.point[0], self.point[1:-1])


class PlaceIsland(Action):
    """Place the next island."""

    square: Upper = Field(description="The square it fills, such as D4.")

    def path(self) -> tuple[str, ...]:
        """Return column and row as separate answers, because a menu has no room for all squares."""
        return (self.kind, self.square[0], self.square[1:])


class RollWind(Action):
    """Roll the wind and take your turn."""

    kind = "roll"


class RestockRepellent(Action):
    """Take back one shark repellent instead of a turn."""

    kind = "restock"


class Move(Action):
    """Sail with your boat or with a shark, using one to three of the dice left."""

    typed = True
    piece: str = Field(description="boat, or shark1 to shark4; b and s1 to s4 will do.")
    route: str = Field(
        description="Directions and lengths: N4, N4 E2, NE4 (a diagonal), W1 E3 N2. Short: n e.",
        json_schema_extra={"words": True},
    )
    leaves_by: Upper | None = Field(
        default=None, alias="from", description="The port square your boat leaves by, if it is in the port."
    )

    @classmethod
    def of(cls, movement: Movement) -> Self:
        """Return the action that chooses this movement."""
        return cls(piece=movement.piece, route=movement.route.text, leaves_by=movement.leaves_by)


class Repel(Action):
    """Use a shark repellent, or let the shark come."""

    use: bool = Field(description="yes: spend a token and stop the shark next to you. no: let it come.")


class PlaceBoat(Action):
    """Choose a square at your last buoy. Your boat is towed there."""

    square: Upper = Field(description="One of the free squares around the buoy.")


class SetRepelPolicy(StandingOrder):
    """Set a standing order for sharks: ask, always use a repellent, or never use one."""

    secret = True
    policy: RepelPolicy = Field(description="ask each time, always use one, or never use one.")


class Absent(ByTimeout):
    """Skip a turn or choose a random place because nobody answered in time (section 12)."""


def parse(text: str) -> Action:
    """Return the action of a typed line, such as `b NE3@F2` for a movement. Raises UnreadableAction."""
    words = text.replace("@", " from ").split()
    if words and words[0].lower() in {*SHORT_NAMES, *PIECES}:
        words = [Move.kind, *words]
    return read(" ".join(words), ACTIONS)


ACTIONS: tuple[type[Action], ...] = (
    PlaceBuoy, PlaceIsland, RollWind, RestockRepellent, Move, Repel, PlaceBoat, SetRepelPolicy,
    Resign, Absent,
)  # fmt: skip
