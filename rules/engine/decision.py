"""Decisions: who must choose now, and among what; and the one way to ask for a choice step by step."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import filterfalse
from typing import Literal

from rules.engine.action import Action, FieldValue, fields_of, text_of, value_of
from rules.engine.errors import IllegalAction
from rules.engine.form import Form

MAX_CHOICE_LENGTH = 60
"""The most characters an action's answers may take, joined by `/`: they travel inside a control's id."""


Clock = Literal["turn", "short"]
"""How long an answer may take."""


ANY = 100
"""More lines than any question takes."""

RowKind = Literal["buttons", "menu"]
"""In what a row of controls lets choose; a menu is buttons where they need but one line of a phone."""


def once_each(actions: Sequence[Action], comes_to: Callable[[Action], Hashable]) -> tuple[Action, ...]:
    """The first of all actions that come to the same."""
    found: dict[Hashable, Action] = {}
    for action in actions:
        found.setdefault(comes_to(action), action)
    return tuple(found.values())


def own_path(action: Action) -> tuple[str, ...]:
    """The answers that lead to an action, where nothing else is said."""
    return action.path()


def itself(action: Action) -> Hashable:
    """What an action comes to, where nothing else is said: something that no other does."""
    return action


def never(action: Action) -> bool:  # noqa: ARG001 - as it is asked of every action
    """Whether an action is outdone, where nothing else is said."""
    return False


@dataclass(frozen=True)
class Decision:
    """One seat must choose.

    `find` lists the legal actions when somebody wants to see them: asking who is awaited costs nothing.
    """

    seat: int
    kind: str
    find: Callable[[], Iterable[Action]]
    forms: tuple[Form, ...] = ()
    secret: bool = False
    """The choices would tell others something: they are shown to the seat alone."""
    plays_itself: bool = False
    """A single legal action is carried out without asking."""
    clock: Clock = "turn"
    """`short` for answers that hold up somebody else's turn."""
    reveals: bool = False
    """That this is asked tells something hidden: nobody takes back alone what led to it."""
    ways: Callable[[], Iterable[Action]] = tuple
    """Lists the shortcuts."""
    path: Callable[[Action], tuple[str, ...]] = own_path
    """In which steps controls ask for an action: one's own path, or one that depends on how things stand."""
    more_forms: Callable[[], Iterable[Form]] = tuple
    """Lists the forms that controls offer beside what is legal: ways to write several actions at once."""

    always: Callable[[], Mapping[Action, Action]] = dict
    """Finds the answers that may be given once and for all: each with the standing order that says so."""

    comes_to: Callable[[Action], Hashable] = itself
    """What an action comes to: those that come to the same are offered once."""

    lists: Callable[[], Iterable[Action | Form]] = tuple
    """Lists actions and forms in one order, where a form does not stand behind all actions."""

    outdone: Callable[[Action], bool] = never
    """Whether another action leaves open all that this one does, and more: it is legal, but not offered."""

    lines: int = ANY
    """On how many lines of a phone buttons may stand."""

    steady: bool = False
    """Controls have a row for each first answer, however little it holds."""

    layout: Mapping[str, RowKind] = field(default_factory=dict)
    """The first answers that have rows of their own, in this order; all others share what comes last."""

    @property
    def choices(self) -> tuple[Action | Form, ...]:
        """Actions and forms in the order of the game's specification."""
        return tuple(self.lists()) or (*self.actions, *self.forms)

    @cached_property
    def shortcuts(self) -> tuple[Action, ...]:
        """What controls offer before the actions: other ways to say what may be done."""
        return tuple(self.ways())

    @cached_property
    def path_of(self) -> Callable[[Action], tuple[str, ...]]:
        """`path`, worked out once for each action: posts ask for it, then every press on their controls."""
        return cache(self.path)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every legal action, in the order of the game's specification."""
        return tuple(self.find())

    @cached_property
    def distinct(self) -> tuple[Action, ...]:
        """The legal actions that people are offered: none outdone, and one of those that come to the same."""
        actions = self.actions if self.outdone is never else [*filterfalse(self.outdone, self.actions)]
        return once_each(actions, self.comes_to)

    @property
    def only_answer(self) -> Action | None:
        """What is carried out without asking: the single legal action, where no form is offered beside it."""
        asks = not self.plays_itself or any(form.offered for form in self.forms)
        return None if asks or len(self.distinct) != 1 else self.distinct[0]

    @cached_property
    def offered(self) -> tuple[Action, ...]:
        """What controls offer: shortcuts and actions, one of those that come to the same."""
        shortcuts = self.shortcuts
        return once_each((*shortcuts, *self.distinct), self.comes_to) if shortcuts else self.distinct


@dataclass(frozen=True)
class PartialAnswer:
    """An action as far as it has been asked for: what has been answered, and what may be answered now."""

    chosen: tuple[str, ...]
    answers: tuple[str, ...]
    complete: Action | None = None
    """The action that the answers so far already are, when more may follow but need not."""
    leaves: tuple[Action, ...] = field(default=(), repr=False)
    """Every legal action that the answers so far can still become."""


def ask(
    actions: Sequence[Action],
    chosen: Sequence[str] = (),
    path_of: Callable[[Action], tuple[str, ...]] = own_path,
) -> PartialAnswer | Action:
    """The next step of choosing one of `actions`, given the answers so far, or the action they lead to.

    `path_of` is the decision's. Steps with a single possible answer are passed over. Raises IllegalAction
    when the answers fit no action.
    """
    answers = tuple(chosen)
    paths = [(path_of(action), action) for action in actions]
    while True:
        depth = len(answers)
        paths = [(path, action) for path, action in paths if path[:depth] == answers]
        if not paths:
            raise IllegalAction("not_allowed", "That is no longer possible. Here is what you can do now.")
        following = tuple(dict.fromkeys(path[depth] for path, _ in paths if len(path) > depth))
        complete = next((action for path, action in paths if len(path) == depth), None)
        if not following and complete is not None:
            return complete
        if len(following) > 1 or complete is not None:
            return PartialAnswer(answers, following, complete, tuple(action for _, action in paths))
        answers += following


def fitting(actions: Iterable[Action], typed: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The legal values of the field `name` for actions that agree with the fields already typed.

    The actions may be of several kinds that share some of their fields.

    This is what autocomplete offers: values as text, each once, in the order of the legal actions.
    """
    others = {other: text for other, text in typed.items() if other != name}
    values: dict[str, None] = {}
    for action in agreeing(actions, others):
        value = _filled(action, name)
        if value is not None:
            values[text_of(value)] = None
    return tuple(values)


def agreeing(actions: Iterable[Action], typed: Mapping[str, str]) -> Iterator[Action]:
    """The actions whose fields are as typed, as far as anything was typed for them."""
    return (action for action in actions if all(_agrees(action, name, text) for name, text in typed.items()))


def _agrees(action: Action, name: str, text: str) -> bool:
    value = _filled(action, name)
    return not text or (value is not None and text_of(value).casefold() == text.strip().casefold())


def _filled(action: Action, name: str) -> FieldValue:
    """The value of a field; `None` also where this kind of action has no such field."""
    return value_of(action, name) if name in fields_of(type(action)) else None
