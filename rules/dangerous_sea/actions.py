"""What players can do (section 7)."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from rules.dangerous_sea.board import DIRECTIONS, MARKS, Direction, Good
from rules.dangerous_sea.state import DemandPolicy, Facing, GhostPolicy, LandingPolicy, Stance
from rules.engine.action import (
    LOWER,
    UPPER,
    Action,
    ByTimeout,
    Resign,
    StandingOrder,
    fields_of,
    read,
    text_of,
    value_of,
)

LONGEST_PROMISE = 200

Prize = Literal["cargo", "kill", "stone", "stop", "none"]


def _captain(text: object) -> object:
    """Return `P3` for `p3`, `3`, or the captain's letter `C`."""
    name = str(text).strip().upper()
    known = {letter: captain for captain, letter in MARKS.items()}
    return f"P{name}" if name.isdecimal() else known.get(name, name)


def _one_line(text: object) -> object:
    """Return a promise in one trimmed line, as the notation requires (section 7.2)."""
    return " ".join(map(str.strip, text.splitlines())).strip() if isinstance(text, str) else text


DirectionField = Annotated[Direction, UPPER]
SquareField = Annotated[str, AfterValidator(lambda text: text.strip().upper())]
CaptainField = Annotated[str, BeforeValidator(_captain)]
PromiseField = Annotated[str, BeforeValidator(_one_line)]

_WAY = "N, E, S or W; the sea wraps round."


class ChooseStart(Action):
    """Choose the corner your ship starts from."""

    square: SquareField = Field(description="A free corner: A1, L1, A12 or L12.")


class Sail(Action):
    """Sail one square, where the sea is known. Costs a point."""

    typed = True
    dir: DirectionField = Field(title="Direction", description=_WAY)


class Explore(Action):
    """Sail one square into the unknown. Costs a point."""

    dir: DirectionField = Field(title="Direction", description=_WAY)


class Look(Action):
    """Reveal the unknown square next to you and stay where you are. Costs a point."""

    dir: DirectionField = Field(title="Direction", description=_WAY)


class Route(Action):
    """Sail several squares in one go, until something happens."""

    typed = True
    stands_for = (Sail, Explore)
    to: Annotated[str, UPPER] = Field(
        description="A known square such as E5, or steps such as NNW; NNW. also ends your turn."
    )
    then: Annotated[Literal["take"], LOWER] | None = Field(
        default=None, description="take: also take what lies there."
    )


class Harvest(Action):
    """Take what the island yields: food, water or a sailor."""


class TakeStone(Action):
    """Take all rune stones that lie here."""


class Load(Action):
    """Take loose goods on the island aboard."""

    amount: int = Field(description="The amount in fisk, or the number of sailors.")


class Scuttle(Action):
    """Put food, water or sailors overboard; an island of the same kind keeps them."""

    what: Annotated[Good, LOWER] = Field(description="food, water or sailors.")
    amount: int = Field(description="The amount in fisk, or the number of sailors.")


class Attack(Action):
    """Attack another ship on your square."""

    seat: CaptainField = Field(description="The captain: P1, P2, P3 or P4.")


class EndTurn(Action):
    """Feed your crew and end your turn."""

    ends_turn = True


class React(Action):
    """Attack the ship that has just arrived, or hold back."""

    choice: Annotated[Literal["attack", "hold"], LOWER] = Field(description="attack, or hold back.")


class TakeSpoils(Action):
    """Take a prize of the battle that you have won, or take nothing."""

    kind = "spoils"
    prize: Annotated[Prize, LOWER] = Field(description="cargo, kill, stone, stop, or none.")
    food: int | None = Field(default=None, description="The part of a cargo that is food; the rest is water.")
    water: int | None = Field(
        default=None, description="The part of a cargo that is water; the rest is food."
    )


class Demand(Action):
    """Demand something else of the loser. Numbers below 0 are what you give in return."""

    typed = True
    food: int | None = Field(default=None, description="The food you get; below 0, the food you give.")
    water: int | None = Field(default=None, description="The water you get; below 0, the water you give.")
    sailors: int | None = Field(
        default=None, description="The sailors you get; below 0, the sailors you give."
    )
    stones: int | None = Field(default=None, description="The stones you get; below 0, the stones you give.")
    kill: int | None = Field(
        default=None, description="The number of the loser’s sailors who die after that."
    )
    stop: bool | None = Field(default=None, description="Whether the loser must stop sailing this turn.")
    promise: PromiseField | None = Field(
        default=None,
        description="A promise in words that all can read and nobody enforces.",
        json_schema_extra={"words": True},
    )

    def __str__(self) -> str:
        """Return the notation with all fields that are set, and with the promise last (section 7)."""
        words = [self.kind]
        for name in fields_of(Demand):
            value = value_of(self, name)
            if value is not None:
                words += [name, str(value).lower() if isinstance(value, bool) else text_of(value)]
        return " ".join(filter(None, words))


class Reply(Action):
    """Accept the winner’s demand, or insist on a standard prize."""

    choice: Annotated[Literal["accept", "insist"], LOWER] = Field(
        description="accept the terms, or insist on a standard prize."
    )


class OrderGhost(Action):
    """Say in secret whether you face the Ghost Ship first, or wait."""

    kind = "order"
    secret = True
    choice: Annotated[Facing, LOWER] = Field(
        description="face: fight before captains who wait. wait: fight after captains who face it."
    )


class Land(Action):
    """After a storm, take what lies on your new square, or pass."""

    choice: Annotated[Literal["harvest", "take_stone", "pass"], LOWER] = Field(
        description="harvest, take_stone, or pass."
    )


class SetStance(StandingOrder):
    """Set a standing order for ships that arrive: ask, fight or hold."""

    policy: Annotated[Stance, LOWER] = Field(
        description="ask each time, fight every ship that arrives, or hold back."
    )


class SetDemands(StandingOrder):
    """Set a standing order for demands: ask, or insist on a standard prize."""

    policy: Annotated[DemandPolicy, LOWER] = Field(description="ask each time, or always insist.")


class SetLandings(StandingOrder):
    """Set a standing order for storms: ask, or take unasked what makes sense."""

    policy: Annotated[LandingPolicy, LOWER] = Field(
        description="ask each time, or unasked: take what makes sense."
    )


class SetGhost(StandingOrder):
    """Set a secret standing order for the Ghost Ship: ask, face it or wait."""

    secret = True
    policy: Annotated[GhostPolicy, LOWER] = Field(description="ask each time, face it first, or wait.")


class TimeOut(ByTimeout):
    """End a turn or settle a landing because nobody answered in time (section 12)."""


ACTIONS: tuple[type[Action], ...] = (
    ChooseStart, Sail, Explore, Look, Route, Harvest, TakeStone, Load, Scuttle, Attack, EndTurn, React,
    TakeSpoils, Demand, Reply, OrderGhost, Land, SetStance, SetDemands, SetLandings, SetGhost,
    Resign, TimeOut,
)  # fmt: skip

_PROMISE = re.compile(r"(?is)^\s*(demand\b.*?)(?:\s+promise\s+(.*?))?\s*$")
_ROUTE = re.compile(rf"(?i)^(?:(sail|explore)\s+)?([{''.join(DIRECTIONS)}]+)(\.?)$")


def parse(text: str) -> Action:
    """Return the action of a typed line, even of `N`, `NNW` or a promise without quotes."""
    if steps := steps_of(text.strip()):
        return read(steps[0], ACTIONS) if len(steps) == 1 else Route(to=text)
    found = _PROMISE.match(text)
    if found is None:
        return read(text, ACTIONS)
    terms = read(found[1], ACTIONS)
    return Demand.model_validate({**terms.model_dump(), "promise": found[2]}) if found[2] else terms


def split_line(line: str) -> list[str]:
    """Return the actions of a line, split at `/`. A route becomes its steps. A demand is one action."""
    if _PROMISE.match(line):
        return [line.strip()]
    parts = [part.strip() for part in line.split("/")]
    return [step for part in parts if part for step in steps_of(part) or [part]]


def steps_of(text: str) -> list[str]:
    """Return the steps of a route such as `NNW` or `explore NE.`, or nothing for other text (section 7.1)."""
    found = _ROUTE.match(text)
    if found is None:
        return []
    how = (found[1] or Sail.kind).lower()
    steps = [f"{how} {letter}" for letter in found[2].upper()]
    return [*steps, EndTurn.kind] if found[3] else steps
