"""From legal actions to buttons and menus: the one way a choice is offered, in public and in private."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import discord
from discord import ui

from bot.posts.control_ids import ControlId, Verb
from bot.quoting import quoted
from rules.engine.action import Action
from rules.engine.decision import PartialAnswer, ask
from rules.engine.form import MENU_LIMIT, Form
from rules.engine.game import AnyGame, State
from rules.engine.label import Label
from rules.engine.match import Awaited, Match
from rules.engine.seat import Names, called

DONE = "·"
"""The menu value that stands for “no further answer”."""

BUTTONS = 5
"""Up to this many answers are buttons, more are a menu."""

ControlRow = ui.ActionRow[ui.LayoutView]


@dataclass(frozen=True)
class Menu:
    """What one seat may choose from: the game's legal actions (and forms), and the stamp of its question."""

    game: AnyGame
    state: State
    seat: int
    actions: Sequence[Action]
    forms: Sequence[Form]
    id: str
    stamp: int
    names: Names

    def control(self, verb: Verb, path: Sequence[str]) -> str:
        """The id of a control for these answers."""
        return str(ControlId(verb, self.id, self.stamp, tuple(path)))

    def label(self, action: Action, depth: int) -> Label:
        """What the first `depth` answers of the action are called."""
        text, hint, warning = self.game.label(self.state, self.seat, action, depth)
        return Label(self._named(text)[:80], self._named(hint)[:100], self._named(warning))

    def _named(self, told: str) -> str:
        """The words of a label with players in place of seats that bear letters."""
        if not self.game.lettered:
            return told
        own = {seat: self.game.seat_name(self.state, seat) for seat in self.names}
        players = {own[seat]: name for seat, name in called(self.names, own).items()}
        seats = "|".join(map(re.escape, players))
        return re.sub(rf"\b(?:{seats})\b", lambda found: players[found[0]], told)


@dataclass(frozen=True)
class Controls:
    """What people are shown to give the next answer with.

    `hints`: what buttons have no room for, a line each; a menu shows its hints itself.
    """

    rows: list[ControlRow]
    hints: list[str]

    @property
    def has_menu(self) -> bool:
        """Whether something is chosen from a menu."""
        return any(isinstance(part, ui.Select) for row in self.rows for part in row.children)


class Named(NamedTuple):
    """An action, how many answers of its path are meant, and what these are called."""

    action: Action
    depth: int
    label: Label

    @property
    def path(self) -> tuple[str, ...]:
        """The answers that are meant."""
        return self.action.path()[: self.depth]


def menu_of(game: str, match: Match, awaited: Awaited, names: Names) -> Menu:
    """What an awaited seat may choose from in the game of that id, with players of these names."""
    decision = match.decision_of(awaited.seat)
    actions = (*decision.shortcuts, *decision.actions) if decision else ()
    forms = decision.forms if decision else ()
    return Menu(match.game, match.shown, awaited.seat, actions, forms, game, awaited.stamp, names)


def controls(menu: Menu, chosen: Sequence[str] = (), placeholder: str = "Choose") -> Controls:
    """The controls for the answer after those `chosen`. Raises IllegalAction if they fit nothing."""
    made, hints = _for_actions(menu, chosen, placeholder) if menu.actions else ([], [])
    if not chosen:
        blanks = [_form_button(menu, form) for form in menu.forms]
        made += [ui.ActionRow(*blanks[start : start + 5]) for start in range(0, len(blanks), 5)]
    return Controls(made, hints)


def action_row(
    label: str, control: ControlId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ControlRow:
    """A row with a single button."""
    button: ui.Button[ui.LayoutView] = ui.Button(label=label[:80], style=style, custom_id=str(control))
    return ui.ActionRow(button)


def _for_actions(menu: Menu, chosen: Sequence[str], placeholder: str) -> tuple[list[ControlRow], list[str]]:
    """Buttons where there are few answers, or else a menu; and the hints that go with buttons."""
    question = _question(menu, chosen)
    whole = _whole_actions(menu, question)
    answers = whole or [_named(menu, *one) for one in _representatives(question)]
    if len(answers) <= BUTTONS:
        row = ui.ActionRow(*(_button(menu, "answer", answer) for answer in answers))
        hints = [answer.label for answer in answers if answer.label.hint]
        return [row], [f"-# {quoted(label.text)}: {quoted(label.hint, 100)}" for label in hints]
    depth = len(question.chosen)
    options = [_option(answer.label, "/".join(answer.path[depth:])) for answer in answers]
    # More than a menu holds can only be numbers: the largest are offered, any other can be typed.
    made = [ui.ActionRow(_select(menu, question.chosen, options[-MENU_LIMIT:], placeholder))]
    if len(options) > MENU_LIMIT:
        typed: ui.Button[ui.LayoutView] = ui.Button(
            label="Another number…", custom_id=menu.control("fill", question.chosen)
        )
        made.append(ui.ActionRow(typed))
    return made, []


def _form_button(menu: Menu, form: Form) -> "ui.Button[ui.LayoutView]":
    """The button that opens a form, called by its fixed answers."""
    depth, path = len(form.path), form.path
    words = menu.label(form.action, depth).text if form.action.path()[:depth] == path else " ".join(path)
    return ui.Button(
        label=f"{words}…"[:80], style=discord.ButtonStyle.primary, custom_id=menu.control("fill", path)
    )


def _question(menu: Menu, chosen: Sequence[str]) -> PartialAnswer:
    found = ask(menu.actions, chosen)
    return found if isinstance(found, PartialAnswer) else PartialAnswer(tuple(chosen), (), found, (found,))


def _whole_actions(menu: Menu, question: PartialAnswer) -> list[Named]:
    """All that can be done, if that is few enough and bears names of its own: else one asks on."""
    if len(question.leaves) > MENU_LIMIT:
        return []
    found = [_named(menu, action, len(action.path())) for action in question.leaves]
    return found if len({one.label.text for one in found}) == len(found) else []


def _named(menu: Menu, action: Action, depth: int) -> Named:
    return Named(action, depth, menu.label(action, depth))


def _representatives(question: PartialAnswer) -> list[tuple[Action, int]]:
    """For each possible answer one action it can lead to, and how many answers of its path are meant."""
    depth = len(question.chosen)
    found: dict[str, tuple[Action, int]] = {}
    for action in question.leaves:
        path = action.path()
        answer = path[depth] if len(path) > depth else ""
        found.setdefault(answer, (action, min(depth + 1, len(path))))
    return list(found.values())


def _button(menu: Menu, verb: Verb, answer: Named) -> "ui.Button[ui.LayoutView]":
    style = discord.ButtonStyle.danger if answer.label.warning else discord.ButtonStyle.primary
    return ui.Button(label=answer.label.text, style=style, custom_id=menu.control(verb, answer.path))


def _select(
    menu: Menu, chosen: Sequence[str], options: list[discord.SelectOption], placeholder: str
) -> "ui.Select[ui.LayoutView]":
    return ui.Select(custom_id=menu.control("pick", chosen), options=options, placeholder=placeholder[:150])


def _option(label: Label, value: str) -> discord.SelectOption:
    return discord.SelectOption(label=label.text, value=value or DONE, description=label.hint or None)
