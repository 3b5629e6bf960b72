"""Chance: the only source of randomness, which anyone can check later.

A value comes from the first source that applies: the recorded entry during a replay, a value that a game
master forced, or the game's stream.

The stream of a game comes from a secret `seed` of 32 bytes. The seed's commitment, SHA-256(seed) in hex, is
published before anyone joins, and the seed itself when the game ends. Roll number k (from 0) of an entry
takes its numbers from the blocks HMAC-SHA256(seed, "LINE|SEAT|NOTATION|k|b"), b = 0, 1, 2, ..., read as
32-bit big-endian words. LINE is the digest of the decisions played before (see `rules.engine.apply_entry`).
SEAT is the entry's seat. NOTATION is the entry's `what` or, if `what` is empty, the entry's kind. For a
number out of n, a word w >= n * floor(2^32 / n) is skipped. Any other word gives the number w mod n, counted
from the lowest face.

After an undo, the same action meets the same dice again, and another action meets dice that nobody has seen.
Nothing is ever shuffled, because part of a fixed order could be seen before an undo. A deck, a bag or a
barrel is the list of what is left in it, and each draw is a roll.

A roll may pick from a list (dice with the sides 2, 3, 3, 4, or the cards left in a deck). The numbers of
such a roll are indexes of its list. The journal records the picked items and the list.
"""

import hashlib
import hmac
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from rules.engine.errors import JournalDiffers

T = TypeVar("T")

Value: TypeAlias = int | str
"""The value of one die or one draw: a number, or the name of the item drawn."""

WORD = 1 << 32

_NUMBER = re.compile(r"-?\d{1,9}")


class Roll(BaseModel):
    """A roll or draw as the journal stores it.

    The possible values are the numbers from `low` to `high` or, if `of` is not empty, the words in `of`.
    `values` are the values that counted. If a game master forced the values, `natural` are those that the
    stream would have given, and `force` is the number of the entry that forced them.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    label: str
    seat: int
    low: int
    high: int
    values: tuple[Value, ...] = ()
    of: str = ""
    natural: tuple[Value, ...] | None = None
    force: int | None = None
    secret: bool = False

    def may_show(self, value: Value) -> bool:
        """Return whether the roll can show this value."""
        if self.of:
            return str(value) in self.of.split()
        return isinstance(value, int) and self.low <= value <= self.high


class Forced(BaseModel):
    """Values that a game master set for a future roll.

    Only rolls with the same `label` (if not empty) and `seat` (if not 0) can get these values. `entry` is the
    number of the `force` entry, which may set several rolls. `part` is this roll's index in that entry.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    values: tuple[Value, ...]
    label: str = ""
    seat: int = 0
    entry: int = 0
    part: int = 0

    def fits(self, roll: Roll) -> bool:
        """Return whether the values are meant for `roll` and possible there."""
        # Values without a label are never meant for a secret draw.
        meant = self.label == roll.label or (not self.label and not roll.secret)
        if not meant or self.seat not in {0, roll.seat} or len(self.values) != len(roll.values):
            return False
        return all(map(roll.may_show, self.values))


class Stream(Protocol):
    """A source of random numbers for dice and draws."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        """Return endless numbers from 0 to `size` - 1 for roll number `roll` of the entry."""


@dataclass(frozen=True)
class SeededStream:
    """The stream of one journal entry, as the module's docstring describes it."""

    seed: bytes
    line: str
    seat: int
    notation: str

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        """Return endless numbers from 0 to `size` - 1 for roll number `roll` of the entry."""
        limit = WORD - WORD % size
        block = 0
        while True:
            message = f"{self.line}|{self.seat}|{self.notation}|{roll}|{block}".encode()
            digest = hmac.digest(self.seed, message, "sha256")
            for start in range(0, len(digest), 4):
                word = int.from_bytes(digest[start : start + 4], "big")
                if word < limit:
                    yield word % size
            block += 1


def luck_of_player(seed: bytes, line: str, seat: int) -> random.Random:
    """Return the bot's source of luck when it plays `seat` after the decisions with the digest `line`.

    The source is Python's own generator, seeded with the hexadecimal digits of HMAC-SHA256(seed,
    "LINE|SEAT|bot"). No roll uses this message. The luck can be recomputed when the seed is public.
    """
    digits = hmac.digest(seed, f"{line}|{seat}|bot".encode(), "sha256").hex()
    return random.Random(digits)  # noqa: S311 - seeded with a secret


@dataclass(frozen=True)
class QuickStream:
    """Fast random numbers for look-ahead and simulations, but never for the dice of real matches."""

    generator: random.Random

    def numbers(self, roll: int, size: int) -> Iterator[int]:  # noqa: ARG002
        """Yield numbers from 0 to `size` - 1 without end."""
        while True:
            yield self.generator.randrange(size)


class Luck(Protocol):
    """A source of luck for policies and for drawing hidden things again. The dice of matches never use it."""

    def random(self) -> float:
        """Return a number of at least 0 and less than 1."""

    def choice(self, among: Sequence[T], /) -> T:
        """Return one of the items."""

    def shuffle(self, items: list[T], /) -> None:
        """Shuffle the items in place."""


@dataclass
class Chance:
    """The source of dice and draws for one action, its `rolls` so far, and the forced values `spent`."""

    stream: Stream
    forced: Sequence[Forced] = ()
    recorded: Sequence[Roll] | None = None
    rolls: list[Roll] = field(default_factory=list)
    spent: list[Forced] = field(default_factory=list)

    def roll(self, label: str, seat: int, count: int = 1, low: int = 1, high: int = 6) -> tuple[int, ...]:
        """Roll `count` dice with the faces `low` to `high` for `seat`. `label` is a name such as `wind`."""
        asked = Roll(label=label, seat=seat, low=low, high=high)
        return tuple(map(int, self._happen(asked, range(low, high + 1), count)))

    def roll_faces(self, label: str, seat: int, faces: Sequence[int], count: int = 1) -> tuple[int, ...]:
        """Roll `count` dice with the faces `faces`, some of which may be equal."""
        low, high = min(faces), max(faces)
        of = "" if [*faces] == [*range(low, high + 1)] else " ".join(map(str, faces))
        asked = Roll(label=label, seat=seat, low=low, high=high, of=of)
        return tuple(map(int, self._happen(asked, faces, count)))

    def draw(self, label: str, seat: int, of: int) -> int:
        """Openly draw a number from 1 to the number `of`. With seat 0, the draw belongs to no seat."""
        return self.roll(label, seat, 1, 1, of)[0]

    def draw_open(self, label: str, seat: int, items: Sequence[str]) -> str:
        """Draw one of `items` openly, such as a tile from a bag. All items are equally likely."""
        asked = Roll(label=label, seat=seat, low=1, high=len(items), of=" ".join(items))
        return str(self._happen(asked, items, 1)[0])

    def draw_hidden(self, label: str, seat: int, items: Sequence[str]) -> str:
        """Draw one of `items` in secret. All items are equally likely, and only `seat` learns the result.

        The order of `items` must reveal nothing. `/game check` shows the draw only after the game is over.
        """
        asked = Roll(label=label, seat=seat, low=1, high=len(items), of=" ".join(items), secret=True)
        return str(self._happen(asked, items, 1)[0])

    def _happen(self, asked: Roll, sides: Sequence[Value], count: int) -> tuple[Value, ...]:
        """Roll `count` dice with these sides, record the roll, and return its values."""
        if self.recorded is not None:
            return self._recorded(asked, count)
        places = self.stream.numbers(len(self.rolls), len(sides))
        natural = tuple(sides[place] for place in islice(places, count))
        roll = asked.model_copy(update={"values": natural})
        force = next((f for f in self.forced if f not in self.spent and f.fits(roll)), None)
        if force is not None:
            self.spent.append(force)
            forced = {"values": force.values, "natural": natural, "force": force.entry}
            roll = roll.model_copy(update=forced)
        self.rolls.append(roll)
        return roll.values

    def _recorded(self, asked: Roll, count: int) -> tuple[Value, ...]:
        recorded = self.recorded or ()
        number = len(self.rolls)
        if number >= len(recorded):
            raise _differs(f"the rules ask for {asked}, the entry records no such roll")
        roll = recorded[number]
        # Old entries do not store the list of a roll.
        told = {"values": roll.values, "of": asked.of if roll.of else ""}
        again = {"natural": roll.natural, "force": roll.force}
        if roll != asked.model_copy(update=told | again) or len(roll.values) != count:
            raise _differs(f"the rules ask for {asked}, the entry records {roll}")
        self.rolls.append(roll)
        if roll.force is not None:
            self.spent += [f for f in self.forced if f.entry == roll.force and f not in self.spent][:1]
        return roll.values

    def close(self) -> None:
        """End the action. Raises JournalDiffers if some recorded rolls were not used."""
        left = (self.recorded or ())[len(self.rolls) :]
        if left:
            raise _differs(f"the entry records {left}, the rules ask for nothing more")


def read_values(text: str) -> tuple[Value, ...]:
    """Return the values in a text such as `2 3 3` or `3h`, in which spaces or commas separate the values."""
    words = text.replace(",", " ").split()
    return tuple(int(word) if _NUMBER.fullmatch(word) else word for word in words)


def _differs(detail: str) -> JournalDiffers:
    return JournalDiffers("The journal of this game no longer leads to its stored state.", detail)


def commitment(seed: bytes) -> str:
    """Return the commitment of a seed, published before anyone joins: SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
