"""The actions of players (section 7)."""

import re
from typing import Annotated

from pydantic import Field, StringConstraints, field_validator

from rules.engine.action import Action, Resign, read

Upper = Annotated[str, StringConstraints(to_upper=True, strip_whitespace=True)]
"""The name of a ship, which is converted to upper case."""

CardText = Annotated[str, StringConstraints(strip_whitespace=True)]

CardField = Annotated[CardText, Field(description="A card of your hand: 7, or 7b if two sevens differ.")]
ShipField = Annotated[Upper, Field(description="The ship: A1, B2.")]
SquaresField = Annotated[
    int | None,
    Field(ge=1, le=143, description="The number of squares; optional if only one is possible."),
]
PartnerField = Annotated[
    Upper | None,
    Field(alias="with", description="A partner's ship on the same square that comes along."),
]


def crew(ship: str, partner: str | None) -> str:
    """Return the text of a ship, such as `A1`, or of a convoy, such as `A1 with C1`."""
    return f"{ship} with {partner}" if partner else ship


class CastOff(Action):
    """Leave port with an ace or a king."""

    card: CardField
    ship: ShipField


class Sail(Action):
    """Play a number card and sail."""

    typed = True
    card: CardField
    ship: ShipField
    squares: SquaresField = None
    partner: PartnerField = None

    def path(self) -> tuple[str, ...]:
        """Return the kind, the card, the ships and the number of squares."""
        return (self.kind, self.card, crew(self.ship, self.partner), str(self.squares))


class SailOn(Action):
    """Spend more points of the card you are sailing."""

    ship: ShipField
    squares: SquaresField = None
    partner: PartnerField = None

    def path(self) -> tuple[str, ...]:
        """Return the kind, the ships and the number of squares."""
        return (self.kind, crew(self.ship, self.partner), str(self.squares))


class OverEdge(Action):
    """Sail over the edge of the chart with a three."""

    card: CardField
    ship: ShipField


class PushBack(Action):
    """Push an enemy ship back with a six."""

    card: CardField
    target: Upper = Field(description="The enemy ship: B1.")


class Becalm(Action):
    """Lie becalmed: play a jack, or a card with no steps left."""

    card: CardField


class Discard(Action):
    """Discard a card if you need not play any."""

    card: CardField


class BackPartner(Action):
    """Sail a partner's ship back if you can play nothing."""

    card: CardField
    ship: Upper = Field(description="The partner's ship: C1.")


class ChooseCards(Action):
    """Name the cards that are discarded or changed."""

    secret = True
    cards: tuple[CardText, ...] = Field(
        description="Cards separated by commas: 4,9 or 4b,9a.", json_schema_extra={"words": True}
    )

    @field_validator("cards")
    @classmethod
    def _one_or_more(cls, cards: tuple[str, ...]) -> tuple[str, ...]:
        if not cards:
            raise ValueError("name at least one card")
        return cards


PlayAction = CastOff | Sail | OverEdge | PushBack | Becalm | Discard | BackPartner

ACTIONS: tuple[type[Action], ...] = (
    CastOff, Sail, SailOn, OverEdge, PushBack, Becalm, Discard, BackPartner, ChooseCards, Resign,
)  # fmt: skip

_SAILING = re.compile(r"^((?:sail\s+\S+|sail_on)\s+[A-Ha-h][1-3]\s+)(\d+\b.*)$", re.IGNORECASE)
"""A line such as `sail 7 A1 7`, which leaves out the word `squares` before the number of squares."""

_CARDS = re.compile(r"^(choose_cards\s+)(.+)$", re.IGNORECASE)


def parse(text: str) -> Action:
    """Return the action of a typed line, such as `sail 7 A1 7 with C1`. Raises UnreadableAction."""
    line = text.strip().replace("-", "_", 1) if re.match(r"^[a-z]+-[a-z]+\b", text.strip()) else text.strip()
    sailing = _SAILING.match(line)
    if sailing is not None:
        line = f"{sailing[1]}squares {sailing[2]}"
    chosen = _CARDS.match(line)
    if chosen is not None:
        cards = re.split(r"[\s,]+", chosen[2].strip(' ",'))
        line = f"{chosen[1]}{','.join(cards)}"
    return read(line, ACTIONS)
