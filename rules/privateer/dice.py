"""Dice as players write them, `S3` and `C5`, and what may be spent on which ship (sections 6.4 to 6.6)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rules.privateer.board import FILE
from rules.privateer.fleets import Ship
from rules.privateer.tables import DICE

DieKind = Literal["S", "C"]
Token: TypeAlias = str
"""A die: `S` or `C` and the face it shows."""

SAIL: DieKind = "S"
CANNON: DieKind = "C"
KINDS: Mapping[DieKind, str] = {SAIL: "sail", CANNON: "cannonball"}

SAIL_FACES = FILE.dice.sail.faces
CANNON_FACES = tuple(sorted(set(FILE.dice.cannon.faces)))
"""The values of a cannonball die; each is on the same number of sides (R4)."""

FACES: Mapping[DieKind, tuple[int, ...]] = {SAIL: tuple(sorted(set(SAIL_FACES))), CANNON: CANNON_FACES}
"""Kind of die -> its values, ascending."""

HOLED = 1
"""The cannonball face that holes a ship on a reef (6.7)."""

_TOKEN = re.compile(r"([SC]?)([0-9])")


class Die(NamedTuple):
    """One die and the face it shows."""

    kind: DieKind
    face: int

    def __str__(self) -> Token:
        """`S3`."""
        return f"{self.kind}{self.face}"


def read_die(text: str, otherwise: DieKind) -> Die:
    """The die a token means; a bare face is of the kind `otherwise`. Raises ValueError."""
    form = _TOKEN.fullmatch(text.strip().upper())
    if form is None:
        raise ValueError(f"“{text}” is no die: write S3 for a sail, C5 for a cannonball")
    kind: DieKind = SAIL if form[1] == SAIL else CANNON if form[1] == CANNON else otherwise
    return Die(kind, int(form[2]))


def tokens(sail: Iterable[int], cannon: Iterable[int]) -> list[Token]:
    """Dice as tokens, sails first."""
    return [*(f"{SAIL}{face}" for face in sail), *(f"{CANNON}{face}" for face in cannon)]


def most_cannons(ships: int, *, desperate: bool) -> int:
    """Return how many cannonball dice may be chosen (6.4, 6.5)."""
    return ships * DICE.guns_per_ship + (DICE.spare if desperate else 0)


def dice_thrown(ships: int, *, desperate: bool) -> int:
    """Return how many dice a turn throws, without Extra Powder."""
    return ships * DICE.per_ship + (DICE.spare if desperate else 0)


class Allocation(NamedTuple):
    """What is left to spend: dice by kind, open slots, and ships that may still take a cannonball.

    6.6: `need` and `cap` are those of the feasibility test.
    """

    sails: int
    cannons: int
    need: int
    cap: int

    @property
    def feasible(self) -> bool:
        """Whether the dice left can still fill every ship left."""
        return self.sails >= self.need - min(self.cannons, self.cap)

    def after(self, kind: DieKind, slots: str) -> "Allocation":
        """Return the rest after one die of that kind on a ship that has taken `slots`."""
        if kind == CANNON:
            return Allocation(self.sails, self.cannons - 1, self.need - 1, self.cap - 1)
        may_still_fire = CANNON not in slots
        closes = len(slots) + 1 == DICE.per_ship
        return Allocation(self.sails - 1, self.cannons, self.need - 1, self.cap - (may_still_fire and closes))


def allocation(slots: Mapping[Ship, str], sail: Sequence[int], cannon: Sequence[int]) -> Allocation:
    """Return the rest with these slots taken and these dice unspent."""
    open_ships = [taken for taken in slots.values() if len(taken) < DICE.per_ship]
    return Allocation(
        sails=len(sail),
        cannons=len(cannon),
        need=sum(DICE.per_ship - len(taken) for taken in open_ships),
        cap=sum(CANNON not in taken for taken in open_ships),
    )


def may_take(left: Allocation, kind: DieKind, slots: str) -> bool:
    """Whether a ship that has taken `slots` may take one more die of that kind (6.6)."""
    if len(slots) >= DICE.per_ship or (kind == CANNON and slots.count(CANNON) >= DICE.guns_per_ship):
        return False
    return left.after(kind, slots).feasible
