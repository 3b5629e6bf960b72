"""The base class of all kinds of entry."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias, cast, dataclass_transform

from rules.engine.chance import Chance, Forced
from rules.engine.decision import Awaited
from rules.engine.entry import Actor, Entry, EntryKind
from rules.engine.errors import NotNow
from rules.engine.event import Event
from rules.engine.game import AnyGame, State
from rules.engine.game_masters import GameMasters
from rules.engine.position import Plan, Position, Status
from rules.engine.situation import Situation
from rules.engine.time_control import TimeControl
from rules.engine.wording import in_snake_case

Changed: TypeAlias = tuple[State, Sequence[Event]]
"""A state, and the events that led to it."""

_KINDS: dict[EntryKind, type["EntryDraft"]] = {}

_HELD_AS = {
    "about": "label", "how": "what", "known_to": "asked", "matter": "label", "patch": "what",
    "player": "what", "to": "left", "told": "changes",
}  # fmt: skip
"""Fields of drafts that have another name in an entry."""

_ASKED_FOR = ("seat", "what", "label", "asked", "left", "plan", "veiled", "ahead", "pace")
"""The fields of an entry that hold the request. The others hold its result."""


class Carried(NamedTuple):
    """The result of carrying out an entry: the game's new state, the events, and the dice."""

    entry: Entry
    state: State
    events: Sequence[Event]
    chance: Chance


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class EntryDraft:
    """An entry that somebody wants to make. Each kind of entry is a subclass and a frozen dataclass.

    The class methods handle entries of the kind that are already in the journal.
    """

    kind: ClassVar[EntryKind]
    """The name of the kind in the journal. By default it is the name of the class in snake case."""
    while_paused: ClassVar[bool] = True
    """Whether the entry is possible while the match is paused."""
    leads_to: ClassVar[Status | None] = None
    """The new status of the match, if it changes."""
    asks_again: ClassVar[bool] = False
    """Whether every question is asked again after the entry, even if the question is the same."""
    plays_on: ClassVar[bool] = False
    """Whether the entry leads to another state, so that open questions may have changed."""
    travels: ClassVar[bool] = False
    """Whether the entry leads to another place in the tree of play, its `parent`."""
    drops_plans: ClassVar[bool] = False
    """Whether all plans become invalid."""

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        """Register the first class of each kind. Later classes of a kind only fill in entries differently."""
        super().__init_subclass__()
        dataclass(frozen=True)(cls)
        if abstract:
            return
        if "kind" not in vars(cls):
            cls.kind = cast(EntryKind, in_snake_case(cls.__name__))
        _KINDS.setdefault(cls.kind, cls)

    # Made now

    def must_be_possible(self, match: Situation, actor: Actor) -> None:
        """Raise NotNow or IllegalAction with the reason if `actor` cannot make this entry now."""
        must_allow(match.position.status, type(self))
        self.check(match, actor)

    def check(self, match: Situation, actor: Actor) -> None:
        """Raise NotNow or IllegalAction with a reason if the entry is impossible. Replays skip the check."""

    def holds(self, match: Situation) -> dict[str, object]:
        """Return the values that the draft writes into the entry, by default the draft's own fields."""
        return {_HELD_AS.get(name, name): value for name, value in vars(self).items()}

    def carry_out(self, match: Situation, blank: Entry) -> Carried:
        """Fill in a blank entry, and carry it out. Raises NotNow or IllegalAction."""
        entry = blank.model_copy(update=self.holds(match))
        if entry.seat:
            match.must_have(entry.seat)
        chance = match.chance(entry)
        state, events = kind_of(entry).change(match.game, match.state, entry, chance)
        return Carried(entry, state, events, chance)

    # Made earlier

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> "EntryDraft":
        """Return a draft that repeats the request in `entry`. Raises HarbourmasterError.

        The results are computed again, so that no journal can forge them.
        """
        return _Again(entry)

    @classmethod
    def change(cls, game: AnyGame, state: State, entry: Entry, chance: Chance) -> Changed:
        """Return the state of the game after the entry, and the events. `state` may be changed in place."""
        return state, ()

    @classmethod
    def players(cls, old: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
        """Return the players by seat after the entry."""
        return old

    @classmethod
    def office(cls, old: Position, entry: Entry, host: str) -> GameMasters:
        """Return the data about game masters after the entry. `host` opened the match."""
        return old.office

    @classmethod
    def forced(cls, old: tuple[Forced, ...], entry: Entry) -> tuple[Forced, ...]:
        """Return the forced values that wait after the entry. Raises NotNow."""
        return old

    @classmethod
    def plans(cls, old: tuple[Plan, ...], entry: Entry) -> tuple[Plan, ...]:
        """Return the plans of all seats after the entry."""
        return tuple(plan for plan in old if not cls.drops(plan, entry)) if old else ()

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        """Return whether the entry makes a plan invalid."""
        return cls.drops_plans

    @classmethod
    def keeps(cls, seat: int, entry: Entry) -> bool:
        """Return whether the entry can leave the seat's open question unchanged."""
        return not cls.asks_again

    @classmethod
    def in_time(cls, asked: Awaited, old: Position, entry: Entry, pace: TimeControl) -> Awaited:
        """Return a question that stays open, with the time limit that it has after the entry."""
        return asked

    @classmethod
    def lost(cls, entry: Entry) -> int:
        """Return the number of stamps to skip because forgotten controls may have them."""
        return 0

    @classmethod
    def missed(cls, old: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
        """Return the number of times in a row that each seat has run out of time."""
        return counted(old, entry.seat, 0) if cls.shows_presence(entry) else old

    @classmethod
    def absent(cls, old: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
        """Return the seats that the bot plays for absent players."""
        return tuple(seat for seat in old if seat != entry.seat) if cls.shows_presence(entry) else old

    @classmethod
    def shows_presence(cls, entry: Entry) -> bool:
        """Return whether the entry shows that a player is present at its seat."""
        return False


class _Again(EntryDraft, abstract=True):
    """A draft that repeats an entry of a journal."""

    entry: Entry

    def holds(self, match: Situation) -> dict[str, object]:
        return {name: getattr(self.entry, name) for name in _ASKED_FOR}


def kind_of(entry: Entry) -> type[EntryDraft]:
    """Return the class of an entry's kind."""
    return _KINDS[entry.kind]


def must_allow(status: Status, kind: type[EntryDraft]) -> None:
    """Raise NotNow with the reason if a match with this status allows no entry of this kind."""
    if status in {"over", "ended"}:
        raise NotNow("This game is over. Start a new one with /play.")
    if status == "paused" and not kind.while_paused:
        raise NotNow("This game is paused. A game master can go on with /gm task:resume.")
    if status == "running" and kind.leads_to == "running":
        raise NotNow("This game is not paused.")


def counted(old: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    """Return the numbers by seat, with `number` as the new number of `seat`."""
    return (*old[: seat - 1], number, *old[seat:])
