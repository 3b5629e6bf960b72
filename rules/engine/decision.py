"""Decisions: the questions that seats must answer now, and the steps in which controls ask for answers."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import filterfalse
from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.engine.action import Action, FieldValue, fields_of, text_of, value_of
from rules.engine.errors import IllegalAction
from rules.engine.form import Form

Clock = Literal["turn", "short"]
"""The time limit of an answer: the turn's limit, or the short limit for answers that hold up others."""

ANY = 100
"""More lines than any question needs."""

RowKind = Literal["buttons", "menu", "few"]
"""The kind of controls in a row. A `menu` becomes buttons if they fit on one line of a phone. A row of `few`
answers has buttons, unless the question has no lines left for them."""


class Awaited(BaseModel):
    """A seat that must decide, the kind of its decision, and when it was asked (seconds since 1970).

    `stamp` is the number on the seat's controls. The stamp grows with each question, so that controls for
    older questions are recognised. If the answer holds up somebody else's turn, `clock` is `short`. `extra`
    is the number of seconds added to the time that the clock allows.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    seat: int
    kind: str
    since: int
    stamp: int
    clock: Clock = "turn"
    extra: int = 0


def once_each(actions: Sequence[Action], comes_to: Callable[[Action], Hashable]) -> tuple[Action, ...]:
    """Return the actions, except actions with the same result as an earlier action."""
    found: dict[Hashable, Action] = {}
    for action in actions:
        found.setdefault(comes_to(action), action)
    return tuple(found.values())


def own_path(action: Action) -> tuple[str, ...]:
    """Return an action's own path."""
    return action.path()


def itself(action: Action) -> Hashable:
    """Return the action itself as a key, because no other action has the same result."""
    return action


def never(action: Action) -> bool:  # noqa: ARG001 - the signature of `Decision.outdone`
    """Return False."""
    return False


@dataclass(frozen=True)
class Decision:
    """A choice that one seat must make. `find` returns the legal actions, and is called only when needed."""

    seat: int
    kind: str
    find: Callable[[], Iterable[Action]]
    forms: tuple[Form, ...] = ()
    secret: bool = False
    """Whether the choices would reveal something hidden. If so, only the seat sees them."""
    plays_itself: bool = False
    """Whether an action is carried out without asking if it is the only legal action."""
    clock: Clock = "turn"
    """The clock of the answer: `short` if the answer holds up somebody else's turn."""
    reveals: bool = False
    """Whether the question reveals something hidden. If so, no player can take back alone what led to it."""
    ways: Callable[[], Iterable[Action]] = tuple
    """Returns the shortcuts."""
    path: Callable[[Action], tuple[str, ...]] = own_path
    """Returns the answers with which controls lead to an action."""
    more_forms: Callable[[], Iterable[Form]] = tuple
    """Returns extra forms in which people can enter several actions together."""
    always: Callable[[], Mapping[Action, Action]] = dict
    """Returns the answers that can be given permanently, each with its standing order."""
    comes_to: Callable[[Action], Hashable] = itself
    """Returns a key for an action's result. If actions have the same key, only the first is offered."""
    lists: Callable[[], Iterable[Action | Form]] = tuple
    """Returns actions and forms together in order; empty if all forms come after the actions."""
    outdone: Callable[[Action], bool] = never
    """Returns whether another action allows all that an action allows, and more. If so, it is not offered."""
    lines: int = ANY
    """The maximum number of lines that buttons may fill on a phone."""
    steady: bool = False
    """Whether controls have a row for each first answer, even if the row has few controls."""
    layout: Mapping[str, RowKind] = field(default_factory=dict)
    """The first answers that have their own rows, in this order. All other answers share the last row."""

    @property
    def choices(self) -> tuple[Action | Form, ...]:
        """Actions and forms in the order of the game's specification."""
        return tuple(self.lists()) or (*self.actions, *self.forms)

    @cached_property
    def shortcuts(self) -> tuple[Action, ...]:
        """The shortcuts that controls offer before the actions."""
        return tuple(self.ways())

    @cached_property
    def path_of(self) -> Callable[[Action], tuple[str, ...]]:
        """The function `path`, with a cache of results."""
        return cache(self.path)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every legal action, in the order of the game's specification."""
        return tuple(self.find())

    @cached_property
    def distinct(self) -> tuple[Action, ...]:
        """The legal actions that people are offered: none is outdone, and no two have the same result."""
        actions = self.actions if self.outdone is never else [*filterfalse(self.outdone, self.actions)]
        return once_each(actions, self.comes_to)

    @property
    def only_answer(self) -> Action | None:
        """The action to carry out without asking; `None` if the seat has a choice or is always asked."""
        asks = not self.plays_itself or any(form.offered for form in self.forms)
        return None if asks or len(self.distinct) != 1 else self.distinct[0]

    def takes(self, action: Action) -> bool:
        """Return whether the decision accepts the action's kind, or a kind that the action stands for."""
        offered = (*self.actions, *(form.action for form in self.forms), *self.shortcuts)
        return any(isinstance(one, (type(action), *action.stands_for)) for one in offered)

    @cached_property
    def offered(self) -> tuple[Action, ...]:
        """The shortcuts and actions that controls offer. No two of these have the same result."""
        shortcuts = self.shortcuts
        return once_each((*shortcuts, *self.distinct), self.comes_to) if shortcuts else self.distinct


@dataclass(frozen=True)
class PartialAnswer:
    """The answers `chosen` so far for an action, and the possible next `answers`."""

    chosen: tuple[str, ...]
    answers: tuple[str, ...]
    complete: Action | None = None
    """The action that the chosen answers describe already, if further answers are optional."""
    leaves: tuple[Action, ...] = field(default=(), repr=False)
    """Every action that the chosen answers can still lead to."""


def ask(
    actions: Sequence[Action],
    chosen: Sequence[str] = (),
    path_of: Callable[[Action], tuple[str, ...]] = own_path,
) -> PartialAnswer | Action:
    """Return the possible answers after `chosen` or, if nothing is left to choose, the chosen action.

    Steps with a single possible answer are skipped. Raises IllegalAction if the answers fit no action.
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
    """Return the texts of the field `name` in the actions that agree with the other fields already typed.

    The actions may be of several kinds. The texts are in the order of the actions, without repetition.
    """
    others = {other: text for other, text in typed.items() if other != name}
    values: dict[str, None] = {}
    for action in agreeing(actions, others):
        value = _filled(action, name)
        if value is not None:
            values[text_of(value)] = None
    return tuple(values)


def agreeing(actions: Iterable[Action], typed: Mapping[str, str]) -> Iterator[Action]:
    """Return the actions whose fields agree with the fields already typed."""
    return (action for action in actions if all(_agrees(action, name, text) for name, text in typed.items()))


def _agrees(action: Action, name: str, text: str) -> bool:
    value = _filled(action, name)
    return not text or (value is not None and text_of(value).casefold() == text.strip().casefold())


def _filled(action: Action, name: str) -> FieldValue:
    """Return the value of a field; `None` if it is empty or this kind of action has no such field."""
    return value_of(action, name) if name in fields_of(type(action)) else None
