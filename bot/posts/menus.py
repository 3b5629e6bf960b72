"""The choices of a seat, with labels for buttons and menus."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import NamedTuple

from bot.narration.seat_names import with_players
from bot.posts.control_ids import ControlId, Verb
from rules.engine.action import Action
from rules.engine.decision import ANY, Awaited, Decision, PartialAnswer, RowKind, ask, own_path
from rules.engine.form import Form
from rules.engine.game import AnyGame, State
from rules.engine.label import Label
from rules.engine.match import Match
from rules.engine.seat import Names
from rules.engine.texts import signs

DONE = "·"
"""The menu value for “no further answer”."""

BUTTONS = 5
"""The maximum number of buttons in a row, and of answers that are always shown as buttons."""

ALWAYS = "🔁"
"""The mark in front of the label of a standing answer."""

BEHIND_NUMBER = " · "
"""The separator between the number of a place and its label."""

_SAYS_ENOUGH = re.compile(r"(✓ )?\w+\W+\w")
"""The beginning of a label of at least two words."""

_BARE_NUMBER = re.compile(r"\d+ \w")
"""The beginning of a label that identifies a piece only by its number."""

_WHERE = re.compile(r"[NSEW]{1,2}|→ .+")
"""A label that is only a direction or a destination, and completes the previous answer's label."""


@dataclass(frozen=True)
class Menu:
    """The choices of one seat: the game's legal actions and forms, and the stamp of its question."""

    game: AnyGame
    state: State
    seat: int
    actions: Sequence[Action]
    forms: Sequence[Form]
    id: str
    stamp: int
    names: Names
    path: Callable[[Action], tuple[str, ...]] = own_path
    """Returns the answers that lead to an action."""
    always: Mapping[Action, Action] = field(default_factory=dict)
    """A mapping from each answer to the standing order that always gives it."""
    offered: Sequence[Action] = ()
    """The actions that controls show; if empty, all actions. Other legal actions are still accepted."""
    numbered: bool = False
    """Whether the places are numbered on the picture next to the menu."""
    posted: bool = False
    """Whether the menu is below the board in a channel, without hints that the board shows."""
    lines: int = ANY
    """The maximum number of lines of buttons on a phone; buttons that do not fit become menus."""
    steady: bool = False
    """Whether each first answer has its own row, so that controls never move. Later rows prefer menus."""
    layout: Mapping[str, RowKind] = field(default_factory=dict)
    """The kind of row of each first answer with its own row, in order. Other answers share the last row."""
    series: Sequence[Form] = ()
    """The forms for several actions at once."""

    def once_each(self) -> "Menu":
        """Return the menu with only the offered actions, no two of which are equivalent."""
        return replace(self, actions=self.offered) if self.offered else self

    def with_numbers(self) -> "Menu":
        """Return the menu for a picture on which the places are numbered."""
        return replace(self, numbered=True)

    def sensible_first(self) -> list[Action]:
        """Return the offered actions: ordinary, dangerous, then free actions, and last those with a warning.

        Each of these groups is in the order of the labels' ranks or, for equal ranks, of the controls.
        """
        rows = {answer: at for at, answer in enumerate(self.layout)}

        def place(action: Action) -> tuple[bool, bool, bool, int, int]:
            path = self.path(action)
            label, row = self.label(action, len(path)), rows.get(path[0], len(rows))
            return bool(label.warning), action.free, label.dangerous, label.rank, row

        return sorted(self.once_each().actions, key=place)

    def in_words(self, action: Action) -> str:
        """Return an action's label, extended so that it can be understood without context.

        Labels of earlier answers precede a label that is too short or not unique. If a label identifies a
        piece only by a number, only the first answer's label precedes it.
        """
        *before, said = (
            self.label(action, depth).text.removesuffix(" …")
            for depth in range(1, len(self.path(action)) + 1)
        )
        if _BARE_NUMBER.match(self.signed(action, len(self.path(action))).text):
            return BEHIND_NUMBER.join([*before[:1], said])
        if _SAYS_ENOUGH.match(said) and self._times_said[said] <= 1:
            return said
        way = [*dict.fromkeys(one for one in before if not said.startswith(one))]
        if way and _WHERE.fullmatch(said):
            return f"{BEHIND_NUMBER.join(way)} {said}".replace(" to → ", " to ")
        return BEHIND_NUMBER.join(dict.fromkeys([*way, said]))

    @cached_property
    def _times_said(self) -> Counter[str]:
        """The number of offered actions for each label."""
        actions = self.once_each().actions
        return Counter(self.label(action, len(self.path(action))).text for action in actions)

    def in_post(self) -> "Menu":
        """Return the menu that a post shows below its board, without forms for several actions."""
        return replace(self, posted=True, forms=[form for form in self.forms if form not in self.series])

    @property
    def goes_on_in_private(self) -> bool:
        """Whether the private page may offer more than the post."""
        before = ((action, len(self.path(action)) - 1) for action in self.once_each().actions)
        return bool(self.series) or any(
            depth and self.label(action, depth).warning for action, depth in before
        )

    @property
    def most_buttons(self) -> int:
        """The maximum number of answers shown as buttons; it is higher if `lines` also limits the buttons."""
        return (2 if self.lines == ANY else 3) * BUTTONS

    def ask(self, chosen: Sequence[str]) -> PartialAnswer | Action:
        """Return the question after these answers, or the action that they lead to. Raises IllegalAction."""
        return ask(self.actions, chosen, self.path)

    def control(self, verb: Verb, path: Sequence[str]) -> str:
        """Return the id of a control that leads to the answers in `path`."""
        return str(ControlId(verb, self.id, self.stamp, tuple(path)))

    def label(self, action: Action, depth: int) -> Label:
        """Return the label of the action's first `depth` answers, with its sign in words."""
        label = self._labels(action, depth)
        return label._replace(text=label.in_words(self.signs[label.sign])[:80]) if label.sign else label

    def signed(self, action: Action, depth: int) -> Label:
        """Return the label of the action's first `depth` answers, for a control that shows the sign."""
        label = self._labels(action, depth)
        return label._replace(text=label.beside_sign(self.signs[label.sign])) if label.sign else label

    @property
    def signs(self) -> Mapping[str, str]:
        """The game's signs, each with its meaning in plain text."""
        return signs(self.game)

    @cached_property
    def _labels(self) -> Callable[[Action, int], Label]:
        return cache(self._label)

    def _label(self, action: Action, depth: int) -> Label:
        label = self.game.label(self.state, self.seat, action, depth)
        text, hint, warning = map(self.with_names, (label.text, label.hint, label.warning))
        number = label.number if self.numbered else 0
        told = f"{number}{BEHIND_NUMBER}{text}" if number else text
        brief = self.with_names(label.brief) if self.posted else ""
        below = self.with_names(label.below)
        return label._replace(
            text=told[:80], hint=hint[:100], warning=warning, number=number, brief=brief, below=below
        )

    @cached_property
    def with_names(self) -> Callable[[str], str]:
        """A function that replaces seats with names of players in the game's texts."""
        return with_players(self.game, self.state, self.names)


class Named(NamedTuple):
    """The answers `path`, with a `label` in words and a `signed` label, which belongs next to a sign."""

    path: tuple[str, ...]
    label: Label
    signed: Label = Label("")

    @property
    def shown(self) -> Label:
        """The label that belongs next to the sign or, without a sign, the label in words."""
        return self.signed if self.signed.sign else self.label

    @property
    def on_button(self) -> Label:
        """The label on a button; its text may be shorter."""
        label = self.shown
        return label._replace(text=label.brief) if label.brief else label


def menu_of(game: str, match: Match, awaited: Awaited, names: Names) -> Menu:
    """Return the choices of an awaited seat; `game` is the game's id and `names` the players' names."""
    decision = match.decision_of(awaited.seat)
    if decision is None:
        return Menu(match.game, match.shown, awaited.seat, (), (), game, awaited.stamp, names)
    return menu_for(match.game, match.shown, decision, game, awaited.stamp, names)


def menu_for(game: AnyGame, state: State, decision: Decision, id_: str, stamp: int, names: Names) -> Menu:
    """Return the choices of a decision: its shortcuts, its actions, and its forms."""
    actions = (*decision.shortcuts, *decision.actions)
    offered = (form for form in decision.forms if form.offered and not decision.outdone(form.action))
    series = tuple(decision.more_forms())
    return Menu(
        game, state, decision.seat, actions, (*series, *offered), id_, stamp, names,
        decision.path_of, decision.always(), decision.offered,
        steady=decision.steady, lines=decision.lines, layout=decision.layout, series=series,
    )  # fmt: skip
