"""The contract that every game fulfils.

A game is an object with data and small functions over its state. A game knows only seats, which have numbers.
Every game defines its methods in the order of this file.
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
from rules.engine.data import Data
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction, NotNow
from rules.engine.event import Event, events_in
from rules.engine.label import Label, plain_labels
from rules.engine.outcome import Account, Outcome
from rules.engine.presets import Preset, presets_of
from rules.engine.rooms import Anytime, Play, Question, Room, not_offered, question_of, questions
from rules.engine.seat import Names

T = TypeVar("T", bound=Task)


class Options(Data):
    """The base class of a game's options. Every field has a default."""

    added_later: ClassVar[frozenset[str]] = frozenset()
    """Options that were added without a new rules version. Such an option is stored only if it is on."""

    @model_serializer(mode="wrap")
    def _as_before(self, write: SerializerFunctionWrapHandler) -> dict[str, JsonValue]:
        written: dict[str, JsonValue] = write(self)
        return {name: value for name, value in written.items() if value or name not in self.added_later}


class State(BaseModel):
    """The base class of states. A state consists of data that JSON can store, so it contains no sets."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class AgendaState(State, Generic[T]):
    """A state whose field `agenda` lists records of the family `T`."""

    @property
    def task(self) -> T | None:
        """The record that comes next; `None` if the agenda is empty."""
        agenda: list[T] = agenda_of(self)
        return agenda[-1] if agenda else None


class View(Data):
    """The part of a state that one onlooker may see. `stopped` is true if a game master ended the game."""

    game: str
    stopped: bool = False


@dataclass(frozen=True)
class RollKind:
    """A kind of roll. Game masters may force rolls of all kinds that are not `opening`.

    A roll has `count` values: numbers from `low` to `high` or, if there are `words`, some of these words. An
    `opening` roll happens only before the first decision. A `table` roll belongs to no seat.
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
        """Return whether the roll can show this value."""
        return str(value) in self.words if self.words else value in self.sides

    @property
    def span(self) -> str:
        """The range of the possible values, such as `1 to 6` or `Aa to Kh`."""
        return f"{self.sides[0]} to {self.sides[-1]}"


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of its bound, like S and V
V = TypeVar("V", bound=View)


class Game(Generic[S, O, V]):
    """The base class of games: constants, models, and the rules as functions of the state.

    The type parameters are the models of the state, the options and the view. A function in the game's
    package can replace a method that the class does not define (see `rules.engine.answers`).
    """

    slug: ClassVar[str]
    """The name that people type, such as `port_flower`. By default it is the name of the folder."""
    command: ClassVar[str]
    """The group of slash commands, such as `portflower`."""
    title: ClassVar[str]
    pitch: ClassVar[str]
    """One sentence for the list of games."""
    credit: ClassVar[str]
    """The game's designer or publisher, and its licence."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    rules_version: ClassVar[int] = 1
    tries: ClassVar[int] = 400
    """The maximum number of actions that a steady player tries for a decision; low if `evaluate` is slow."""
    alike: ClassVar[float] = 0.0
    """The largest difference in `evaluate` between choices that count as equally good."""
    effort: ClassVar[float] = 1e-6
    """Each further action of a turn must add at least this much to `evaluate`, so the bot ends its turns."""
    bluff: ClassVar[float] = 0.0
    """The bot makes a secret choice half as often as the best one if it is this much worse in `evaluate`."""
    policies: ClassVar[Mapping[str, Callable[[Any, Any, Decision, Random], Action]]] = {}
    """Additional policies for simulations and practice games, by name (see `rules.engine.policy`)."""
    rounds: ClassVar[str] = "rounds"
    """The word for what the game counts besides turns, such as `rounds` or `deals`."""
    seated: ClassVar[str] = ""
    """The name of the state's field with one record for each seat; empty if there is no such field."""

    state: type[S]
    options: type[O]
    rooms: ClassVar[tuple[type[Room[Any, Any]], ...]] = ()
    """The rooms that may be on the agenda, in the order of play."""
    anytime: ClassVar[tuple[Anytime[Any, Any, Any], ...]] = ()
    """What seats may do at any time."""
    play: type[Play[S]] = Play
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    """The kinds of events. By default they are all events of the package's module `events`."""
    rolls: ClassVar[tuple[RollKind, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Derive missing class attributes from the type parameters, `game.toml` and the game's modules."""
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
        """The named sets of options that a lobby offers (see `rules.engine.presets`)."""
        return presets_of(sys.modules[type(self).__module__].__package__ or "rules")

    def start(self, options: O, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """Return the first state of a game with `seats` seats, and the events that lead to it.

        By default, the game from `new_game` goes on until somebody must decide. Raises BadOption if the
        options do not fit the number of seats.
        """
        play = self.new_game(options, seats, chance)
        play.proceed()
        return play.state, play.events

    def new_game(self, options: O, seats: int, chance: Chance) -> Play[S]:
        """Return the play that sets up a game, before the rules go on to the first decision."""
        raise NotImplementedError(f"{self.title} needs `start`, or `new_game` in its module `setup`.")

    def seat_range(self, options: O) -> tuple[int, int]:  # noqa: ARG002
        """Return the smallest and the largest number of players with these options."""
        return self.min_seats, self.max_seats

    def view(self, state: S, seat: int | None, told: Sequence[Event] = ()) -> V:  # noqa: ARG002
        """Return the view of `seat`; with `None`, the public view. By default the view shows nothing.

        `told` lists the events of the latest turns that the onlooker learned of, oldest first. A `Decided`
        comes before the consequences of a decision, and a `TurnBegan` between turns. The picture traces these
        events, because the state does not contain moves. As long as nothing was done in a turn, the
        turn's opening event belongs to the previous turn.
        """
        return cast("V", View(game=self.slug))

    def view_to_choose(self, state: S, seat: int, told: Sequence[Event] = ()) -> V:
        """Return the view of an awaited seat. A game may add the places to which the seat can move."""
        return self.view(state, seat, told)

    def outcome(self, state: S) -> Outcome | None:
        """Return the end of the game, by default the state's `result`; `None` while the game goes on."""
        result: Outcome | None = vars(state)["result"]
        return result

    def account(self, state: S, seat: int) -> Account | None:  # noqa: ARG002
        """Return the score that the ranking shows next to a seat's name; `None` to show only the name."""
        return None

    def may_roll(self, state: S, kind: RollKind) -> bool:  # noqa: ARG002
        """Return whether a roll of this kind can still happen and may be forced. `kind` is not `opening`."""
        return True

    def replace(self, state: S, seat: int) -> Sequence[Event]:  # noqa: ARG002
        """Cancel, in place, the standing orders of a seat's former player, and return the events."""
        return ()

    def redraw(self, state: S, seat: int | None, luck: Luck) -> None:
        """Draw again, in place, everything in the state that is hidden from `seat` (`None`: the public).

        The result depends only on luck and on what the seat sees. By default nothing is hidden.
        """

    def describe(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return the alt text of the picture: the board in words, at most 1,024 characters."""
        return f"{self.title}."

    def reach(self, view: V) -> str:  # noqa: ARG002
        """Return a text with the places that the onlooker can choose, and their numbers in menus.

        If the text is not empty, the close-up shows these places instead of the last move.
        """
        return ""

    def tale(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return a line of plain text about the view's newest turn; empty if nothing happened.

        A post shows only this line about an earlier turn. The line should fit on a phone (about 48 letters).
        """
        return ""

    def befalls(self, state: S, event: Event) -> Sequence[int]:  # noqa: ARG002
        """Return the seats that an event affects, including the acting seat: by default `Event.involved`.

        Old posts are composed again from later states, so the result may depend only on the event and on
        parts of the state that no move changes, such as who sails which ship.
        """
        return event.involved()

    def share(self, state: S, event: Event, seat: int) -> Event:  # noqa: ARG002
        """Return the part of an event that affects a seat, such as where a whirlpool took its ship.

        The part has the same `face`, and depends only on what `befalls` may depend on.
        """
        return event

    def standing(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return the standings in one or two short lines of plain text; empty if the picture is enough."""
        return ""

    def private_standing(self, view: V, names: Names) -> str:  # noqa: ARG002
        """Return what only the onlooker may know, such as a hand of cards, in one or two lines of plain text.

        The text is empty for the public.
        """
        return ""

    def value_name(self, state: S, seat: int, value: str) -> str:  # noqa: ARG002
        """Return the text that command suggestions show for a field's value. People type the value itself."""
        return value

    def leads_to(self, state: S, seat: int, action: Action) -> str:  # noqa: ARG002
        """Return where a legal action leads, in a few words for the suggestions of a command."""
        return ""

    def in_favour(self, state: S, seat: int, action: Action) -> Sequence[str]:  # noqa: ARG002
        """Return reasons for a legal action of `seat`, the most important first, such as `takes buoy 3`.

        Each reason completes a sentence in which "It" is the action, and uses only what the seat can see.
        """
        return ()

    def turn(self, state: S) -> str:  # noqa: ARG002
        """Return a key that changes when a turn begins, such as `3.2` (round and seat)."""
        return ""

    def turn_name(self, key: str) -> str:
        """Return a name, such as `turn 3.2`, for the turn or the part of the setup with this key."""
        return f"turn {key}"

    def comes_next(self, state: S) -> int:  # noqa: ARG002
        """Return the seat that has the next turn; 0 if that is not yet known to everybody."""
        return 0

    def round(self, state: S) -> str:  # noqa: ARG002
        """Return a key that changes when a new round (see `rounds`) begins; empty while there is no round."""
        return ""

    def headline(self, state: S) -> str:  # noqa: ARG002
        """Return the game's progress in a few public words for lists and posts: `Round 3 of 40`."""
        return ""

    def team(self, state: S, seat: int) -> int:  # noqa: ARG002
        """Return the team with which a seat wins or loses. By default every seat is a team of its own."""
        return seat

    def seat_name(self, state: S, seat: int) -> str:  # noqa: ARG002
        """Return the seat's name in the game, such as a colour. Without a name, controls name the player."""
        return f"Seat {seat}"

    def pieces(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """Map the names that stories use for players' pieces to the seats: `{"the Captain": 2}`."""
        return {}

    def seat_mark(self, state: S, seat: int) -> str:  # noqa: ARG002
        """Return the unique letter of a seat, which pieces show and the name of a bot contains: `Bot B`."""
        return ascii_uppercase[seat - 1]

    def read(self, text: str) -> Action:
        """Return the action that a typed line describes. Games add shorthands. Raises UnreadableAction."""
        return read(text, self.actions)

    def split(self, line: str) -> list[str]:
        """Split a typed line into the texts of single actions, for `read`. Games add shorthands."""
        return [text for part in line.split("/") if (text := part.strip())]

    def evaluate(self, state: S, seat: int) -> float:
        """Return the position's value for the seat, as the steady player judges it; higher is better."""
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
        """Return further counts for `simulate`. `action` led to `state`; `before` is the previous action."""
        return {}

    def considers(self, state: S, seat: int, action: Action) -> bool:  # noqa: ARG002
        """Return whether the steady player tries an action. Trying useless actions only costs time."""
        return True

    def outlook(self, state: S, seat: int) -> float:
        """Return the value of a position in which a strong player's playout ends, on the scale of `evaluate`.

        The value may ignore, for example, dice that were thrown at the start of the seat's turn.
        """
        return self.evaluate(state, seat)

    def quick(self, state: S, decision: Decision, luck: Luck) -> Action | None:  # noqa: ARG002
        """Return an action that is found quickly, for the later actions of the strong player's playouts.

        The choice depends only on luck and on what the seat sees, and the state does not change. If the
        result is `None`, the playout tries some actions.
        """
        return None

    def complete(self, state: S) -> None:
        """Complete a new state in place: fill in what a scenario's `given` leaves open, such as the deck."""

    def check(self, state: S) -> None:
        """Raise AssertionError if an invariant is broken. The message is the end of a sentence for people."""
        for room in agenda_of(state):
            for fault in room.faults(state):
                raise AssertionError(fault)
        if self.outcome(state) is None and not questions(state):
            raise AssertionError("nobody is asked, yet the game goes on")
        self.must_hold(state)

    def check_whole(self, state: S) -> None:
        """Raise AssertionError as `check` does, or if something is missing that scenarios may leave out.

        Amendments call this method, because an amended game must be playable to its end.
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
        """Return the refusal of an action if the seat is asked for another kind of action."""
        return not_offered(action)

    # The rooms define the results of these methods.

    def decisions(self, state: S) -> Sequence[Decision]:
        """Return the open decisions. The result is empty only when the game is over."""
        if self.outcome(state) is not None:
            return ()
        return [question.decision(state) for question in questions(state)]

    def is_awaited(self, state: S, seat: int) -> bool:
        """Return whether the seat must choose now."""
        return question_of(state, seat) is not None

    def free_actions(self, state: S, seat: int) -> Sequence[Action]:
        """Return the seat's free actions, which no decision asks for: resigning and standing orders."""
        if self.outcome(state) is not None:
            return ()
        return tuple(action for room in self.anytime for action in room.actions(state, seat))

    def canonical(self, state: S, seat: int, action: Action) -> Action:
        """Return the canonical form of a typed action. Raises IllegalAction if no legal action fits."""
        question = None if action.free else question_of(state, seat)
        return question.canonical(state, action) if question else action

    def spelled(self, state: S, seat: int, action: Action) -> Sequence[Action]:
        """Return the actions that a shortcut stands for, in order. Any other action stands for itself."""
        question = None if action.free else question_of(state, seat)
        if question is None or not isinstance(action, question.shortcut_kinds):
            return (action,)
        return question.spelled(state, action)

    def path(self, state: S, seat: int, action: Action) -> tuple[str, ...]:
        """Return the answers with which the seat's controls lead to an action."""
        question = None if action.free else question_of(state, seat)
        return action.path() if question is None else question.path(state, action)

    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out, in place, a canonical action and all that follows until somebody must decide.

        Raises IllegalAction with the specification's code. After an error the state may be changed in part,
        so the caller passes a copy that it can discard.
        """
        play = self.play(state, chance, seat)
        if action.free:
            self._at_any_time(state, seat, action).answer(play, action)
        else:
            self._question_for(state, seat, action).take(play, action)
        play.proceed()
        return play.events

    def timeout(self, state: S, seat: int) -> Action:
        """Return the action for a seat whose time is up. Raises NotNow if nothing is asked of the seat."""
        question = question_of(state, seat)
        if question is None:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
        return question.absent(state)

    def prompt(self, state: S, decision: Decision) -> str:
        """Return the prompt of a decision: the words after the seat's name, such as `shares out the wind`."""
        question = question_of(state, decision.seat)
        return question.asks(state) if question else "is to decide"

    def label(self, state: S, seat: int, action: Action, depth: int) -> Label:
        """Return the label of answer number `depth` (from 1) on the action's `path`."""
        labels = self._labels(state, seat, action)
        if depth > len(labels):
            path = " / ".join(self.path(state, seat, action))
            raise TypeError(
                f"“{action}” has the answers {path}, and `labels` of its room returns {len(labels)}. Return a"
                " label for each of them, also for what a form fills in."
            )
        return labels[depth - 1]

    def _question_for(self, state: S, seat: int, action: Action) -> Question[S, Any, Any]:
        """Return the seat's open question if it accepts this kind of action; else raise IllegalAction."""
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
        if action.free:
            room = self._free_room(action)
            return room.labels(state, seat, action) if room else plain_labels(action)
        question = question_of(state, seat)
        if question is not None and isinstance(action, question.shortcut_kinds):
            return question.shortcut_labels(state, action)
        if question is None or not question.takes(state, action):
            return plain_labels(action)
        return question.labels(state, action)

    # The following methods are the same for every game.

    def resolve(self, state: S, seat: int, action: Action) -> Action:
        """Return the action in canonical form. Raises IllegalAction if the seat may not perform it."""
        if type(action) not in self.actions:
            raise IllegalAction("not_allowed", f"“{action}” belongs to another game than {self.title}.")
        if self.outcome(state) is not None:
            raise IllegalAction("game_over", "This game is over. Start a new one with /play.")
        if not action.free and not self.is_awaited(state, seat):
            raise self.not_your_turn(state, seat)
        return self.canonical(state, seat, action)

    def decision_of(self, state: S, seat: int) -> Decision | None:
        """Return the open decision of the seat, or `None`."""
        return next((decision for decision in self.decisions(state) if decision.seat == seat), None)

    def legal_actions(self, state: S, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of the seat's decision, followed by its free actions."""
        decision = self.decision_of(state, seat)
        return (*(decision.actions if decision else ()), *self.free_actions(state, seat))

    def load_state(self, data: str | bytes) -> S:
        """Return a private copy of a stored state. Raises pydantic's ValidationError for unsuitable data."""
        return self.state.model_validate_json(data)

    def stored_state(self, data: str, version: int) -> S:
        """Return a private copy of a stored state, converted from version `version` to the current rules."""
        if version == self.rules_version:
            return self.load_state(data)
        return self.state.model_validate(self.renewed(json.loads(data), version))

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:  # noqa: ARG002
        """Convert a state from an older version of the rules to the current rules. Both are plain data.

        A game raises `rules_version` and defines this method if it changes the fields of its states, or how
        play goes on from them. The method lets matches in progress go on (`rules.engine.rules_migration`).
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
        # Classes of one kind differ only in what they reveal in play, so one class of each kind is enough.
        return {event.kind: event for event in reversed(self.events)}


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Any game, for code that treats all games alike and passes to each game only its own states."""
