"""Rooms: the behaviour of each kind of record on the agenda.

An `Errand` asks nobody. A `Question` waits for the answer of one seat. A `Choice` is a question with several
kinds of answer, each an `Offer`. An `Anytime` is an action that a seat may perform at any time. The last type
parameter of a question names the kinds of action that answer it: `Question[S, P, Sail | Fire]`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar, get_args

from pydantic import BaseModel

from rules.engine.action import Action, Resign, repeated, sentence_case
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
    """An action in progress, with everything that follows from it. `seat` is 0 at the start of a game."""

    def __init__(self, state: S, chance: Chance, seat: int = 0) -> None:
        self.state = state
        self.chance = chance
        self.seat = seat
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    # The agenda

    def open(self, *tasks: Task) -> None:
        """Add records to the end of the agenda. The last of these records comes next."""
        agenda_of(self.state).extend(map(_as_room, tasks))

    def close(self, task: Task) -> None:
        """Take a finished record off the agenda."""
        agenda = agenda_of(self.state)
        # Records are compared by identity, because two records may be equal.
        agenda[:] = [other for other in agenda if other is not task]

    def go_to(self, *tasks: Task) -> None:
        """Replace the complete agenda with these records."""
        agenda_of(self.state)[:] = map(_as_room, tasks)

    def is_open(self, task: Task) -> bool:
        """Return whether a record is still on the agenda."""
        return any(other is task for other in agenda_of(self.state))

    def proceed(self) -> None:
        """Go on until somebody must decide or nothing is left to do."""
        while any(room.go_on(self) for room in next_up(self.state)):
            pass

    def leaving(self, seat: int) -> None:
        """Call `Room.leaving` of every room on the agenda, from the last to the first."""
        for room in [*reversed(agenda_of(self.state))]:
            if self.is_open(room):
                room.leaving(self, seat)

    def left(self, seat: int) -> None:
        """Call `Room.left` of every room on the agenda, from the last to the first."""
        for room in [*reversed(agenda_of(self.state))]:
            if self.is_open(room):
                room.left(self, seat)


P = TypeVar("P", bound=Play[Any])
"""A game's own play."""

A = TypeVar("A", bound=Action)
"""The actions that answer a question."""

R = TypeVar("R", bound=Task)
"""The room that makes an offer."""


class Room(Task, ABC, Generic[S, P]):
    """The base class of all rooms: a record on the agenda, and its behaviour."""

    together: ClassVar[bool] = False
    """Whether such records at the end of the agenda come next at the same time."""

    @abstractmethod
    def go_on(self, play: P) -> bool:
        """Do what needs no answer while this record is next. Return whether anything was done."""

    def leaving(self, play: P, seat: int) -> None:
        """React before a seat leaves the game, while the seat still has all that it owns."""

    def left(self, play: P, seat: int) -> None:
        """React to a seat that has left the game permanently."""

    def faults(self, state: S) -> Iterable[str]:
        """Return texts about contradictions between state and record. `Game.check` raises the first text."""
        return ()


class Errand(Room[S, P]):
    """A room that asks nobody. An errand is carried out as soon as it comes next."""

    @abstractmethod
    def carry_out(self, play: P) -> None:
        """Carry out the errand. Close or change the errand's record, or open a record before it."""

    def go_on(self, play: P) -> bool:
        """Carry out the errand."""
        self.carry_out(play)
        return True


class Answered(Generic[A]):
    """The base class of questions, offers and `Anytime`. Type parameters name the accepted actions."""

    answers: ClassVar[tuple[type[Action], ...]] = ()

    def __init_subclass__(cls, **options: bool) -> None:
        """Collect the kinds of action from the type parameters."""
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
    """A room in which one seat must answer."""

    secret: ClassVar[bool] = False
    """Whether the choices would reveal something hidden. If so, only the seat sees them."""
    shortcut_kinds: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of shortcuts, which controls offer before the legal actions they stand for.

    `canonical` turns a shortcut into one answer, `spelled` into several answers.
    """
    reveals: ClassVar[bool] = False
    """Whether the question reveals something hidden. If so, no player can take back alone what led to it."""
    time: ClassVar[Clock] = "turn"
    """The clock of the answer, unless `clock` chooses it by the state."""
    lines: ClassVar[int] = ANY
    """The maximum number of lines that buttons may fill on a phone. Further controls become menus."""
    layout: ClassVar[Mapping[str, RowKind]] = MappingProxyType({})
    """The first answers that have their own rows of controls, in this order, and the kind of each row.

    All other answers share the last row.
    """

    # Asking

    @abstractmethod
    def whose(self, state: S) -> int:
        """Return the seat that must answer."""

    def go_on(self, play: P) -> bool:
        """Do what precedes the question or replaces it. Return whether anything was done."""
        return False

    def kind(self, state: S) -> str:
        """Return the decision's name in scenarios and views: its `task`, or else its first answer's kind."""
        return word_of(self) or self.answers[0].kind

    def clock(self, state: S) -> Clock:
        """Return the clock of the answer."""
        return self.time

    def plays_itself(self, state: S) -> bool:
        """Return whether an action is carried out without asking if it is the only legal action."""
        return False

    def asks(self, state: S) -> str:
        """Return the public prompt: the words after the seat's name, such as `shares out the wind`."""
        return "is to decide"

    def decision(self, state: S) -> Decision:
        """Return the question as code outside the rooms sees it."""
        # Positional arguments are faster, and this method is called many times for every action.
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
        """Return every legal action, in the order of the game's specification."""

    def forms(self, state: S) -> Sequence[Form]:
        """Return the legal actions with blanks to fill in."""
        return ()

    def choices(self, state: S) -> Iterable[Action | Form]:
        """Return actions and forms in the specification's order; empty if all forms come last."""
        return ()

    def shortcuts(self, state: S) -> Iterable[Action]:
        """Return the shortcuts that stand for legal actions now. Controls offer them first."""
        return ()

    def shortcut_forms(self, state: S) -> Iterable[Form]:
        """Return forms for shortcuts, such as one line for a complete turn."""
        return ()

    def always(self, state: S) -> Mapping[Action, Action]:
        """Map answers that can be given permanently to their standing orders, which are free actions."""
        return {}

    def path(self, state: S, action: Action) -> tuple[str, ...]:
        """Return the path of an action or a shortcut. A path may depend on the state."""
        return action.path()

    def comes_to(self, state: S, action: Action) -> Hashable:
        """Return a key that is equal for actions and shortcuts with the same result.

        If several actions have the same key, only the first is offered, but all are legal. Like labels, the
        key may depend only on what the seat sees.
        """
        return action

    def steady(self, state: S) -> bool:
        """Return whether controls have a row for each first answer, even if the row has few controls."""
        return False

    def outdone(self, state: S, action: Action) -> bool:
        """Return whether another action allows all that this action allows, and more.

        An outdone action is legal but not offered. The result may depend only on what the seat sees.
        """
        return False

    def labels(self, state: S, action: A) -> Sequence[Label]:
        """Return the label of each answer on the action's path, for the seat that is asked."""
        return plain_labels(action)

    def shortcut_labels(self, state: S, action: Action) -> Sequence[Label]:
        """Return the label of each answer on a shortcut's path."""
        return plain_labels(action)

    @abstractmethod
    def absent(self, state: S) -> Action:
        """Return the action for a player who does not answer. `check` must accept it."""

    # Answering

    def canonical(self, state: S, action: Action) -> Action:
        """Return the canonical form of a typed action or shorthand. Raises IllegalAction if nothing fits."""
        return action

    def spelled(self, state: S, action: Action) -> Sequence[Action]:
        """Return the actions that a shortcut stands for, in order. Each action becomes its own entry."""
        return (action,)

    def takes(self, state: S, action: Action) -> bool:
        """Return whether the question accepts this kind of action now."""
        return isinstance(action, self.answers)

    def check(self, state: S, action: A) -> None:
        """Raise IllegalAction, with the specification's code, if the action is not legal now."""
        must_be_among(action, self.actions(state), self.forms(state))

    @abstractmethod
    def answer(self, play: P, action: A) -> None:
        """Carry out a legal answer."""

    def take(self, play: P, action: A) -> None:
        """Check an answer and carry it out. A room may skip the check if its `answer` refuses actions."""
        self.check(play.state, action)
        self.answer(play, action)


class Offer(Answered[A], ABC, Generic[R, S, P, A]):
    """One of several kinds of answer to a `Choice`. An offer stores no data, because it has no record."""

    def due(self, room: R, state: S) -> bool:
        """Return whether this kind of answer is possible now."""
        return True

    def actions(self, room: R, state: S) -> Iterable[A]:
        """Return the legal actions of this kind."""
        return ()

    def forms(self, room: R, state: S) -> Sequence[Form]:
        """Return the legal actions of this kind with blanks to fill in."""
        return ()

    def choices(self, room: R, state: S) -> Iterable[Action | Form]:
        """Return actions and forms in the order of the game's specification."""
        return (*self.actions(room, state), *self.forms(room, state))

    def labels(self, room: R, state: S, action: A) -> Sequence[Label]:
        """Return the label of each answer on the action's path."""
        return plain_labels(action)

    def canonical(self, room: R, state: S, action: A) -> Action:
        """Return the canonical form of a typed action. Raises IllegalAction if no legal action fits."""
        return action

    def check(self, room: R, state: S, action: A) -> None:
        """Raise IllegalAction if the action is not legal now."""
        must_be_among(action, self.actions(room, state), self.forms(room, state))

    @abstractmethod
    def answer(self, room: R, play: P, action: A) -> None:
        """Carry out a legal answer."""


class Choice(Question[S, P, Action]):
    """A question with several kinds of answer."""

    offers: ClassVar[tuple[Offer[Any, Any, Any, Any], ...]] = ()
    _offers: ClassVar[Mapping[type[Action], Offer[Any, Any, Any, Any]]]
    """The offer for each kind of action."""
    _with_forms: ClassVar[tuple[Offer[Any, Any, Any, Any], ...]]
    """The offers that can have forms, collected once because every `decision` needs them."""

    def __init_subclass__(cls, **options: bool) -> None:
        """Collect the offers by the kinds of action that they accept."""
        super().__init_subclass__(**options)
        cls._offers = {kind: offer for offer in cls.offers for kind in offer.answers}
        cls._with_forms = tuple(offer for offer in cls.offers if type(offer).forms is not Offer.forms)
        cls.answers = tuple(cls._offers)

    def actions(self, state: S) -> Iterable[Action]:
        """Return the legal actions of every offer that is due, in the order of the offers."""
        found: list[Action] = []
        for offer in self.offers:
            if offer.due(self, state):
                found += offer.actions(self, state)
        return found

    def forms(self, state: S) -> Sequence[Form]:
        """Return the forms of every offer that is due."""
        if not self._with_forms:
            return ()
        due = [offer for offer in self._with_forms if offer.due(self, state)]
        return [form for offer in due for form in offer.forms(self, state)]

    def labels(self, state: S, action: Action) -> Sequence[Label]:
        """Return the labels from the action's offer."""
        return self._offers[type(action)].labels(self, state, action)

    def canonical(self, state: S, action: Action) -> Action:
        """Return the offer's canonical form of an action."""
        offer = self._offers.get(type(action))
        return action if offer is None else offer.canonical(self, state, action)

    def takes(self, state: S, action: Action) -> bool:
        """Return whether an offer for this kind of action is possible now."""
        offer = self._offers.get(type(action))
        return offer is not None and offer.due(self, state)

    def check(self, state: S, action: Action) -> None:
        """Check an action with the `check` of its offer."""
        self._offers[type(action)].check(self, state, action)

    def answer(self, play: P, action: Action) -> None:
        """Let the action's offer carry out the action, which must be legal."""
        self._offers[type(action)].answer(self, play, action)


class Anytime(Answered[A], ABC, Generic[S, P, A]):
    """An action that a seat may perform at any time without a record on the agenda, such as resigning."""

    @abstractmethod
    def actions(self, state: S, seat: int) -> Iterable[A]:
        """Return the actions that the seat may perform now."""

    def labels(self, state: S, seat: int, action: A) -> Sequence[Label]:
        """Return the label of each answer on the action's path."""
        return plain_labels(action)

    def check(self, state: S, seat: int, action: A) -> None:
        """Raise IllegalAction if the seat may not perform the action now."""
        if action not in self.actions(state, seat):
            raise not_offered(action)

    @abstractmethod
    def answer(self, play: P, action: A) -> None:
        """Carry out a legal action of `play.seat`."""


class Resigning(Anytime[S, P, Resign], ABC, Generic[S, P]):
    """The free action of leaving the game for good."""

    warning: ClassVar[str]
    """The sentence that the player must confirm."""

    @abstractmethod
    def plays(self, state: S, seat: int) -> bool:
        """Return whether the seat is still in the game."""

    def actions(self, state: S, seat: int) -> Iterable[Resign]:
        """Return `Resign` as the only action, as long as the seat plays."""
        return [Resign()] if self.plays(state, seat) else []

    def labels(self, state: S, seat: int, action: Resign) -> Sequence[Label]:
        """Return one label with the warning."""
        return (Label("Resign", warning=self.warning),)


def next_up(state: BaseModel) -> Sequence[Room[Any, Any]]:
    """Return the rooms that come next: the agenda's last room, or all `together` rooms at its end."""
    agenda: list[Room[Any, Any]] = agenda_of(state)
    if not agenda or not agenda[-1].together:
        return agenda[-1:]
    return [*takewhile(lambda room: room.together, reversed(agenda))][::-1]


def question_of(state: BaseModel, seat: int) -> "Question[Any, Any, Any] | None":
    """Return the open question to the seat, or `None`."""
    for room in next_up(state):
        if isinstance(room, Question) and room.whose(state) == seat:
            return room
    return None


def questions(state: BaseModel) -> Sequence[Question[Any, Any, Any]]:
    """Return the open questions."""
    return [room for room in next_up(state) if isinstance(room, Question)]


def must_be_among(action: Action, listed: Iterable[Action], forms: Sequence[Form]) -> None:
    """Raise IllegalAction unless the action is listed or fits a form."""
    if action not in listed and not any(form.admits(action) for form in forms):
        raise refusal_of(action, forms) or not_offered(action)


def not_offered(action: Action) -> IllegalAction:
    """Return the refusal of an action that is not among the choices."""
    said = repeated(sentence_case(str(action)))
    return IllegalAction("not_allowed", f"{said} is not possible now. Choose one of those offered.")


def _as_room(task: Task) -> Task:
    """Return the record as an instance of its room. Rules may have created the record as plain data."""
    room = task.kinds.get(word_of(task), type(task))
    return task if type(task) is room else room(**vars(task))
