"""Events: what happened, in the order it happened, as data that a narrator can tell."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue

from rules.engine.seat import SeatMark

T = TypeVar("T")


class SeatName(int):
    """A seat inside a story: the narrator says who sits there."""


class OfEach(tuple[tuple[int, str], ...]):
    """Seats, each with something, inside a story: the narrator says `**Ann** 8, **Bo** 3`."""

    __slots__ = ()


class Woven(tuple[str | SeatName, ...]):
    """Words with seats between them, inside a story: the narrator says who sits there."""

    __slots__ = ()


class Ranks(tuple[tuple[int, ...], ...]):
    """Seats in groups of equal rank, best first, inside a story: the narrator lists places and names."""

    __slots__ = ()


class PieceWords(str):
    """Words for pieces inside a story: players stand in place of those pieces that `Game.pieces` lists."""

    __slots__ = ()


StoryValue = str | int | SeatName | Ranks | OfEach | Woven


class Story(NamedTuple):
    """What the narrator needs: which lines of `narration.toml`, and what fills their gaps.

    `effect` says below the line, in plain words and numbers, what comes of it. `signs` are those that may
    fill a gap where signs are shown: a die that shows 4 instead of “4”.
    """

    key: str
    gaps: dict[str, StoryValue]
    effect: str = ""
    signs: Mapping[str, Sequence[str]] = MappingProxyType({})


class Event(BaseModel):
    """Something that happened. Subclasses set `kind` and give their fields; seats are of the type `Seat`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: ClassVar[str]
    reveals: ClassVar[bool] = False
    """Something hidden came to light: from here on nobody takes back a move alone."""
    halts: ClassVar[bool] = False
    """Players want to look before they go on: a typed line of several actions stops after it."""
    private: ClassVar[bool] = False
    """Only the seat in the field `seat` learns of it."""

    opens_turn: ClassVar[bool] = False
    """A turn begins with it, that of the seat in the field `seat`."""

    plain: ClassVar[bool] = False
    """The line that the game has for a turn tells all of it."""
    by_itself: ClassVar[bool] = False
    """It is nobody's doing: it befalls its seats in their own turns, too."""

    untold: ClassVar[bool] = False
    """The sentences of other events tell it already."""
    in_words: ClassVar[Mapping[str, str]] = {}
    """Values of text fields that read otherwise than they are written: `red1`, the ship `Red 1`."""

    in_signs: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Fields whose values signs may stand for: `("roll", "die_{}")`. Sentences must not have them in code."""

    def face(self) -> str:
        """The key of its lines in the narration: an event may have several faces, each with its own."""
        return self.kind

    def more(self) -> Mapping[str, StoryValue]:
        """What fills gaps beside the fields, or instead of them."""
        return {}

    def gaps(self) -> dict[str, StoryValue]:
        """What fills the gaps of its lines: its fields, and `more`."""
        gaps: dict[str, StoryValue] = {}
        for name, is_seat in _fields_of(type(self)):
            value = getattr(self, name)
            if is_seat:
                gaps[name] = SeatName(value)
            elif isinstance(value, list | tuple):
                gaps[name] = ", ".join(self._word(item) for item in value)
            else:
                gaps[name] = value if isinstance(value, int) else self._word(value)
        return {**gaps, **self.more()}

    def signs(self) -> Mapping[str, Sequence[str]]:
        """The signs that may fill gaps: those of its fields, see `in_signs`."""
        return {name: signs_of(sign, getattr(self, name)) for name, sign in self.in_signs}

    def effect(self) -> str:
        """What comes of it in plain words and numbers, where lines may joke: `Die 6: 1 card sails 1 less`."""
        return ""

    def involved(self) -> tuple[int, ...]:
        """The seats that its fields name."""
        named = (getattr(self, name) for name, is_seat in _fields_of(type(self)) if is_seat)
        return tuple(seat for seat in named if seat)

    def joined(self, following: "Event") -> "Event | None":  # noqa: ARG002
        """One event that tells both, where they are told in one sentence: two steps of one way."""
        return None

    def story(self) -> Story | None:
        """How to tell it; `None` for what needs no words."""
        return None if self.untold else Story(self.face(), self.gaps(), self.effect(), self.signs())

    def _word(self, value: object) -> str:
        return self.in_words.get(str(value), str(value))


def signs_of(sign: str, value: object) -> Sequence[str]:
    """The signs of a value, or of each of several.

    >>> signs_of("die_{}", (4, 5))
    ('die_4', 'die_5')
    """
    values = value if isinstance(value, list | tuple) else (value,)
    return tuple(sign.format(str(one).lower()) for one in values)


@cache
def _fields_of(kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    """The fields of such events, and whether each is a seat."""
    return tuple(
        (name, any(isinstance(mark, SeatMark) for mark in field.metadata))
        for name, field in kind.model_fields.items()
    )


def told_together(events: Iterable[Event]) -> list[Event]:
    """The events as they are told: those that one sentence tells are one."""
    return [event for event, _ in joined_with((event, None) for event in events)]


def joined_with(told: Iterable[tuple[Event, T]]) -> list[tuple[Event, T]]:
    """The same for events that each come with something: what is one comes with what its first had."""
    together: list[tuple[Event, T]] = []
    for event, company in told:
        one = event, company
        # What was joined may in turn belong to what came before it.
        while together and (both := together[-1][0].joined(one[0])):
            one = both, together.pop()[1]
        together.append(one)
    return together


class Decided(Event):
    """A mark in what views are told: the next events came of what somebody decided, not of themselves.

    It is neither told nor kept: the journal says who acted.
    """

    kind, untold = "decided", True


class TurnBegan(Event):
    """A mark in what views are told: what follows happened in another turn than what came before.

    It is neither told nor kept: the journal says which turn an entry belongs to.
    """

    kind, untold = "turn_began", True


class TurnOver(Event):
    """A mark at the end of what views are told of a turn that is over: what is under way is none of its."""

    kind, untold = "turn_over", True


def turns_of(told: Iterable[Event]) -> list[tuple[Event, ...]]:
    """What was told, turn by turn, oldest first; the newest is the last. Empty turns are left out.

    >>> from rules.engine.event import Decided, TurnBegan, turns_of
    >>> [len(turn) for turn in turns_of([Decided(), TurnBegan(), Decided(), Decided(), TurnBegan()])]
    [1, 2]
    """
    turns: list[list[Event]] = [[]]
    for event in told:
        if isinstance(event, TurnBegan):
            turns.append([])
        else:
            turns[-1].append(event)
    return [tuple(turn) for turn in turns if turn]


def told_to(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events that this seat learns of, or with `None` everybody."""
    return tuple(event for event in events if not event.private or getattr(event, "seat", None) == seat)


def dump_event(event: Event) -> dict[str, JsonValue]:
    """The event as plain data, its kind under `event`."""
    return {"event": event.kind, **event.model_dump(mode="json")}
