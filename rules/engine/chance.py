"""Chance: the only source of randomness, open to a later check by anyone.

Where a value comes from, first that applies: the recorded entry (when a journal is replayed), a value a game
master forced, the game's stream.

The stream. A secret `seed` of 32 bytes belongs to each game; its commitment, SHA-256(seed) in hex, is
published before anyone joins and the seed when the game ends. Roll number k (from 0) of an entry takes its
numbers from the blocks HMAC-SHA256(seed, "LINE|SEAT|NOTATION|k|b"), b = 0, 1, 2, ..., read as 32-bit
big-endian words. LINE is the digest of the decisions played before (see `rules.engine.tree_links`), SEAT and
NOTATION are who acted and how. For a number out of n, a word w >= n * floor(2^32 / n) is passed over;
otherwise the number is w mod n, counted from the lowest face.

So the same action at the same place meets the same dice again after an undo, and another action meets dice
that nobody has seen. For the same reason nothing is ever shuffled: a deck, a bag or a barrel is what is left
in it, and each draw is a roll of its own.

What the bot does as a player of its own is no roll: its luck comes from the same seed under a label of its
own (`luck_of_player`).

Where a roll is one of a list (dice whose sides show 2, 3, 3, 4; the cards left in a deck), its numbers are
the places in that list; what counts and is recorded is what stands there, and the list with it.
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
"""What one die or one draw shows: a number, or the name of what was drawn."""

WORD = 1 << 32

_NUMBER = re.compile(r"-?\d{1,9}")


class Roll(BaseModel):
    """One roll or draw as the journal keeps it.

    Its values are from `low` to `high`; where they stand in a list instead, `of` holds that list, blanks
    between its items. `values` counted; `natural` is what would have come where a game master forced the
    values, and `force` the number of the entry that did so.
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
        """Whether such a value could have come."""
        if self.of:
            return str(value) in self.of.split()
        return isinstance(value, int) and self.low <= value <= self.high


class Forced(BaseModel):
    """Values a game master set for a roll that has not happened yet.

    `label` and `seat` narrow down which roll; empty and 0 mean any. `entry` is the journal entry that set
    them, `part` the place among the rolls it set one after the other.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    values: tuple[Value, ...]
    label: str = ""
    seat: int = 0
    entry: int = 0
    part: int = 0

    def fits(self, roll: Roll) -> bool:
        """Whether this is meant for such a roll and its values are possible there."""
        # Values "for whatever comes next" are meant for dice on the table, never for a hidden card.
        meant = self.label == roll.label or (not self.label and not roll.secret)
        if not meant or self.seat not in {0, roll.seat} or len(self.values) != len(roll.values):
            return False
        return all(map(roll.may_show, self.values))


class Stream(Protocol):
    """Where natural values come from."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        """Endless numbers below `size`, from 0, for the entry's roll number `roll`."""
        ...


@dataclass(frozen=True)
class SeededStream:
    """The stream of one journal entry, as the module's docstring describes it."""

    seed: bytes
    line: str
    seat: int
    notation: str

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        """Endless numbers below `size`, from 0, for the entry's roll number `roll`."""
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
    """What the bot draws from when it plays that seat, at the place to which that line of decisions led.

    Python's own generator, begun with the hexadecimal digits of HMAC-SHA256(seed, "LINE|SEAT|bot"): as
    secret as the dice, and to be worked out again when the seed is public. No roll has such a message.
    """
    digits = hmac.digest(seed, f"{line}|{seat}|bot".encode(), "sha256").hex()
    return random.Random(digits)  # noqa: S311 - begun with what nobody knows


@dataclass(frozen=True)
class QuickStream:
    """Numbers for playouts and look-ahead: fast, and never part of a game people play."""

    generator: random.Random

    def numbers(self, roll: int, size: int) -> Iterator[int]:  # noqa: ARG002
        """Endless numbers below `size`, from 0; the roll's number does not matter."""
        while True:
            yield self.generator.randrange(size)


class Luck(Protocol):
    """What is made up where nobody can see, and what pretended players do by chance: never part of a game."""

    def random(self) -> float:
        """A number from 0 up to, but without, 1."""
        ...

    def choice(self, among: Sequence[T], /) -> T:
        """One of these."""
        ...

    def shuffle(self, items: list[T], /) -> None:
        """Bring them into any order, in place."""
        ...


@dataclass
class Chance:
    """What a game asks for its dice, draws and shuffles while one action is applied.

    `rolls` lists what came, for the journal; `spent` which forced values were used.
    """

    stream: Stream
    forced: Sequence[Forced] = ()
    recorded: Sequence[Roll] | None = None
    rolls: list[Roll] = field(default_factory=list)
    spent: list[Forced] = field(default_factory=list)

    def roll(self, label: str, seat: int, count: int = 1, low: int = 1, high: int = 6) -> tuple[int, ...]:
        """`count` dice with the faces low..high, thrown by or for `seat`; `label` says what for (`wind`)."""
        asked = Roll(label=label, seat=seat, low=low, high=high)
        return tuple(map(int, self._happen(asked, range(low, high + 1), count)))

    def roll_faces(self, label: str, seat: int, faces: Sequence[int], count: int = 1) -> tuple[int, ...]:
        """`count` dice whose sides show these faces, some of them maybe several times.

        A game master can only force faces that are there.
        """
        low, high = min(faces), max(faces)
        of = "" if [*faces] == [*range(low, high + 1)] else " ".join(map(str, faces))
        asked = Roll(label=label, seat=seat, low=low, high=high, of=of)
        return tuple(map(int, self._happen(asked, faces, count)))

    def draw(self, label: str, seat: int, of: int) -> int:
        """One open draw out of `of`: a number 1..of. Seat 0 stands for nobody in particular."""
        return self.roll(label, seat, 1, 1, of)[0]

    def draw_open(self, label: str, seat: int, items: Sequence[str]) -> str:
        """One of these words, all as likely, before everybody's eyes: one of the tiles left in a bag."""
        asked = Roll(label=label, seat=seat, low=1, high=len(items), of=" ".join(items))
        return str(self._happen(asked, items, 1)[0])

    def draw_hidden(self, label: str, seat: int, items: Sequence[str]) -> str:
        """One of these words, all as likely: one of the cards left, for a seat that alone learns which.

        The order of `items` must tell nothing. The audit shows the draw only when the game is over.
        """
        asked = Roll(label=label, seat=seat, low=1, high=len(items), of=" ".join(items), secret=True)
        return str(self._happen(asked, items, 1)[0])

    def _happen(self, asked: Roll, sides: Sequence[Value], count: int) -> tuple[Value, ...]:
        """What such a roll shows, `count` times one of these sides; it is noted."""
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
        # An entry made before lists were kept does not say what its roll was one of.
        told = {"values": roll.values, "of": asked.of if roll.of else ""}
        again = {"natural": roll.natural, "force": roll.force}
        if roll != asked.model_copy(update=told | again) or len(roll.values) != count:
            raise _differs(f"the rules ask for {asked}, the entry records {roll}")
        self.rolls.append(roll)
        if roll.force is not None:
            self.spent += [f for f in self.forced if f.entry == roll.force and f not in self.spent][:1]
        return roll.values

    def close(self) -> None:
        """Say that the action is over. Raises JournalDiffers when recorded rolls were not asked for."""
        left = (self.recorded or ())[len(self.rolls) :]
        if left:
            raise _differs(f"the entry records {left}, the rules ask for nothing more")


def read_values(text: str) -> tuple[Value, ...]:
    """The values of a line such as `2 3 3` or `3h`, with blanks or commas between them."""
    words = text.replace(",", " ").split()
    return tuple(int(word) if _NUMBER.fullmatch(word) else word for word in words)


def _differs(detail: str) -> JournalDiffers:
    return JournalDiffers("The journal of this game no longer leads to its stored state.", detail)


def commitment(seed: bytes) -> str:
    """What is published of a seed before anyone joins: SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
