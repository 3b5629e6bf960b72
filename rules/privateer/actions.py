"""What players can do (section 7)."""

import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from rules.engine.action import LOWER, UPPER, Action, ByTimeout, Resign, StandingOrder, read, repeated
from rules.engine.errors import UnreadableAction
from rules.engine.wording import listed
from rules.privateer.board import Colour, Direction, Hex, Level
from rules.privateer.dice import CANNON, KINDS, SAIL, DieKind, read_die
from rules.privateer.state import PrizePolicy

RANDOM = "random"
DECLINE = "decline"
"""The answer that stands for no hex in paths and typed lines."""


def _hex(text: str) -> Hex:
    """Return the name of a hex in upper case, even if the hex does not exist."""
    return text.strip().upper()


def _of_kind(kind: DieKind) -> AfterValidator:
    def die_of_kind(text: str) -> str:
        die = read_die(text, kind)
        if die.kind != kind:
            raise ValueError(f"{die} is a {KINDS[die.kind]}, and this takes a {KINDS[kind]}")
        return str(die)

    return AfterValidator(die_of_kind)


def _whole_die(text: str) -> str:
    """Return a die as a token with its kind. Raises ValueError if `text` is only a face."""
    if text.strip().isdecimal():
        raise ValueError(f"say which die, S{text.strip()} or C{text.strip()}")
    return str(read_die(text, SAIL))


HexField = Annotated[str, AfterValidator(_hex)]
DirectionField = Annotated[Direction, UPPER, Field(title="Direction", description="N, NE, SE, S, SW or NW.")]
ShipNumber = Annotated[int, Field(description="The number of your ship: 1, 2 or 3.")]
HexOrRandom = Annotated[
    str, AfterValidator(lambda text: RANDOM if text.strip().lower() == RANDOM else _hex(text))
]
Short = Annotated[str, StringConstraints(max_length=8)]


class Deploy(Action):
    """Choose a start circle for ship 1 and a neighbouring hex for ship 2."""

    start: HexField = Field(description="A free start circle: G2, L2, L7, G12, B12 or B7.")
    second: HexField = Field(description="One of its six neighbours, for ship 2.")


class ThirdShip(Action):
    """Buy a third ship for 2 doubloons, or leave the hex out to keep the gold.

    In The Duel this action places the free third ship.
    """

    hex: HexField | None = Field(
        default=None, description="An empty neighbour of your start circle; leave it out to keep the gold."
    )
    fleet: Annotated[Colour, LOWER] | None = Field(
        default=None, description="Only in The Duel: which of your two fleets gets the ship."
    )

    def path(self) -> tuple[str, ...]:
        """Return the fleet if the action names one, then the hex."""
        fleet = (self.fleet,) if self.fleet else ()
        return (self.kind, *fleet, self.hex or DECLINE)


class TerrainLevel(Action):
    """Choose how many volcanoes, desert islands and reefs there are."""

    level: Annotated[Level, LOWER] = Field(description="light: 2 of each type, moderate: 3, absurd: 4.")


class PlaceTerrain(Action):
    """Put the drawn tile on an empty hex that touches neither an enemy ship nor the merchant."""

    hex: HexOrRandom = Field(description="The hex, such as G5, or random.")

    def path(self) -> tuple[str, ...]:
        """Return the hex as two answers, letter and number, because a menu cannot show all hexes."""
        return (self.kind, *_halves(self.hex))


class Grudge(Action):
    """Come back with one grudge ship on the rim, or leave the hex out to decline for good."""

    hex: HexField | None = Field(
        default=None, description="An empty hex on the outermost ring; leave it out to decline for good."
    )

    def path(self) -> tuple[str, ...]:
        """Return the hex as two answers, letter and number, because a menu cannot show all hexes."""
        return (self.kind, *_halves(self.hex or DECLINE))


class RollDice(Action):
    """Choose how many cannonball dice you roll; the rest are sails."""

    kind = "roll"
    cannons: int = Field(description="How many cannonball dice, at most one for each of your ships.")


class Sail(Action):
    """Sail a ship in a straight line, exactly as far as the die shows."""

    typed = True
    ship: ShipNumber
    die: Annotated[Short, _of_kind(SAIL)] = Field(description="An unspent sail die, such as S3.")
    dir: DirectionField
    steps: int | None = Field(
        default=None, description="Only with Shorten Sail: fewer hexes than the die shows."
    )


class Fire(Action):
    """Fire a ship’s guns at the one hex exactly as far away as the die shows."""

    typed = True
    ship: ShipNumber
    die: Annotated[Short, _of_kind(CANNON)] = Field(description="An unspent cannonball die, such as C4.")
    dir: DirectionField


class SpendDie(Action):
    """Spend a die on a ship: a sail moves it, a cannonball fires its guns.

    This action is another notation for `Sail` and `Fire`.
    """

    kind = "spend"
    stands_for = (Sail, Fire)
    die: Annotated[Short, AfterValidator(_whole_die)] = Field(description="An unspent die, such as S3 or C4.")
    ship: ShipNumber
    dir: DirectionField
    steps: int | None = Field(
        default=None, description="Only with Shorten Sail: fewer hexes than the sail die shows."
    )

    @model_validator(mode="after")
    def _guns_take_no_steps(self) -> Self:
        if self.steps is not None and read_die(self.die, SAIL).kind == CANNON:
            raise ValueError("only a sail can be cut short, so leave the steps out")
        return self

    def meant(self) -> Sail | Fire:
        """Return the equivalent `Sail` or `Fire`."""
        if read_die(self.die, SAIL).kind == SAIL:
            return Sail(ship=self.ship, die=self.die, dir=self.dir, steps=self.steps)
        return Fire(ship=self.ship, die=self.die, dir=self.dir)


class FireWide(Action):
    """Spend as many cannonballs as you can now on shots that hit nothing.

    This action replaces several shots.
    """

    stands_for = (Fire,)


class Orders(Action):
    """Write what your ships do, one spend after the other.

    Only a form makes such an action, since `/game do` accepts the line itself.
    """

    line: str = Field(
        description="1>NE3 sails ship 1 NE with a 3, 1*S4 fires S with a 4. Each counts by itself.",
        json_schema_extra={"words": True},
    )


class TakePrize(Action):
    """Scuttle the beaten ship for gold, or take it into your own fleet."""

    kind = "prize"
    choice: Annotated[Literal["scuttle", "take"], LOWER] = Field(
        description="scuttle: a doubloon at once. take: a new ship of yours next to the winner."
    )
    hex: HexField | None = Field(
        default=None, description="Where the new ship appears: an empty hex next to the winner."
    )


class UseGambit(Action):
    """Play your commodore’s gambit, once in a battle."""

    kind = "gambit"
    die: Annotated[Short, AfterValidator(lambda text: str(read_die(text, SAIL)))] | None = Field(
        default=None, description="Only for Steady Hand: the unspent die to turn, such as C4."
    )
    to: int | None = Field(default=None, description="Only for Steady Hand: the face one higher or lower.")


class SetPrizePolicy(StandingOrder):
    """Say once what becomes of boarders that your ships beat: ask me, or scuttle them."""

    policy: Annotated[PrizePolicy, LOWER] = Field(
        description="ask me each time, or scuttle them unasked so that nobody waits."
    )


class Autopilot(ByTimeout):
    """The answer of an absent player: the bot plays the rest of the turn (section 12.1)."""


def _halves(name: str) -> tuple[str, ...]:
    return (name,) if name in {RANDOM, DECLINE} else (name[:1], name[1:])


ACTIONS: tuple[type[Action], ...] = (
    Deploy, ThirdShip, TerrainLevel, PlaceTerrain, Grudge, RollDice, Sail, Fire, SpendDie, FireWide,
    TakePrize, UseGambit, SetPrizePolicy, Resign, Autopilot,
)  # fmt: skip

_SPEND = re.compile(r"([0-9])([>*])([A-Z]{1,2})([0-9])", re.IGNORECASE)


def parse(text: str) -> Action:
    """Return the action of a typed line. Raises UnreadableAction.

    In short form, `1>NE3` sails ship 1 north-east with a 3, and `1*S4` fires its guns south with a 4. Other
    short forms are `roll cannons 1`, `prize take F5` and `gambit die:C4 to:5`.
    """
    spend = _SPEND.fullmatch(text.strip())
    if spend:
        ship, sign, direction, face = spend.groups()
        kind = Sail.kind if sign == ">" else Fire.kind
        return read(f"{kind} {ship} {face} {direction}", ACTIONS)
    return read(" ".join(_filled_in(text.replace(":", " ").split())), ACTIONS)


def read_parts(line: str) -> list[Action]:
    """Return the actions of a typed line. Raises UnreadableAction with all unreadable parts."""
    read_so_far, unread = list[Action](), list[str]()
    for part in split_line(line):
        try:
            read_so_far.append(parse(part))
        except UnreadableAction:
            unread.append(repeated(part))
    if unread:
        mean = "means" if len(unread) == 1 else "mean"
        raise UnreadableAction(
            f"{listed(unread)} {mean} nothing here. 1>NE3 sails ship 1 north-east with a 3,"
            " 1*S4 fires its guns south with a 4."
        )
    return read_so_far


def _filled_in(words: list[str]) -> list[str]:
    """Translate the words of a short form into full notation."""
    match [word.lower() for word in words]:
        case ["roll", "cannons", _]:
            return [words[0], words[2]]
        case ["prize", "take", _] | ["third_ship", _] | ["grudge", _] if words[-1].lower() != DECLINE:
            return [*words[:-1], "hex", words[-1]]
        case ["third_ship" | "grudge", "decline"]:
            return words[:1]
        case ["gambit", _, _]:
            return [words[0], "die", words[1], "to", words[2]]
        case _:
            return words


def split_line(line: str) -> list[str]:
    """Return the parts of a typed line, split at `/`. Spends in short form are also split at spaces."""
    parts = []
    for part in line.split("/"):
        words = part.split()
        parts += words if all(map(_SPEND.fullmatch, words)) else [" ".join(words)]
    return parts
