"""What players can do (section 7)."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from rules.engine.action import LOWER, Action, ByTimeout, Resign, read
from rules.engine.errors import UnreadableAction
from rules.kraken_bay.board import space_named
from rules.kraken_bay.tables import Cargo

_LIKE_A_SPACE = re.compile(r"[a-z]\d+", re.IGNORECASE)


def _target(text: str) -> str:
    """Return a space in capital letters, or a name in small letters, even if the target does not exist.

    >>> _target("c07"), _target("q99"), _target("The Captain")
    ('C7', 'Q99', 'the captain')
    """
    name = text.strip()
    return space_named(text) or (name.upper() if _LIKE_A_SPACE.fullmatch(name) else name.lower())


Lower = Annotated[str, LOWER]
Target = Annotated[str, AfterValidator(_target)]
CargoField = Annotated[Cargo, LOWER]
BOARD = "Only for the Pirate: what the boarders take first from a player’s ship."


class PickCharacter(Action):
    """Choose the ship you sail."""

    character: Lower = Field(description="captain, fisherman, pirate, merchant, explorer or houseboat.")


class RollDice(Action):
    """Roll for movement: two dice, or one with a bonus if you tow or are hungry."""

    kind = "roll"


class Sail(Action):
    """Sail one or more steps: a ahead, i inwards, o outwards."""

    typed = True
    course: str = Field(
        description="i in, a ahead, o out, in order: i2a3o. The Explorer turns about: ti or to.",
        json_schema_extra={"words": True},
    )


class SailTo(Action):
    """Sail to a space on the course with the fewest hazards and the most cargo.

    This action is another notation for a course.
    """

    typed = True
    stands_for = (Sail,)
    space: Target = Field(description="A space within reach, such as C7.")
    then: Annotated[Literal["end"], LOWER] | None = Field(
        default=None, description="end: end your turn there, where the rules let it end."
    )


class Attack(Action):
    """Fire at a ship, a tentacle or the kraken within your guns’ reach."""

    typed = True
    target: Target = Field(description="A ship by its name, a tentacle by its space, or kraken.")
    board: CargoField | None = Field(default=None, description=BOARD)
    secondary: Annotated[Literal["fire", "hold"], LOWER] | None = Field(
        default=None, description="Only for the Merchant: fire the Secondary Guns after a miss, or hold them."
    )


class ChainShot(Action):
    """Explorer: fire chains at a ship; a hit takes 2 off its next roll."""

    target: Target = Field(description="A player’s ship within your guns’ reach.")


class FrontGuns(Action):
    """Pirate: fire straight ahead with a six-sided die."""

    target: Target = Field(description="A ship by its name, or a tentacle by its space.")
    board: CargoField | None = Field(default=None, description=BOARD)


class DropBomb(Action):
    """Drop a barrel (Fisherman) or a cloud of smoke (House Boat)."""

    side: Annotated[Lower, Field(min_length=1)] | None = Field(
        default=None, description="behind; with the option for it also in or out."
    )

    def path(self) -> tuple[str, ...]:
        """Return the path with the side, which is `behind` by default."""
        return self.kind, self.side or "behind"


class Tow(Action):
    """Take the off-course ship in your space in tow."""


class CastOff(Action):
    """Let your tow go; it stays in this space."""


class Greed(Action):
    """Merchant: gain one more treasure for one that you picked up in this turn."""


class EndTurn(Action):
    """End your turn."""

    ends_turn = True


class Absent(ByTimeout):
    """The answer of an absent player: a random character, or the safe course (section 12)."""


ACTIONS: tuple[type[Action], ...] = (
    PickCharacter, RollDice, Sail, SailTo, Attack, ChainShot, FrontGuns, DropBomb, Tow, CastOff, Greed,
    EndTurn, Resign, Absent,
)  # fmt: skip

_NAMED = re.compile(r"\b(board|secondary|side):(?=\w)", re.IGNORECASE)


def parse(text: str) -> Action:
    """Return the action of a typed line, such as `attack B8 board:crew`. Raises UnreadableAction."""
    try:
        return read(_NAMED.sub(r"\1 ", text), ACTIONS)
    except UnreadableAction as error:
        raise UnreadableAction(error.message, "unknown_action") from error
