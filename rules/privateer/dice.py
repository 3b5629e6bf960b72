"""The notation of dice, such as `S3` and `C5`, and the dice that a ship may use (sections 6.4 to 6.6)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rules.privateer.board import FILE
from rules.privateer.fleets import Ship
from rules.privateer.tables import DICE

DieKind = Literal["S", "C"]
Token: TypeAlias = str
"""A die as a token: `S` or `C`, then its face."""

SAIL: DieKind = "S"
CANNON: DieKind = "C"
KINDS: Mapping[DieKind, str] = {SAIL: "sail", CANNON: "cannonball"}

SAIL_FACES = FILE.dice.sail.faces
CANNON_FACES = tuple(sorted(set(FILE.dice.cannon.faces)))
"""The values of a cannonball die. Each is equally likely (R4)."""

RANGE = CANNON_FACES[-1]
"""The maximum distance of a shot."""

FACES: Mapping[DieKind, tuple[int, ...]] = {SAIL: tuple(sorted(set(SAIL_FACES))), CANNON: CANNON_FACES}
"""The values of each kind of die, ascending."""

HOLED = 1
"""The cannonball face that sinks a ship on a reef (section 6.7)."""

_TOKEN = re.compile(r"([SC]?)([0-9])")


class Die(NamedTuple):
    """A die and the face that it shows."""

    kind: DieKind
    face: int

    def __str__(self) -> Token:
        """Return the die as a token such as `S3`."""
        return f"{self.kind}{self.face}"


def read_die(text: str, otherwise: DieKind) -> Die:
    """Return the die that `text` names. The default kind is `otherwise`. Raises ValueError."""
    form = _TOKEN.fullmatch(text.strip().upper())
    if form is None:
        raise ValueError(f"“{text}” is no die: write S3 for a sail, C5 for a cannonball")
    kind: DieKind = SAIL if form[1] == SAIL else CANNON if form[1] == CANNON else otherwise
    return Die(kind, int(form[2]))


def tokens(sail: Iterable[int], cannon: Iterable[int]) -> list[Token]:
    """Return dice as tokens, sails first."""
    return [*(f"{SAIL}{face}" for face in sail), *(f"{CANNON}{face}" for face in cannon)]


class Allocation(NamedTuple):
    """The numbers of unspent dice, of dice still to be taken (`need`), and of ships that can fire (`cap`)."""

    sails: int
    cannons: int
    need: int
    cap: int

    @property
    def feasible(self) -> bool:
        """Whether the unspent dice are enough for all ships (section 6.6)."""
        return self.sails >= self.need - min(self.cannons, self.cap)

    def after(self, kind: DieKind, slots: str) -> "Allocation":
        """Return the allocation after a die is spent on a ship that has taken the dice `slots`."""
        if kind == CANNON:
            return Allocation(self.sails, self.cannons - 1, self.need - 1, self.cap - 1)
        may_still_fire = CANNON not in slots
        closes = len(slots) + 1 == DICE.per_ship
        return Allocation(self.sails - 1, self.cannons, self.need - 1, self.cap - (may_still_fire and closes))


def allocation(slots: Mapping[Ship, str], sail: Sequence[int], cannon: Sequence[int]) -> Allocation:
    """Return the allocation. `slots` maps ships to the dice taken; `sail` and `cannon` list unspent dice."""
    open_ships = [taken for taken in slots.values() if len(taken) < DICE.per_ship]
    return Allocation(
        sails=len(sail),
        cannons=len(cannon),
        need=sum(DICE.per_ship - len(taken) for taken in open_ships),
        cap=sum(CANNON not in taken for taken in open_ships),
    )


def may_take(left: Allocation, kind: DieKind, slots: str) -> bool:
    """Return whether a ship that has taken the dice `slots` may take one more die (section 6.6)."""
    if len(slots) >= DICE.per_ship or (kind == CANNON and slots.count(CANNON) >= DICE.guns_per_ship):
        return False
    return left.after(kind, slots).feasible
