"""Events: what happened, in order, as data that the narrator turns into sentences."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, NamedTuple, TypeVar, final

from pydantic import JsonValue

from rules.engine.data import Data
from rules.engine.seat import Seat, SeatMark
from rules.engine.wording import in_snake_case

T = TypeVar("T")


class SeatName(int):
    """A seat in a story. The narrator writes the name of its player."""


class OfEach(tuple[tuple[int, str], ...]):
    """A value of a story: seats with a text each. The narrator writes `**Ann** 8, **Bo** 3`."""

    __slots__ = ()


class Woven(tuple[str | SeatName, ...]):
    """A value of a story: words and seats. The narrator writes the names of players in place of the seats."""

    __slots__ = ()


class Ranks(tuple[tuple[int, ...], ...]):
    """A value of a story: seats in groups of equal rank, best first. The narrator lists places and names."""

    __slots__ = ()


class PieceWords(str):
    """A value of a story: words about pieces. The narrator replaces names in `Game.pieces` with players."""

    __slots__ = ()


StoryValue = str | int | SeatName | Ranks | OfEach | Woven


class Story(NamedTuple):
    """The narrator's input: a key of `narration.toml`, and the values for the gaps in its sentences.

    `effect` is shown below the sentence. Where signs can be shown, `signs` replace the values of gaps.
    """

    key: str
    gaps: dict[str, StoryValue]
    effect: str = ""
    signs: Mapping[str, Sequence[str]] = MappingProxyType({})


class Event(Data):
    """The base class of events. Subclasses declare fields. Fields for seats have the type `Seat`.

    An `abstract` subclass is only a base class of events.
    """

    kind: ClassVar[str]
    """The event's name in stored events and in narration: by default, the class's name in snake case."""
    reveals: ClassVar[bool] = False
    """Whether the event reveals something hidden, so that no player can take back alone what led to it."""
    halts: ClassVar[bool] = False
    """Whether players should see it before they go on. A series stops after it."""
    private: ClassVar[bool] = False
    """Whether only the seat in the field `seat` learns of the event."""
    opens_turn: ClassVar[bool] = False
    """Whether the event begins a turn of the seat in the field `seat`."""
    plain: ClassVar[bool] = False
    """Whether `Game.tale` contains everything about the event."""
    by_itself: ClassVar[bool] = False
    """Whether no player causes the event. A post reports it even to the seat in whose turn it happened."""
    untold: ClassVar[bool] = False
    """Whether the event has no sentence, because the sentences of other events mention it."""
    joins_later: ClassVar[bool] = True
    """Whether the event can be joined with events of later entries."""
    in_words: ClassVar[Mapping[str, str]] = {}
    """Words that replace stored values of text fields in sentences, such as `Red 1` for `red1`."""
    in_signs: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Fields whose values can be shown as signs: `("roll", "die_{}")`. Sentences have no code style there."""
    faces: ClassVar[str] = "{kind}"
    """The pattern for the key of the event's sentences. Fields and properties fill it: `{kind}_{reason}`.
    `{left:|_last}` adds nothing if the field `left` is true, otherwise `_last`. `{ships:1=_last|}` adds
    `_last` if the field `ships` is 1. An alternative may contain a pattern.
    """

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        """Set the subclass's kind."""
        super().__init_subclass__()
        if not abstract and "kind" not in vars(cls):
            cls.kind = in_snake_case(cls.__name__)

    @final
    def face(self) -> str:
        """Return the key of the event's sentences in the narration (see `faces`)."""
        return _FACES.vformat(self.faces, (self,), {})

    def more(self) -> Mapping[str, StoryValue]:
        """Return additional values for gaps, which replace fields of the same name."""
        return {}

    def gaps(self) -> dict[str, StoryValue]:
        """Return the values for the gaps in the event's sentences: the event's fields, and `more`."""
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
        """Return the signs that may fill gaps, by default the signs of `in_signs`."""
        return {name: signs_of(sign, getattr(self, name)) for name, sign in self.in_signs}

    def effect(self) -> str:
        """Return the effect in plain words, so that sentences can joke: `Die 6: 1 card sails 1 less`."""
        return ""

    def involved(self) -> tuple[int, ...]:
        """Return the seats that the event's fields name."""
        named = (getattr(self, name) for name, is_seat in _fields_of(type(self)) if is_seat)
        return tuple(seat for seat in named if seat)

    @final
    def joined_in(self, following: "Event", *, one_entry: bool) -> "Event | None":
        """Return `joined`, or `None` if the events are from two entries and `joins_later` is false."""
        return self.joined(following) if one_entry or self.joins_later else None

    def joined(self, following: "Event") -> "Event | None":  # noqa: ARG002
        """Return one event that replaces this event and `following`, or `None` if they stay separate."""
        return None

    def story(self) -> Story | None:
        """Return the story for the narrator; `None` if the event needs no words."""
        return None if self.untold else Story(self.face(), self.gaps(), self.effect(), self.signs())

    def _word(self, value: object) -> str:
        return self.in_words.get(str(value), str(value))


class SeatEvent(Event, abstract=True):
    """A base class of events that a seat caused or that happened to a seat."""

    seat: Seat


class _Faces(Formatter):
    """Fills patterns such as `Event.faces` with the fields and properties of an event."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:  # noqa: ARG002
        return getattr(args[0], str(key))

    def format_field(self, value: object, format_spec: str) -> str:
        """Return the value as text, or the alternative that a format `yes|no` or `value=yes|no` selects."""
        chosen, choice, other = format_spec.partition("|")
        if not choice:
            return str(value)
        wanted, compares, equal = chosen.partition("=")
        if compares:
            return equal if str(value) == wanted else other
        return chosen if value else other


_FACES = _Faces()


def events_in(module: ModuleType) -> tuple[type[Event], ...]:
    """Return the classes of events that a module defines, in the module's order."""
    found = (one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Event))
    return tuple(one for one in found if one.__module__ == module.__name__ and "kind" in vars(one))


def signs_of(sign: str, value: object) -> Sequence[str]:
    """Return the sign of a value, or of each value in a list.

    >>> signs_of("die_{}", (4, 5))
    ('die_4', 'die_5')
    """
    values = value if isinstance(value, list | tuple) else (value,)
    return tuple(sign.format(str(one).lower()) for one in values)


@cache
def _fields_of(kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a kind of event, and whether each is a seat."""
    return tuple(
        (name, any(isinstance(mark, SeatMark) for mark in field.metadata))
        for name, field in kind.model_fields.items()
    )


def told_together(events: Iterable[Event]) -> list[Event]:
    """Return the events as they are narrated: events that share a sentence are joined."""
    return [event for event, _ in joined_with((event, None) for event in events)]


def joined_with(told: Iterable[tuple[Event, T]]) -> list[tuple[Event, T]]:
    """Join events, each paired with its entry's value. A joined event keeps its first event's value."""
    together: list[tuple[Event, T]] = []
    for event, company in told:
        one = event, company
        # A joined event may in turn join the previous event.
        while together and (both := together[-1][0].joined_in(one[0], one_entry=together[-1][1] is one[1])):
            one = both, together.pop()[1]
        together.append(one)
    return together


class Decided(Event):
    """A mark among the events that a view receives. A decision caused the events after the mark."""

    untold = True


class TurnBegan(Event):
    """A mark among the events that a view receives. The events after the mark belong to another turn."""

    untold = True


class TurnOver(Event):
    """A mark among the events that a view receives. The events before the mark belong to a finished turn."""

    untold = True


def told_to(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Return the events that the seat learns of. With `None`, return the events that everybody learns of."""
    return tuple(event for event in events if not event.private or getattr(event, "seat", None) == seat)


def dump_event(event: Event) -> dict[str, JsonValue]:
    """Return the event as plain data, with its kind under `event`."""
    return {"event": event.kind, **event.model_dump(mode="json")}
