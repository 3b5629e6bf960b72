"""The contract every game fulfils.

A game is an object with data and small functions over its state. It knows seats by number, never people, and
meets the outside only through the models it declares. The order of methods here is the order in every game.
"""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from string import ascii_uppercase
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ConfigDict, JsonValue

from rules.engine.action import Action, read
from rules.engine.agenda import agenda_of
from rules.engine.chance import Chance, Luck, Value
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction, NotNow
from rules.engine.event import Event
from rules.engine.form import Form
from rules.engine.label import Label, plain_labels
from rules.engine.outcome import Account, Outcome
from rules.engine.presets import Preset, presets_of
from rules.engine.rooms import Anytime, Play, Question, Room, not_offered, question_of, questions
from rules.engine.seat import Names


class Options(BaseModel):
    """What can be chosen when a game is created. Every field has a default, a title and a description."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class State(BaseModel):
    """Everything a game knows at one moment, as data that survives JSON: lists, texts, records, no sets."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class View(BaseModel):
    """What one onlooker may see of a state: the only thing pictures, texts and menus are made of.

    `stopped`: a game master has ended the game as it stands, so nobody is to move any more.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    game: str
    stopped: bool = False


@dataclass(frozen=True)
class RollKind:
    """A roll that a game master may force: its label, how many values, and which.

    They are numbers from `low` to `high`, or one of `words`. `opening`: it comes only before the first
    decision. `table`: it is nobody's own, so it cannot be meant for one seat.
    """

    label: str
    summary: str
    count: int
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    opening: bool = False
    table: bool = False

    @property
    def sides(self) -> Sequence[Value]:
        """What one die or one draw may show."""
        return self.words or range(self.low, self.high + 1)

    def may_show(self, value: Value) -> bool:
        """Whether a game master may set it to that."""
        return str(value) in self.words if self.words else value in self.sides

    @property
    def span(self) -> str:
        """From where to where: `1 to 6`, `Aa to Kh`."""
        return f"{self.sides[0]} to {self.sides[-1]}"


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of its bound, beside S and V
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, O, V]):
    """One game: constants, models, and the rules as functions of the state.

    `apply` changes the state in place; whoever calls it owns a private copy (`Match` does). It succeeds
    or raises IllegalAction, and then the copy is thrown away: the outside sees all or nothing.
    """

    slug: ClassVar[str]
    """The folder's name and the value people type: `port_flower`."""
    command: ClassVar[str]
    """The slash command group: `portflower`."""
    title: ClassVar[str]
    pitch: ClassVar[str]
    """One sentence for the list of games."""
    credit: ClassVar[str]
    """Who designed or published it, and under which licence."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    rules_version: ClassVar[int] = 1
    tries: ClassVar[int] = 400
    """The most actions a greedy player tries before it decides: few where `evaluate` itself looks ahead."""
    alike: ClassVar[float] = 0.0
    """By how much two choices may differ in `evaluate` and are about equally good: then luck decides."""
    bluff: ClassVar[float] = 0.0
    """By how much a choice made in secret may be worse and is made half as often as the better one."""
    policies: ClassVar[Mapping[str, Callable[[Any, Any, Decision, Random], Action]]] = {}
    """More players for simulations and practice games, by their names (see `rules.engine.policy`)."""
    rounds: ClassVar[str] = "rounds"
    """What the game is counted in beside turns: rounds, deals."""
    seated: ClassVar[str] = ""
    """The field of the state that lists a record for each seat; empty where there is none."""

    options: type[O]
    state: type[S]
    rooms: ClassVar[tuple[type[Room[Any, Any]], ...]] = ()
    """What may lie on the agenda, in the order in which a game meets it."""
    anytime: ClassVar[tuple[Anytime[Any, Any, Any], ...]] = ()
    """What seats may do at any time."""
    play: type[Play[S]] = Play
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    rolls: ClassVar[tuple[RollKind, ...]] = ()

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """The named sets of options that a lobby offers, of `presets.toml` (see `rules.engine.presets`)."""
        return presets_of(sys.modules[type(self).__module__].__package__ or "rules")

    @abstractmethod
    def start(self, options: O, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """The opening position for that many seats, and what happened on the way to it."""

    def seat_range(self, options: O) -> tuple[int, int]:  # noqa: ARG002
        """How few and how many may play with these options."""
        return self.min_seats, self.max_seats

    def view(self, state: S, seat: int | None, told: Sequence[Event] = ()) -> V:  # noqa: ARG002
        """What that seat sees, or with `None` what everybody sees: nothing, if a game says nothing else.

        `told` is what the seat was told of the latest turns, oldest first (see `told_to`), with `Decided`
        before what came of somebody's decision and `TurnBegan` between turns (see `turns_of`): the only
        memory of the last moves, for the picture's traces and the words about them. A state alone has none.
        A turn begins with the event that opens it; one in which nothing was done yet is at the end of the
        turn before. The newest turn is traced strongly, older ones faintly.
        """
        return cast("V", View(game=self.slug))

    def view_to_choose(self, state: S, seat: int, told: Sequence[Event] = ()) -> V:
        """What a seat that is awaited sees when it looks at the board: maybe also where its choices lead."""
        return self.view(state, seat, told)

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or `None` while it goes on."""

    def account(self, state: S, seat: int) -> Account | None:  # noqa: ARG002
        """What the seat's place in a game that is over rests on: sum, where that comes from, tie-breaks.

        It stands beside the name in the ranking. `None`: the ranking holds names alone.
        """
        return None

    def may_roll(self, state: S, kind: RollKind) -> bool:  # noqa: ARG002
        """Whether such a roll can still come: a game master must not set one that never does."""
        return not kind.opening

    def replace(self, state: S, seat: int) -> Sequence[Event]:  # noqa: ARG002
        """A new player took over the seat: reset in place what was personal to the old one.

        Returns what is to be told of that.
        """
        return ()

    def redraw(self, state: S, seat: int | None, luck: Luck) -> None:
        """Draw anew, in place, all that the seat (`None`: the public) cannot see of the state.

        What comes of it depends on what is seen and on luck, and on nothing else: players of the bot's own
        think on it. Nothing changes in games where nothing is hidden.
        """

    def describe(self, view: V, names: Names) -> str:  # noqa: ARG002
        """The board in words, at most 1,024 characters: the picture's alt text."""
        return f"{self.title}."

    def reach(self, view: V) -> str:  # noqa: ARG002
        """What the onlooker can choose among on the board, in words, with the numbers that menus give places.

        Then the close-up shows that and not the last move. Empty unless the onlooker is choosing places.
        """
        return ""

    def tale(self, view: V, names: Names) -> str:  # noqa: ARG002
        """What happened in the newest turn the view was told of, whole, in one or two short sentences.

        It stands on the picture, begins the alt text, and is all that a post says of a turn it folds: the
        course, the dice, what came of it and what it cost. Plain text; empty where nothing happened.
        """
        return ""

    def befalls(self, state: S, event: Event) -> Sequence[int]:  # noqa: ARG002
        """The seats to whom an event happens, that of who acts among them: by default those it names.

        A post tells who is awaited first what befell them in the turns of others.
        """
        return event.involved()

    def standing(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Who stands how, in one or two short lines of plain text; empty when the picture says enough."""
        return ""

    def private_standing(self, view: V, names: Names) -> str:  # noqa: ARG002
        """What the onlooker alone may know, in one or two short lines of plain text: the cards in hand.

        Empty for the public, and in games where nothing is hidden.
        """
        return ""

    def value_name(self, state: S, seat: int, value: str) -> str:  # noqa: ARG002
        """How a value of a field reads to that seat where commands suggest it; what is typed is the value."""
        return value

    def leads_to(self, state: S, seat: int, action: Action) -> str:  # noqa: ARG002
        """Where a legal action leads, in a few words that a command's suggestions write behind a value."""
        return ""

    def turn(self, state: S) -> str:  # noqa: ARG002
        """A key that changes when a new turn begins (`3.2`: round and seat): then a new message starts."""
        return ""

    def comes_next(self, state: S) -> int:  # noqa: ARG002
        """The seat that has the turn after this one, as far as everybody can tell; 0 where nobody can."""
        return 0

    def round(self, state: S) -> str:  # noqa: ARG002
        """A key that changes when a new one of `rounds` begins; empty while there is none."""
        return ""

    def headline(self, state: S) -> str:  # noqa: ARG002
        """Where the game is, in a few public words for lists and messages: `Round 3 of 40`."""
        return ""

    def team(self, state: S, seat: int) -> int:  # noqa: ARG002
        """Which team a seat wins or loses with; where there are none every seat is one."""
        return seat

    def seat_name(self, state: S, seat: int) -> str:  # noqa: ARG002
        """The seat's own name in the game, its colour or ship. Without one, controls say its player's."""
        return f"Seat {seat}"

    def pieces(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """What stories call pieces that stand for their players, each with its seat: `{"the Captain": 2}`."""
        return {}

    def seat_mark(self, state: S, seat: int) -> str:  # noqa: ARG002
        """The letter by which a seat is known on pieces, cards and controls: no two seats have the same.

        What the bot plays is called by it, too: `Bot B`.
        """
        return ascii_uppercase[seat - 1]

    def read(self, text: str) -> Action:
        """The action a typed line means; games add their shorthands. Raises UnreadableAction."""
        return read(text, self.actions)

    def split(self, line: str) -> list[str]:
        """The single actions of a line that holds several, for `read`; games add their shorthands."""
        return [text for part in line.split("/") if (text := part.strip())]

    def evaluate(self, state: S, seat: int) -> float:
        """How good the position is for the seat, higher is better: what the greedy player looks at."""
        outcome = self.outcome(state)
        if outcome is None:
            return 0.0
        return (
            1.0 if seat in outcome.winners else -float(outcome.places().get(seat, len(outcome.places()) + 1))
        )

    def counts(
        self,
        state: S,  # noqa: ARG002
        before: Action | None,  # noqa: ARG002
        action: Action,  # noqa: ARG002
        events: Sequence[Event],  # noqa: ARG002
    ) -> Mapping[str, float]:
        """What simulations count beside decisions and turns, of an action just done and the one before it."""
        return {}

    def considers(self, state: S, seat: int, action: Action) -> bool:  # noqa: ARG002
        """Whether the greedy player tries that action at all: what cannot help only takes its time."""
        return True

    def complete(self, state: S) -> None:
        """Bring in line, in place, what a scenario's `given`, laid over a fresh state, has left open.

        Cards that lie nowhere now, or twice; what is asked: whatever an author should not have to write.
        """

    def check(self, state: S) -> None:
        """Raise AssertionError where an invariant of the state is broken.

        Tests, `simulate` and amendments ask for it; its message ends a sentence that people read.
        """
        for room in agenda_of(state):
            for fault in room.faults(state):
                raise AssertionError(fault)
        if self.outcome(state) is None and not questions(state):
            raise AssertionError("nobody is asked, yet the game goes on")

    def check_whole(self, state: S) -> None:
        """Raise AssertionError also where something is missing that scenarios may leave out.

        Amendments ask for it: their game goes on to its end.
        """
        self.check(state)

    def not_your_turn(self, state: S, seat: int) -> IllegalAction:  # noqa: ARG002
        """The refusal of whatever is done by a seat that is not asked now."""
        return IllegalAction("not_your_turn", "It is not your turn: nothing is asked of you at the moment.")

    def not_asked(self, state: S, action: Action) -> IllegalAction:  # noqa: ARG002
        """The refusal of a kind of action when the seat is asked for another."""
        return not_offered(action)

    # What follows is made of the rooms.

    def decisions(self, state: S) -> Sequence[Decision]:
        """Who must choose now. Empty only when the game is over."""
        if self.outcome(state) is not None:
            return ()
        return [question.decision(state) for question in questions(state)]

    def is_awaited(self, state: S, seat: int) -> bool:
        """Whether that seat must choose now."""
        return question_of(state, seat) is not None

    def free_actions(self, state: S, seat: int) -> Sequence[Action]:
        """What the seat may do at any time beside its decisions: resigning, standing orders."""
        if self.outcome(state) is not None:
            return ()
        return tuple(action for room in self.anytime for action in room.actions(state, seat))

    def canonical(self, state: S, seat: int, action: Action) -> Action:
        """The one form of what was typed: upper case, left-out numbers and fields filled in.

        Raises IllegalAction when no legal action can be meant.
        """
        question = None if action.free else question_of(state, seat)
        return question.canonical(state, action) if question else action

    def spelled(self, state: S, seat: int, action: Action) -> Sequence[Action]:
        """The actions that what a seat chose or typed stands for, to be done one after the other.

        Only shortcuts stand for several.
        """
        question = None if action.free else question_of(state, seat)
        if question is None or not isinstance(action, question.shortcut_kinds):
            return (action,)
        return question.spelled(state, action)

    def path(self, state: S, seat: int, action: Action) -> tuple[str, ...]:
        """The answers by which controls ask that seat for an action."""
        question = None if action.free else question_of(state, seat)
        return action.path() if question is None else question.path(state, action)

    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out a canonical action in place, and what follows until somebody must decide.

        Raises IllegalAction with the specification's code.
        """
        play = self.play(state, chance, seat)
        if action.free:
            self._at_any_time(state, seat, action).answer(play, action)
        else:
            self._question_for(state, seat, action).take(play, action)
        play.proceed()
        return play.events

    def timeout(self, state: S, seat: int) -> Action:
        """What an absent player does: an action `apply` accepts, maybe one that only timeouts do."""
        question = question_of(state, seat)
        if question is None:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
        return question.absent(state)

    def prompt(self, state: S, decision: Decision) -> str:
        """What is asked of a seat, to follow its name: `shares out the wind`."""
        question = question_of(state, decision.seat)
        return question.asks(state) if question else "is to decide"

    def label(self, state: S, seat: int, action: Action, depth: int) -> Label:
        """What the control for the first `depth` answers of the action's `path` says to that seat."""
        return self._labels(state, seat, action)[depth - 1]

    def _question_for(self, state: S, seat: int, action: Action) -> Question[S, Any, Any]:
        """The open question that such an action answers. Raises IllegalAction."""
        question = question_of(state, seat)
        if question is None:
            raise self.not_your_turn(state, seat)
        if not question.takes(state, action):
            raise self.not_asked(state, action)
        return question

    def _at_any_time(self, state: S, seat: int, action: Action) -> Anytime[S, Any, Any]:
        """The room of a free action that is possible now. Raises IllegalAction."""
        room = self._free_room(action)
        if room is None:
            raise not_offered(action)
        room.check(state, seat, action)
        return room

    def _free_room(self, action: Action) -> Anytime[S, Any, Any] | None:
        return next((room for room in self.anytime if isinstance(action, room.answers)), None)

    def _labels(self, state: S, seat: int, action: Action) -> Sequence[Label]:
        """What each answer of the action's path is called."""
        if action.free:
            room = self._free_room(action)
            return room.labels(state, seat, action) if room else plain_labels(action)
        question = question_of(state, seat)
        if question is not None and isinstance(action, question.shortcut_kinds):
            return question.shortcut_labels(state, action)
        if question is None or not question.takes(state, action):
            return plain_labels(action)
        return question.labels(state, action)

    # What follows is the same for every game.

    def resolve(self, state: S, seat: int, action: Action) -> Action:
        """The canonical action, if this seat may act at all now. Raises IllegalAction."""
        if type(action) not in self.actions:
            raise IllegalAction("not_allowed", f"“{action}” belongs to another game than {self.title}.")
        if self.outcome(state) is not None:
            raise IllegalAction("game_over", "This game is over. Start a new one with /play.")
        if not action.free and not self.is_awaited(state, seat):
            raise self.not_your_turn(state, seat)
        return self.canonical(state, seat, action)

    def decision_of(self, state: S, seat: int) -> Decision | None:
        """What that seat must decide now, if anything."""
        return next((decision for decision in self.decisions(state) if decision.seat == seat), None)

    def legal_actions(self, state: S, seat: int) -> tuple[Action, ...]:
        """Everything the seat may do now: its decision's actions, then its free ones."""
        decision = self.decision_of(state, seat)
        return (*(decision.actions if decision else ()), *self.free_actions(state, seat))

    def forms(self, state: S, seat: int) -> tuple[Form, ...]:
        """The actions the seat may do with freely filled blanks."""
        decision = self.decision_of(state, seat)
        return decision.forms if decision else ()

    def load_state(self, data: str | bytes) -> S:
        """A private copy of a stored state. Raises pydantic's ValidationError where it does not fit."""
        return self.state.model_validate_json(data)

    def stored_state(self, data: str, version: int) -> S:
        """A private copy of a state that was stored under that version of the rules."""
        if version == self.rules_version:
            return self.load_state(data)
        return self.state.model_validate(self.renewed(json.loads(data), version))

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:  # noqa: ARG002
        """A state of older rules as one of today's, both as data.

        A game that changes what its states hold, or how they go on, raises `rules_version` and says here what
        becomes of states of each older version. Matches under way go on from there
        (`rules.engine.rules_migration`).
        """
        return state

    def load_event(self, data: Mapping[str, JsonValue]) -> Event:
        """A stored event (see `dump_event`). Raises ValueError where the game has no such event."""
        fields = dict(data)
        kind = fields.pop("event", None)
        model = self._events_by_kind.get(kind) if isinstance(kind, str) else None
        if model is None:
            raise ValueError(f"{self.title} has no event {kind!r}")
        return model.model_validate(fields)

    @cached_property
    def turn_openers(self) -> frozenset[str]:
        """The kinds of events with which turns begin."""
        return frozenset(event.kind for event in self.events if event.opens_turn)

    @cached_property
    def _events_by_kind(self) -> Mapping[JsonValue, type[Event]]:
        # Of several of a kind the first: the others differ in what they reveal as they happen.
        return {event.kind: event for event in reversed(self.events)}


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Some game, where the caller handles them all alike and hands their own states back to them."""
