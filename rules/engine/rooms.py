"""Rooms: what each kind of record on the agenda does. One decision is one class in one file.

A room is a record of the state's agenda (`rules.engine.agenda`) together with what happens there. An `Errand`
asks nobody. A `Question` waits for the answer of one seat and says all about it: whose it is, what is asked,
which answers there are, what they are called, which are refused and why, what an absent player does, and how
an answer is carried out. A `Choice` is a question with several kinds of answer, each an `Offer` of its own.
What a seat may do at any time, beside all questions, is an `Anytime`.

The brackets name the actions that answer it: `Question[Deploy]`, `Offer[Sail | Fire]`. Out of its rooms
`Game` makes decisions, prompts, labels and defaults, the order in which an action is checked, and the order
in which things happen.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar, get_args

from pydantic import BaseModel

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.agenda import Task, agenda_of, word_of
from rules.engine.chance import Chance
from rules.engine.decision import ANY, Clock, Decision, RowKind, never
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.form import Form, refusal_of
from rules.engine.label import Label, plain_labels

S = TypeVar("S", bound=BaseModel)
"""A game's state."""


class Play(Generic[S]):
    """An action being carried out, with all that follows from it: what rooms work on.

    `seat` is who acts; 0 at the start of a game. Games add to it what their rooms need often.
    """

    def __init__(self, state: S, chance: Chance, seat: int = 0) -> None:
        self.state = state
        self.chance = chance
        self.seat = seat
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add to what has happened."""
        self.events.append(event)

    # The agenda

    def open(self, *tasks: Task) -> None:
        """Put these on top of the agenda: the last of them happens next."""
        agenda_of(self.state).extend(map(_as_room, tasks))

    def close(self, task: Task) -> None:
        """Take a record off the agenda: it is done."""
        agenda = agenda_of(self.state)
        # By identity: two records may hold the same.
        agenda[:] = [other for other in agenda if other is not task]

    def go_to(self, *tasks: Task) -> None:
        """Forget what else was to be done: only these are."""
        agenda_of(self.state)[:] = map(_as_room, tasks)

    def is_open(self, task: Task) -> bool:
        """Whether a record is still on the agenda."""
        return any(other is task for other in agenda_of(self.state))

    def proceed(self) -> None:
        """Go on until somebody must decide or nothing is left to be done."""
        while any(room.go_on(self) for room in next_up(self.state)):
            pass

    def leaving(self, seat: int) -> None:
        """Tell every room on the agenda, the topmost first, that this seat is about to leave the game."""
        for room in [*reversed(agenda_of(self.state))]:
            if self.is_open(room):
                room.leaving(self, seat)

    def left(self, seat: int) -> None:
        """Tell every room on the agenda, the topmost first, that this seat has left the game."""
        for room in [*reversed(agenda_of(self.state))]:
            if self.is_open(room):
                room.left(self, seat)


P = TypeVar("P", bound=Play[Any])
"""A game's own play."""

A = TypeVar("A", bound=Action)
"""What answers a question."""

R = TypeVar("R", bound=Task)
"""The room that makes an offer."""


class Room(Task, ABC, Generic[S, P]):
    """A record on the agenda, and what happens there."""

    together: ClassVar[bool] = False
    """Records of this class lie side by side: all of them on top of the agenda are next at the same time."""

    @abstractmethod
    def go_on(self, play: P) -> bool:
        """What is done without anybody, once this is next. Returns whether anything was; if not, it waits."""

    def leaving(self, play: P, seat: int) -> None:
        """A seat is about to leave the game, and has everything still."""

    def left(self, play: P, seat: int) -> None:
        """A seat has left the game for good."""

    def faults(self, state: S) -> Iterable[str]:
        """What cannot be while this is on the agenda, in words for the author: a check of tests."""
        return ()


class Errand(Room[S, P]):
    """What asks nobody: it is carried out as soon as it is next."""

    @abstractmethod
    def carry_out(self, play: P) -> None:
        """Do it: close it, change it, or open what comes before it."""

    def go_on(self, play: P) -> bool:
        """Carry it out."""
        self.carry_out(play)
        return True


class Answered(Generic[A]):
    """What is answered by the kinds of action that stand in its brackets."""

    answers: ClassVar[tuple[type[Action], ...]] = ()

    def __init_subclass__(cls, **options: bool) -> None:
        """Note the kinds of action that are named."""
        super().__init_subclass__(**options)
        named = [
            kind
            for base in vars(cls).get("__orig_bases__", ())
            for argument in get_args(base)
            for kind in get_args(argument) or (argument,)
            if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action
        ]
        if named:
            cls.answers = tuple(named)


class Question(Room[S, P], Answered[A], Generic[S, P, A]):
    """One seat must answer."""

    secret: ClassVar[bool] = False
    """The choices would tell others something: they are shown to the seat alone."""
    shortcut_kinds: ClassVar[tuple[type[Action], ...]] = ()
    """Kinds of action that are not listed, but offered before what is.

    `canonical` makes an answer of one, `spelled` several.
    """
    reveals: ClassVar[bool] = False
    """That it is asked tells something hidden: nobody takes back alone what led to it."""

    lines: ClassVar[int] = ANY
    """On so many lines of a phone buttons may stand; what has not the room becomes a menu. With four of them
    the controls of a turn are five rows: below them are those that every turn has."""

    layout: ClassVar[Mapping[str, RowKind]] = MappingProxyType({})
    """The first answers that have a row of controls of their own, in this order, and what it is made of.

    All others share the row that comes last. So the controls of a turn look alike, whatever can be done.
    """

    # Asking

    @abstractmethod
    def whose(self, state: S) -> int:
        """The seat that must answer."""

    def go_on(self, play: P) -> bool:
        """What is done before anybody is asked, or instead. Returns whether anything was."""
        return False

    def kind(self, state: S) -> str:
        """What the decision is called in scenario files and views: the record's word, or its answer's."""
        return word_of(self) or self.answers[0].kind

    def clock(self, state: S) -> Clock:
        """How long the answer may take."""
        return "turn"

    def plays_itself(self, state: S) -> bool:
        """Whether a single legal action is carried out without asking."""
        return False

    def asks(self, state: S) -> str:
        """What is asked, to follow the seat's name; everybody reads it: `shares out the wind`."""
        return "is to decide"

    def decision(self, state: S) -> Decision:
        """The question as those see it who know the contract alone."""
        # By position: this is asked many times for every action.
        return Decision(
            self.whose(state), self.kind(state), partial(self.actions, state), tuple(self.forms(state)),
            self.secret, self.plays_itself(state), self.clock(state), self.reveals,
            partial(self.shortcuts, state), partial(self.path, state), partial(self.shortcut_forms, state),
            partial(self.always, state), partial(self.comes_to, state), partial(self.choices, state),
            never if type(self).outdone is Question.outdone else partial(self.outdone, state),
            self.lines, self.steady(state), self.layout,
        )  # fmt: skip

    # Answers

    @abstractmethod
    def actions(self, state: S) -> Iterable[A]:
        """Every legal action, in the order of the game's specification."""

    def forms(self, state: S) -> Sequence[Form]:
        """The legal actions with freely filled blanks."""
        return ()

    def choices(self, state: S) -> Iterable[Action | Form]:
        """Actions and forms in the order of the game's specification, if forms do not come last there."""
        return ()

    def shortcuts(self, state: S) -> Iterable[Action]:
        """Actions of the `shortcut_kinds` that mean something legal now: what controls offer first."""
        return ()

    def shortcut_forms(self, state: S) -> Iterable[Form]:
        """Forms for actions of the `shortcut_kinds`: a whole turn in one line."""
        return ()

    def always(self, state: S) -> Mapping[Action, Action]:
        """Answers that may be given once and for all, each with the standing order by which it is.

        The order is a free action of the seat; this question keeps its own answer.
        """
        return {}

    def path(self, state: S, action: Action) -> tuple[str, ...]:
        """The answers that lead to an action or a shortcut: its own path, or one that depends on the state.

        So a move can be asked for by where it ends.
        """
        return action.path()

    def comes_to(self, state: S, action: Action) -> Hashable:
        """What an action or a shortcut comes to: people are offered the first of those that come to the same.

        All stay legal. It may tell no more than labels do.
        """
        return action

    def steady(self, state: S) -> bool:
        """Whether controls have a row for each first answer, however little it holds: so they look alike."""
        return False

    def outdone(self, state: S, action: Action) -> bool:
        """Whether another action leaves open all that this one does, and more: people are not offered it.

        It stays legal. It may tell no more than labels do.
        """
        return False

    def labels(self, state: S, action: A) -> Sequence[Label]:
        """What each answer of the action's path is called, for the seat that is asked."""
        return plain_labels(action)

    def shortcut_labels(self, state: S, action: Action) -> Sequence[Label]:
        """What each answer of a shortcut's path is called."""
        return plain_labels(action)

    @abstractmethod
    def absent(self, state: S) -> Action:
        """What an absent player does: `check` must let it pass."""

    # Answering

    def canonical(self, state: S, action: Action) -> Action:
        """The one form of what was typed, also for other kinds of action that stand for an answer.

        Raises IllegalAction when no legal action can be meant.
        """
        return action

    def spelled(self, state: S, action: Action) -> Sequence[Action]:
        """The actions that a shortcut stands for, to be done one after the other.

        Each is an entry of its own. What can no longer be done when its time comes is left out or refused.
        """
        return (action,)

    def takes(self, state: S, action: Action) -> bool:
        """Whether this kind of action is asked for now."""
        return isinstance(action, self.answers)

    def check(self, state: S, action: A) -> None:
        """Raise IllegalAction, with the specification's code, for what is not legal now."""
        must_be_among(action, self.actions(state), self.forms(state))

    @abstractmethod
    def answer(self, play: P, action: A) -> None:
        """Carry out a legal answer."""

    def take(self, play: P, action: A) -> None:
        """Check an answer and carry it out.

        A room that must look for what an answer means, and refuses where it finds nothing, goes straight to
        `answer` here: so it looks once.
        """
        self.check(play.state, action)
        self.answer(play, action)


class Offer(Answered[A], ABC, Generic[R, S, P, A]):
    """One of several kinds of answer to a `Choice`. It remembers nothing: the room's record does."""

    def due(self, room: R, state: S) -> bool:
        """Whether it is the time for this kind of answer."""
        return True

    def actions(self, room: R, state: S) -> Iterable[A]:
        """The legal actions of this kind."""
        return ()

    def forms(self, room: R, state: S) -> Sequence[Form]:
        """The legal actions of this kind with freely filled blanks."""
        return ()

    def choices(self, room: R, state: S) -> Iterable[Action | Form]:
        """Both in the order of the game's specification."""
        return (*self.actions(room, state), *self.forms(room, state))

    def labels(self, room: R, state: S, action: A) -> Sequence[Label]:
        """What each answer of the action's path is called."""
        return plain_labels(action)

    def canonical(self, room: R, state: S, action: A) -> Action:
        """The one form of what was typed. Raises IllegalAction when no legal action can be meant."""
        return action

    def check(self, room: R, state: S, action: A) -> None:
        """Raise IllegalAction for what is not legal now."""
        must_be_among(action, self.actions(room, state), self.forms(room, state))

    @abstractmethod
    def answer(self, room: R, play: P, action: A) -> None:
        """Carry out a legal answer."""


class Choice(Question[S, P, Action]):
    """A question with several kinds of answer."""

    offers: ClassVar[tuple[Offer[Any, Any, Any, Any], ...]] = ()
    _offers: ClassVar[Mapping[type[Action], Offer[Any, Any, Any, Any]]]
    """The offers by the kinds of action they are about."""
    _with_forms: ClassVar[tuple[Offer[Any, Any, Any, Any], ...]]
    """Those that have any: who is awaited is asked much oftener than what may be filled in."""

    def __init_subclass__(cls, **options: bool) -> None:
        """Note which offer takes which kind of action."""
        super().__init_subclass__(**options)
        cls._offers = {kind: offer for offer in cls.offers for kind in offer.answers}
        cls._with_forms = tuple(offer for offer in cls.offers if type(offer).forms is not Offer.forms)
        cls.answers = tuple(cls._offers)

    def actions(self, state: S) -> Iterable[Action]:
        """The legal actions of every offer, one offer after the other."""
        found: list[Action] = []
        for offer in self.offers:
            if offer.due(self, state):
                found += offer.actions(self, state)
        return found

    def forms(self, state: S) -> Sequence[Form]:
        """The forms of every offer."""
        if not self._with_forms:
            return ()
        due = [offer for offer in self._with_forms if offer.due(self, state)]
        return [form for offer in due for form in offer.forms(self, state)]

    def labels(self, state: S, action: Action) -> Sequence[Label]:
        """As the offer says."""
        return self._offers[type(action)].labels(self, state, action)

    def canonical(self, state: S, action: Action) -> Action:
        """As the offer says."""
        offer = self._offers.get(type(action))
        return action if offer is None else offer.canonical(self, state, action)

    def takes(self, state: S, action: Action) -> bool:
        """Whether there is such an offer, and it is its time."""
        offer = self._offers.get(type(action))
        return offer is not None and offer.due(self, state)

    def check(self, state: S, action: Action) -> None:
        """As the offer says."""
        self._offers[type(action)].check(self, state, action)

    def answer(self, play: P, action: Action) -> None:
        """As the offer says."""
        self._offers[type(action)].answer(self, play, action)


class Anytime(Answered[A], ABC, Generic[S, P, A]):
    """What a seat may do at any time, beside all questions: resigning, a standing order. No record."""

    @abstractmethod
    def actions(self, state: S, seat: int) -> Iterable[A]:
        """What the seat may do now."""

    def labels(self, state: S, seat: int, action: A) -> Sequence[Label]:
        """What each answer of the action's path is called."""
        return plain_labels(action)

    def check(self, state: S, seat: int, action: A) -> None:
        """Raise IllegalAction for what the seat may not do now."""
        if action not in self.actions(state, seat):
            raise not_offered(action)

    @abstractmethod
    def answer(self, play: P, action: A) -> None:
        """Carry out what is legal; `play.seat` does it."""


def next_up(state: BaseModel) -> Sequence[Room[Any, Any]]:
    """What happens next: the last record of the agenda, or all on top of it that lie side by side."""
    agenda: list[Room[Any, Any]] = agenda_of(state)
    if not agenda or not agenda[-1].together:
        return agenda[-1:]
    return [*takewhile(lambda room: room.together, reversed(agenda))][::-1]


def question_of(state: BaseModel, seat: int) -> "Question[Any, Any, Any] | None":
    """What that seat is asked now, if anything."""
    for room in next_up(state):
        if isinstance(room, Question) and room.whose(state) == seat:
            return room
    return None


def questions(state: BaseModel) -> Sequence[Question[Any, Any, Any]]:
    """The questions that are open now."""
    return [room for room in next_up(state) if isinstance(room, Question)]


def must_be_among(action: Action, listed: Iterable[Action], forms: Sequence[Form]) -> None:
    """Raise IllegalAction for what is neither listed nor a form, with what may stand in its blanks."""
    if action not in listed and not any(form.admits(action) for form in forms):
        raise refusal_of(action, forms) or not_offered(action)


def not_offered(action: Action) -> IllegalAction:
    """The refusal of what is not among the choices."""
    said = repeated(sentence_case(str(action)))
    return IllegalAction("not_allowed", f"{said} is not possible now. Choose one of those offered.")


def _as_room(task: Task) -> Task:
    """The record as the room of its family that has its word: it may have been made as data alone."""
    room = task.kinds.get(word_of(task), type(task))
    return task if type(task) is room else room(**vars(task))
