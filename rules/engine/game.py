"""The contract that every game fulfils.

A game is an object with data and small functions over its state. It knows seats by number, never people.
Everything that enters or leaves it is one of the models it declares. The methods have the same order here and
in every game.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from random import Random
from string import ascii_uppercase
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, JsonValue, SerializerFunctionWrapHandler, model_serializer

from rules.engine.about import about
from rules.engine.action import Action, read
from rules.engine.agenda import Task, agenda_of
from rules.engine.answers import ANSWERS, answer_of
from rules.engine.chance import Chance, Luck, Value
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction, NotNow
from rules.engine.event import Event, events_in
from rules.engine.form import Form
from rules.engine.label import Label, plain_labels
from rules.engine.outcome import Account, Outcome
from rules.engine.presets import Preset, presets_of
from rules.engine.rooms import Anytime, Play, Question, Room, not_offered, question_of, questions
from rules.engine.seat import Names

T = TypeVar("T", bound=Task)


class Options(BaseModel):
    """The choices when a game is created. Every field has a default, a title and a description."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    added_later: ClassVar[frozenset[str]] = frozenset()
    """Switches that came later under the same rules version. One that is off is not stored."""

    @model_serializer(mode="wrap")
    def _as_before(self, write: SerializerFunctionWrapHandler) -> dict[str, JsonValue]:
        written: dict[str, JsonValue] = write(self)
        return {name: value for name, value in written.items() if value or name not in self.added_later}


class State(BaseModel):
    """Everything a game knows at one moment, as data that survives JSON: lists, texts, records, no sets."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class AgendaState(State, Generic[T]):
    """A state with a field `agenda`, whose records are of that family."""

    @property
    def task(self) -> T | None:
        """What happens next."""
        agenda: list[T] = agenda_of(self)
        return agenda[-1] if agenda else None


class View(BaseModel):
    """What one onlooker may see of a state. Pictures, texts and menus are made only of views.

    `stopped` is set when a game master has ended the game, so nobody is to move any more.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    game: str
    stopped: bool = False


@dataclass(frozen=True)
class RollKind:
    """A roll that a game master may force: its label, the number of values, and which are possible.

    The values are numbers from `low` to `high`, or some of `words`. `opening`: it comes only before the first
    decision. `table`: it belongs to no seat, so it cannot be forced for one.
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
        """The possible values of one die or one draw."""
        return self.words or range(self.low, self.high + 1)

    def may_show(self, value: Value) -> bool:
        """Return whether a game master may set it to that value."""
        return str(value) in self.words if self.words else value in self.sides

    @property
    def span(self) -> str:
        """The range of its values: `1 to 6`, `Aa to Kh`."""
        return f"{self.sides[0]} to {self.sides[-1]}"


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of its bound, like S and V
V = TypeVar("V", bound=View)


class Game(Generic[S, O, V]):
    """A game: constants, models, and the rules as functions of the state.

    The brackets name the models of its state, options and view. `game.toml` in its package tells people what
    it is (`rules.engine.about`). A function in its package answers what its class does not define: `describe`
    in `shown/words.py` for the method `describe`. `rules.engine.answers` lists which.

    `apply` changes the state in place, so the caller must own a private copy (`Match` does). It succeeds or
    raises IllegalAction. The caller then drops the copy, so that an action happens completely or not at all.
    """

    slug: ClassVar[str]
    """What people type: `port_flower`. By default the name of the folder."""
    command: ClassVar[str]
    """The slash command group: `portflower`."""
    title: ClassVar[str]
    pitch: ClassVar[str]
    """One sentence for the list of games."""
    credit: ClassVar[str]
    """Who designed or published it, and its licence."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    rules_version: ClassVar[int] = 1
    tries: ClassVar[int] = 400
    """The most actions a steady player tries before it decides: few if `evaluate` itself looks ahead."""
    alike: ClassVar[float] = 0.0
    """The largest difference in `evaluate` between choices that count as equally good. Luck decides among
    them.
    """
    effort: ClassVar[float] = 1e-6
    """How much each further action of a turn must add to `evaluate`, so that no player goes to and fro."""
    bluff: ClassVar[float] = 0.0
    """A secret choice that is worse by this much is made half as often as the better one."""
    policies: ClassVar[Mapping[str, Callable[[Any, Any, Decision, Random], Action]]] = {}
    """More players for simulations and practice games, by name (see `rules.engine.policy`)."""
    rounds: ClassVar[str] = "rounds"
    """What the game counts besides turns: rounds, deals."""
    seated: ClassVar[str] = ""
    """The field of the state that lists a record for each seat; empty if there is none."""

    state: type[S]
    options: type[O]
    rooms: ClassVar[tuple[type[Room[Any, Any]], ...]] = ()
    """The rooms that may be on the agenda, in the order in which a game meets them."""
    anytime: ClassVar[tuple[Anytime[Any, Any, Any], ...]] = ()
    """What seats may do at any time."""
    play: type[Play[S]] = Play
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    """By default all that the module `events` of the game's package defines."""
    rolls: ClassVar[tuple[RollKind, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Give a game its models, what its modules and `game.toml` say of it, its events, and its slug."""
        super().__init_subclass__()
        package = sys.modules[cls.__module__].__package__ or "rules"
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is Game:
                cls.state, cls.options, _ = get_args(base)
        for name, value in about(package).items():
            setattr(cls, name, value)
        for name in ANSWERS:
            method = getattr(Game, name)
            if getattr(cls, name) is method and (answer := answer_of(package, name, method)):
                setattr(cls, name, staticmethod(answer))
        if not hasattr(cls, "slug"):
            cls.slug = package.rpartition(".")[2]
        if not hasattr(cls, "events"):
            cls.events = events_in(import_module(f"{cls.__module__}.events"))

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """The named sets of options that a lobby offers, from `presets.toml` (see `rules.engine.presets`)."""
        return presets_of(sys.modules[type(self).__module__].__package__ or "rules")

    def start(self, options: O, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """Return the opening position for that many seats, and the events on the way to it.

        By default it is `new_game`, played on until somebody must decide. Raises BadOption if the options do
        not fit the number of seats.
        """
        play = self.new_game(options, seats, chance)
        play.proceed()
        return play.state, play.events

    def new_game(self, options: O, seats: int, chance: Chance) -> Play[S]:
        """Return a game of that many seats as it is set up."""
        raise NotImplementedError(f"{self.title} needs `start`, or `new_game` in its module `setup`.")

    def seat_range(self, options: O) -> tuple[int, int]:  # noqa: ARG002
        """Return the smallest and the largest number of players with these options."""
        return self.min_seats, self.max_seats

    def view(self, state: S, seat: int | None, told: Sequence[Event] = ()) -> V:  # noqa: ARG002
        """Return what that seat sees, or with `None` what everybody sees. By default it is nothing.

        `told` is what the seat was told of the latest turns, oldest first (see `told_to`). It has `Decided`
        before the consequences of somebody's decision and `TurnBegan` between turns (see `turns_of`). It is
        the only memory of the last moves, since the state has none: the picture traces them, and the words
        tell them. A turn begins with the event that opens it. Until something is done in a turn, that event
        is at the end of the turn before. The newest turn has strong traces, older ones faint traces.
        """
        return cast("V", View(game=self.slug))

    def view_to_choose(self, state: S, seat: int, told: Sequence[Event] = ()) -> V:
        """Return what an awaited seat sees on the board, perhaps with where its choices lead."""
        return self.view(state, seat, told)

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or `None` while it goes on. By default the state's `result` says it."""
        result: Outcome | None = vars(state)["result"]
        return result

    def account(self, state: S, seat: int) -> Account | None:  # noqa: ARG002
        """Return what the seat's final place is based on: the sum, where it comes from, tie-breaks.

        The ranking shows it next to the name. With `None` the ranking shows names only.
        """
        return None

    def may_roll(self, state: S, kind: RollKind) -> bool:  # noqa: ARG002
        """Return whether such a roll can still come. A game master must not set one that cannot.

        It is not asked about rolls of the `opening`.
        """
        return True

    def replace(self, state: S, seat: int) -> Sequence[Event]:  # noqa: ARG002
        """Reset in place what was personal to the old player of a seat, and return the events to tell."""
        return ()

    def redraw(self, state: S, seat: int | None, luck: Luck) -> None:
        """Draw again, in place, everything in the state that the seat (`None`: the public) cannot see.

        The result depends only on what is seen and on luck. The bot's players think on it. By default nothing
        changes, which is right if nothing is hidden.
        """

    def describe(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return the board in words, at most 1,024 characters: the picture's alt text."""
        return f"{self.title}."

    def reach(self, view: V) -> str:  # noqa: ARG002
        """Return what the onlooker can choose on the board, in words, with the numbers of places in menus.

        The close-up then shows these places and not the last move. Empty unless the onlooker is choosing
        places.
        """
        return ""

    def tale(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return the newest turn that the view was told of, if possible in one line of a phone.

        It is all that a post says of a folded turn: the course, the result and the cost. Plain text, about 48
        letters; empty if nothing happened.
        """
        return ""

    def befalls(self, state: S, event: Event) -> Sequence[int]:  # noqa: ARG002
        """Return the seats that an event affects, including the acting one. By default, those that it names.

        A post first tells an awaited player what affected them in the turns of others. Old posts are composed
        again, so the answer depends on the event and on what no move changes, such as who sails which ship.
        """
        return event.involved()

    def share(self, state: S, event: Event, seat: int) -> Event:  # noqa: ARG002
        """Return the part of an event that affects a seat, such as where a whirlpool took its ship.

        By default it is the whole event. The part has the same faces as the whole, and depends on the same
        as `befalls`.
        """
        return event

    def standing(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return the standings in one or two short lines of plain text; empty if the picture says enough."""
        return ""

    def private_standing(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return what only the onlooker may know, in one or two short lines of plain text: the cards in hand.

        Empty for the public, and in games where nothing is hidden.
        """
        return ""

    def value_name(self, state: S, seat: int, value: str) -> str:  # noqa: ARG002
        """Return how a field's value reads in the seat's command suggestions. People still type the value."""
        return value

    def leads_to(self, state: S, seat: int, action: Action) -> str:  # noqa: ARG002
        """Where a legal action leads, in a few words that a command's suggestions write behind a value."""
        return ""

    def in_favour(self, state: S, seat: int, action: Action) -> Sequence[str]:  # noqa: ARG002
        """Return what speaks for a legal action of that seat, what matters most first: `takes buoy 3`.

        Each completes a sentence about the choice that begins with "It". It rests on what the seat can see.
        Advice tells only what most other choices lack (see `rules.engine.reasons`), so the list may hold what
        many have.
        """
        return ()

    def turn(self, state: S) -> str:  # noqa: ARG002
        """Return a key that changes when a turn begins (`3.2`: round and seat). Then a new post starts."""
        return ""

    def turn_name(self, key: str) -> str:
        """Return how lists and votes call the turn of that key: `turn 3.2`, or what is set up."""
        return f"turn {key}"

    def comes_next(self, state: S) -> int:  # noqa: ARG002
        """Return the seat whose turn comes after this one, if everybody can tell; 0 otherwise."""
        return 0

    def round(self, state: S) -> str:  # noqa: ARG002
        """Return a key that changes when a new one of `rounds` begins; empty while there is none."""
        return ""

    def headline(self, state: S) -> str:  # noqa: ARG002
        """Return the game's progress in a few public words for lists and posts: `Round 3 of 40`."""
        return ""

    def team(self, state: S, seat: int) -> int:  # noqa: ARG002
        """Return the team with which a seat wins or loses. Without teams, every seat is its own."""
        return seat

    def seat_name(self, state: S, seat: int) -> str:  # noqa: ARG002
        """Return the seat's own name in the game: its colour or ship. If empty, controls name its player."""
        return f"Seat {seat}"

    def pieces(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """Return what stories call the pieces of players, each with its seat: `{"the Captain": 2}`."""
        return {}

    def seat_mark(self, state: S, seat: int) -> str:  # noqa: ARG002
        """Return the letter that identifies a seat on pieces, cards and controls. No two seats share one.

        Seats that the bot plays are called by it: `Bot B`.
        """
        return ascii_uppercase[seat - 1]

    def read(self, text: str) -> Action:
        """Return the action a typed line means. Games add shorthands. Raises UnreadableAction."""
        return read(text, self.actions)

    def split(self, line: str) -> list[str]:
        """Split a line into single actions for `read`. Games add shorthands."""
        return [text for part in line.split("/") if (text := part.strip())]

    def evaluate(self, state: S, seat: int) -> float:
        """Return how good the position is for the seat; higher is better. The steady player uses it."""
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
        """Return what simulations count besides decisions and turns, for an action and the one before it."""
        return {}

    def considers(self, state: S, seat: int, action: Action) -> bool:  # noqa: ARG002
        """Return whether the steady player tries that action. Useless ones only take time."""
        return True

    def outlook(self, state: S, seat: int) -> float:
        """Return how good the position is when a turn of the seat begins, in the measure of `evaluate`.

        The strong player's playouts end there. By default it is `evaluate`. A game may look at less,
        so that dice that have just been thrown do not count.
        """
        return self.evaluate(state, seat)

    def quick(self, state: S, decision: Decision, luck: Luck) -> Action | None:  # noqa: ARG002
        """Return the action of a cheap player, for the coming turns in the strong player's playouts.

        It sees what its seat sees, tries no action and changes nothing. `None` if it cannot tell: then a few
        actions are tried.
        """
        return None

    def complete(self, state: S) -> None:
        """Complete, in place, a fresh state over which a scenario's `given` was laid.

        It places cards that are nowhere or in two places, and asks the open question: whatever an author
        should not have to write.
        """

    def check(self, state: S) -> None:
        """Raise AssertionError if an invariant of the state is broken.

        Tests, `simulate` and amendments call it. Its message ends a sentence that people read.
        """
        for room in agenda_of(state):
            for fault in room.faults(state):
                raise AssertionError(fault)
        if self.outcome(state) is None and not questions(state):
            raise AssertionError("nobody is asked, yet the game goes on")
        self.must_hold(state)

    def check_whole(self, state: S) -> None:
        """Raise AssertionError also if something is missing that scenarios may leave out.

        Amendments call it, because their game goes on to its end.
        """
        self.check(state)
        self.must_hold_at_last(state)

    def must_hold(self, state: S) -> None:
        """Raise AssertionError if an invariant of this game is broken (see `check`)."""

    def must_hold_at_last(self, state: S) -> None:
        """Raise AssertionError if something is missing that scenarios may leave out (see `check_whole`)."""

    def not_your_turn(self, state: S, seat: int) -> IllegalAction:  # noqa: ARG002
        """Return the refusal of any action by a seat that is not asked now."""
        return IllegalAction("not_your_turn", "It is not your turn: nothing is asked of you at the moment.")

    def not_asked(self, state: S, action: Action) -> IllegalAction:  # noqa: ARG002
        """Return the refusal of an action if the seat is asked for another kind."""
        return not_offered(action)

    # The rooms define the following.

    def decisions(self, state: S) -> Sequence[Decision]:
        """Return the open decisions. There are none only when the game is over."""
        if self.outcome(state) is not None:
            return ()
        return [question.decision(state) for question in questions(state)]

    def is_awaited(self, state: S, seat: int) -> bool:
        """Return whether that seat must choose now."""
        return question_of(state, seat) is not None

    def free_actions(self, state: S, seat: int) -> Sequence[Action]:
        """Return what the seat may do at any time, independent of decisions: resigning, standing orders."""
        if self.outcome(state) is not None:
            return ()
        return tuple(action for room in self.anytime for action in room.actions(state, seat))

    def canonical(self, state: S, seat: int, action: Action) -> Action:
        """Return the canonical form of what was typed: upper case, omitted numbers and fields filled in.

        Raises IllegalAction if no legal action can be meant.
        """
        question = None if action.free else question_of(state, seat)
        return question.canonical(state, action) if question else action

    def spelled(self, state: S, seat: int, action: Action) -> Sequence[Action]:
        """Return the actions that a chosen or typed action means, to be done one after the other.

        Only shortcuts mean several.
        """
        question = None if action.free else question_of(state, seat)
        if question is None or not isinstance(action, question.shortcut_kinds):
            return (action,)
        return question.spelled(state, action)

    def path(self, state: S, seat: int, action: Action) -> tuple[str, ...]:
        """Return the answers by which controls ask that seat for an action."""
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
        """Return what an absent player does: an action that `apply` accepts, perhaps one only timeouts do."""
        question = question_of(state, seat)
        if question is None:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
        return question.absent(state)

    def prompt(self, state: S, decision: Decision) -> str:
        """Return what a seat is asked, as the words after its name: `shares out the wind`."""
        question = question_of(state, decision.seat)
        return question.asks(state) if question else "is to decide"

    def label(self, state: S, seat: int, action: Action, depth: int) -> Label:
        """Return the seat's label of the control for the first `depth` answers of the action's `path`."""
        labels = self._labels(state, seat, action)
        if depth > len(labels):
            path = " / ".join(self.path(state, seat, action))
            raise TypeError(
                f"“{action}” has the answers {path}, and `labels` of its room returns {len(labels)}. Return a"
                " label for each of them, also for what a form fills in."
            )
        return labels[depth - 1]

    def _question_for(self, state: S, seat: int, action: Action) -> Question[S, Any, Any]:
        """Return the open question that such an action answers. Raises IllegalAction."""
        question = question_of(state, seat)
        if question is None:
            raise self.not_your_turn(state, seat)
        if not question.takes(state, action):
            raise self.not_asked(state, action)
        return question

    def _at_any_time(self, state: S, seat: int, action: Action) -> Anytime[S, Any, Any]:
        """Return the room of a free action that is possible now. Raises IllegalAction."""
        room = self._free_room(action)
        if room is None:
            raise not_offered(action)
        room.check(state, seat, action)
        return room

    def _free_room(self, action: Action) -> Anytime[S, Any, Any] | None:
        return next((room for room in self.anytime if isinstance(action, room.answers)), None)

    def _labels(self, state: S, seat: int, action: Action) -> Sequence[Label]:
        """Return the label of each answer of the action's path."""
        if action.free:
            room = self._free_room(action)
            return room.labels(state, seat, action) if room else plain_labels(action)
        question = question_of(state, seat)
        if question is not None and isinstance(action, question.shortcut_kinds):
            return question.shortcut_labels(state, action)
        if question is None or not question.takes(state, action):
            return plain_labels(action)
        return question.labels(state, action)

    # The following is the same for every game.

    def resolve(self, state: S, seat: int, action: Action) -> Action:
        """Return the canonical action if this seat may act at all now. Raises IllegalAction."""
        if type(action) not in self.actions:
            raise IllegalAction("not_allowed", f"“{action}” belongs to another game than {self.title}.")
        if self.outcome(state) is not None:
            raise IllegalAction("game_over", "This game is over. Start a new one with /play.")
        if not action.free and not self.is_awaited(state, seat):
            raise self.not_your_turn(state, seat)
        return self.canonical(state, seat, action)

    def decision_of(self, state: S, seat: int) -> Decision | None:
        """Return what that seat must decide now, or `None`."""
        return next((decision for decision in self.decisions(state) if decision.seat == seat), None)

    def legal_actions(self, state: S, seat: int) -> tuple[Action, ...]:
        """Return everything the seat may do now: its decision's actions, then its free ones."""
        decision = self.decision_of(state, seat)
        return (*(decision.actions if decision else ()), *self.free_actions(state, seat))

    def forms(self, state: S, seat: int) -> tuple[Form, ...]:
        """Return the seat's legal actions with blanks to fill in."""
        decision = self.decision_of(state, seat)
        return decision.forms if decision else ()

    def load_state(self, data: str | bytes) -> S:
        """Return a private copy of a stored state. Raises pydantic's ValidationError if it does not fit."""
        return self.state.model_validate_json(data)

    def stored_state(self, data: str, version: int) -> S:
        """Return a private copy of a state that was stored under that version of the rules."""
        if version == self.rules_version:
            return self.load_state(data)
        return self.state.model_validate(self.renewed(json.loads(data), version))

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:  # noqa: ARG002
        """Convert a state of older rules to the current ones, both as data.

        A game that changes what its states hold, or how they go on, raises `rules_version` and converts
        states of each older version here. Matches in progress go on from there
        (`rules.engine.rules_migration`).
        """
        return state

    def load_event(self, data: Mapping[str, JsonValue]) -> Event:
        """Return a stored event (see `dump_event`). Raises ValueError if the game has no such event."""
        fields = dict(data)
        kind = fields.pop("event", None)
        model = self._events_by_kind.get(kind) if isinstance(kind, str) else None
        if model is None:
            raise ValueError(f"{self.title} has no event {kind!r}")
        return model.model_validate(fields)

    @cached_property
    def turn_openers(self) -> frozenset[str]:
        """The kinds of events that begin turns."""
        return frozenset(event.kind for event in self.events if event.opens_turn)

    @cached_property
    def _events_by_kind(self) -> Mapping[JsonValue, type[Event]]:
        # The first of each kind is enough: the others differ only in what they reveal as they happen.
        return {event.kind: event for event in reversed(self.events)}


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Any game, for callers that handle all games the same way and pass each its own states."""
