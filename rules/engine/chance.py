"""Chance: the only source of randomness, open to a later check by anyone.

Where a value comes from, first that applies: the recorded entry (when a journal is replayed), a value a game
master forced, the game's stream.

The stream. A secret `seed` of 32 bytes belongs to each game; its commitment, SHA-256(seed) in hex, is
published when the game starts and the seed when it ends. Roll number k (from 0) of an entry takes its numbers
(place p of shuffle k: the first of "k.p") from the blocks HMAC-SHA256(seed, "LINE|SEAT|NOTATION|k|b"),
b = 0, 1, 2, ..., read as 32-bit big-endian words. LINE is the digest of the decisions played before (see
`rules.engine.follow`), SEAT and NOTATION are who acted and how. For a number out of n, a word
w >= n * floor(2^32 / n) is passed over; otherwise the number is w mod n, counted from the lowest face.

So the same action at the same place meets the same dice again after an undo, and another action meets dice
that nobody has seen.

Dice whose sides show faces of their own (2, 3, 3, 4) take their numbers from the stream as 1..n, one for each
side in the order the rules list them; what counts and is recorded is the face.
"""

import hashlib
import hmac
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from rules.engine.errors import JournalDiffers

T = TypeVar("T")

WORD = 1 << 32


class Roll(BaseModel):
    """One roll, draw or shuffle as the journal keeps it.

    `values` counted; `natural` is what would have come where a game master forced the values, and `force` the
    number of the entry that did so.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    label: str
    seat: int
    low: int
    high: int
    values: tuple[int, ...]
    natural: tuple[int, ...] | None = None
    force: int | None = None
    secret: bool = False


class Forced(BaseModel):
    """Values a game master set for a roll that has not happened yet.

    `label` and `seat` narrow down which roll; empty and 0 mean any. `entry` is the journal entry that set
    them.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    values: tuple[int, ...]
    label: str = ""
    seat: int = 0
    entry: int = 0

    def fits(self, roll: Roll) -> bool:
        """Whether this is meant for such a roll and its values are possible there."""
        # Values "for whatever comes next" are meant for dice on the table, never for a hidden card.
        meant = self.label == roll.label or (not self.label and not roll.secret)
        possible = all(roll.low <= value <= roll.high for value in self.values)
        return meant and self.seat in {0, roll.seat} and len(self.values) == len(roll.values) and possible

    def orders(self, roll: Roll) -> bool:
        """Whether this is meant for such a shuffle and names every place once."""
        return self.label == roll.label and sorted(self.values) == sorted(roll.values)


class Stream(Protocol):
    """Where natural values come from."""

    def numbers(self, roll: str, low: int, high: int) -> Iterator[int]:
        """Endless numbers low..high for the entry's roll number `roll`."""
        ...


@dataclass(frozen=True)
class SeededStream:
    """The stream of one journal entry, as the module's docstring describes it."""

    seed: bytes
    line: str
    seat: int
    notation: str

    def numbers(self, roll: str, low: int, high: int) -> Iterator[int]:
        """Endless numbers low..high for the entry's roll number `roll`."""
        size = high - low + 1
        limit = WORD - WORD % size
        block = 0
        while True:
            message = f"{self.line}|{self.seat}|{self.notation}|{roll}|{block}".encode()
            digest = hmac.digest(self.seed, message, "sha256")
            for start in range(0, len(digest), 4):
                word = int.from_bytes(digest[start : start + 4], "big")
                if word < limit:
                    yield low + word % size
            block += 1


@dataclass(frozen=True)
class QuickStream:
    """Numbers for playouts and look-ahead: fast, and never part of a game people play."""

    generator: random.Random

    def numbers(self, roll: str, low: int, high: int) -> Iterator[int]:  # noqa: ARG002
        """Endless numbers low..high; the roll's number does not matter."""
        while True:
            yield self.generator.randint(low, high)


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
        return self._happen(label, seat, count, low, high, secret=False)

    def roll_faces(self, label: str, seat: int, faces: Sequence[int], count: int = 1) -> tuple[int, ...]:
        """`count` dice whose sides show these faces, some of them maybe several times.

        A game master can only force faces that are there.
        """
        low, high = min(faces), max(faces)
        if self.recorded is not None:
            return self._recorded(label, seat, count, low, high).values
        sides = self.stream.numbers(str(len(self.rolls)), 1, len(faces))
        values = tuple(faces[next(sides) - 1] for _ in range(count))
        natural = Roll(label=label, seat=seat, low=low, high=high, values=values)
        return self._settle(natural, lambda forced, roll: forced.fits(roll) and {*faces} >= {*forced.values})

    def draw(self, label: str, seat: int, of: int) -> int:
        """One open draw out of `of`: a number 1..of. Seat 0 stands for nobody in particular."""
        return self._happen(label, seat, 1, 1, of, secret=False)[0]

    def draw_hidden(self, label: str, seat: int, of: int) -> int:
        """One draw whose result is not public: the audit shows it only when the game is over."""
        return self._happen(label, seat, 1, 1, of, secret=True)[0]

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """The items in a random order that nobody knows.

        Fisher-Yates from the last place down, one number of the stream for each place. The journal keeps the
        order as the items' old places, counted from 0; a forced order is given the same way.
        """
        places = len(items)
        if self.recorded is not None:
            order = self._recorded(label, 0, places, 0, places - 1).values
        else:
            natural = Roll(
                label=label, seat=0, low=0, high=places - 1, values=self._natural_order(places), secret=True
            )
            order = self._settle(natural, Forced.orders)
        return [items[place] for place in order]

    def _natural_order(self, places: int) -> tuple[int, ...]:
        order = list(range(places))
        for last in range(places - 1, 0, -1):
            pick = next(self.stream.numbers(f"{len(self.rolls)}.{last}", 0, last))
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

    def _happen(
        self, label: str, seat: int, count: int, low: int, high: int, *, secret: bool
    ) -> tuple[int, ...]:
        if self.recorded is not None:
            return self._recorded(label, seat, count, low, high).values
        source = self.stream.numbers(str(len(self.rolls)), low, high)
        values = tuple(islice(source, count))
        natural = Roll(label=label, seat=seat, low=low, high=high, values=values, secret=secret)
        return self._settle(natural, Forced.fits)

    def _settle(self, natural: Roll, meant: Callable[[Forced, Roll], bool]) -> tuple[int, ...]:
        """Let a forced value take the natural one's place, and note the roll."""
        force = next((f for f in self.forced if f not in self.spent and meant(f, natural)), None)
        roll = natural
        if force is not None:
            self.spent.append(force)
            forced = {"values": force.values, "natural": natural.values, "force": force.entry}
            roll = natural.model_copy(update=forced)
        self.rolls.append(roll)
        return roll.values

    def _recorded(self, label: str, seat: int, count: int, low: int, high: int) -> Roll:
        recorded = self.recorded or ()
        number = len(self.rolls)
        asked = (label, seat, count, low, high)
        if number >= len(recorded):
            raise _differs(f"the rules ask for {asked}, the entry records no such roll")
        roll = recorded[number]
        if asked != (roll.label, roll.seat, len(roll.values), roll.low, roll.high):
            raise _differs(f"the rules ask for {asked}, the entry records {roll}")
        self.rolls.append(roll)
        if roll.force is not None:
            self.spent += [f for f in self.forced if f.entry == roll.force and f not in self.spent][:1]
        return roll

    def close(self) -> None:
        """Say that the action is over. Raises JournalDiffers when recorded rolls were not asked for."""
        left = (self.recorded or ())[len(self.rolls) :]
        if left:
            raise _differs(f"the entry records {left}, the rules ask for nothing more")


def _differs(detail: str) -> JournalDiffers:
    return JournalDiffers("The journal of this game no longer leads to its stored state.", detail)


def commitment(seed: bytes) -> str:
    """What is published of a seed when the game starts: SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
