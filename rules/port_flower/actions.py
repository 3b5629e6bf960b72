"""What players can do (section 7)."""

from typing import Annotated, Self

from pydantic import Field, StringConstraints

from rules.engine.action import Action, ByTimeout, Resign, StandingOrder, read
from rules.port_flower.plans import BOAT, PIECES, Movement
from rules.port_flower.state import RepelPolicy

Upper = Annotated[str, StringConstraints(to_upper=True, strip_whitespace=True)]
"""A square or a point, in upper case however it is typed."""

SHORT_NAMES = {"b": BOAT, **{f"s{number}": piece for number, piece in enumerate(PIECES) if number}}
"""Typed short name -> piece."""


class PlaceBuoy(Action):
    """Place the next buoy of the course."""

    point: Upper = Field(description="The corner where it floats: J3+ is the north-east corner of J3.")

    def path(self) -> tuple[str, ...]:
        """Column first, then row: there are more than 25 points."""
        return (self.kind, self.point[0], self.point[1:-1])


class PlaceIsland(Action):
    """Place the next island."""

    square: Upper = Field(description="The square it fills, such as D4.")

    def path(self) -> tuple[str, ...]:
        """Column first, then row: there are more than 25 squares."""
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
        description="Directions and lengths: N4, N4 E2, NE4 (a diagonal), W1 E3 N2. Or only n e.",
        json_schema_extra={"words": True},
    )
    leaves_by: Upper | None = Field(
        default=None, alias="from", description="The port square your boat leaves by, if it is in the port."
    )

    @classmethod
    def of(cls, movement: Movement) -> Self:
        """The action that chooses this movement."""
        return cls(piece=movement.piece, route=movement.route.text, leaves_by=movement.leaves_by)


class Repel(Action):
    """Use a shark repellent, or let the shark come."""

    use: bool = Field(description="yes: spend a token and stop the shark next to you. no: let it come.")


class PlaceBoat(Action):
    """Choose the square at your last buoy to which your boat is towed."""

    square: Upper = Field(description="One of the free squares around the buoy.")


class SetRepelPolicy(StandingOrder):
    """Say once how sharks are answered: ask me, always use a repellent, or never."""

    kind = "repel_policy"
    secret = True
    policy: RepelPolicy = Field(description="ask me each time, always use one, or never use one.")


class Absent(ByTimeout):
    """Nobody answered: the turn is skipped, or a random place is chosen (section 12)."""


def parse(text: str) -> Action:
    """The action a typed line means: its notation, or the short way to sail, `b NE3@F2` and `s1 S0`.

    Raises UnreadableAction.
    """
    words = text.replace("@", " from ").split()
    if words and words[0].lower() in {*SHORT_NAMES, *PIECES}:
        words = [Move.kind, *words]
    return read(" ".join(words), ACTIONS)


ACTIONS: tuple[type[Action], ...] = (
    PlaceBuoy, PlaceIsland, RollWind, RestockRepellent, Move, Repel, PlaceBoat, SetRepelPolicy,
    Resign, Absent,
)  # fmt: skip
