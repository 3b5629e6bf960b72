"""From legal actions to buttons and menus: the one way a choice is offered, in public and in private."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.control_ids import ControlId, Verb
from bot.quoting import quoted
from rules.engine.action import Action
from rules.engine.decision import MENU_LIMIT, Form, Question, ask
from rules.engine.game import AnyGame, Label, State

DONE = "·"
"""The menu value that stands for “no further answer”."""

BUTTONS = 5
"""Up to this many answers are buttons, more are a menu."""

Row = ui.ActionRow[ui.LayoutView]


@dataclass(frozen=True)
class Choice:
    """What one seat may choose from: the game's legal actions (and forms), and the stamp of its question."""

    game: AnyGame
    state: State
    seat: int
    actions: Sequence[Action]
    forms: Sequence[Form]
    id: str
    stamp: int

    def control(self, verb: Verb, path: Sequence[str]) -> str:
        """The id of a control for these answers."""
        return str(ControlId(verb, self.id, self.stamp, tuple(path)))

    def label(self, action: Action, depth: int) -> Label:
        """What the first `depth` answers of the action are called."""
        label = self.game.label(self.state, self.seat, action, depth)
        return Label(label.text[:80], label.hint[:100], label.warning)


def rows(choice: Choice, chosen: Sequence[str] = (), placeholder: str = "Choose") -> list[Row]:
    """The controls for the next step after the answers `chosen`. Raises IllegalAction if they fit nothing."""
    made: list[Row] = []
    if choice.actions:
        made += _question_rows(choice, _question(choice, chosen), placeholder)
    if not chosen:
        blanks = [_button(choice, "fill", form.action, 1) for form in choice.forms]
        made += [ui.ActionRow(*blanks[start : start + 5]) for start in range(0, len(blanks), 5)]
    return made


def hints(choice: Choice, chosen: Sequence[str] = ()) -> list[str]:
    """What the buttons of that step have no room for, a line each; a menu shows its hints itself.

    Raises IllegalAction if the answers `chosen` fit nothing.
    """
    if not choice.actions:
        return []
    question = _question(choice, chosen)
    on_buttons = _on_buttons(question, whole=_are_whole(choice, question))
    labels = [choice.label(action, depth) for action, depth in on_buttons]
    return [f"-# {quoted(label.text)}: {quoted(label.hint, 100)}" for label in labels if label.hint]


def action_row(
    label: str, control: ControlId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Row:
    """A row with a single button."""
    button: ui.Button[ui.LayoutView] = ui.Button(label=label[:80], style=style, custom_id=str(control))
    return ui.ActionRow(button)


def _question(choice: Choice, chosen: Sequence[str]) -> Question:
    step = ask(choice.actions, chosen)
    return step if isinstance(step, Question) else Question(tuple(chosen), (), step, (step,))


def _question_rows(choice: Choice, question: Question, placeholder: str) -> list[Row]:
    whole = _are_whole(choice, question)
    on_buttons = _on_buttons(question, whole=whole)
    if on_buttons:
        return [ui.ActionRow(*(_button(choice, "answer", action, depth) for action, depth in on_buttons))]
    if whole:
        return [_menu_of_actions(choice, question, placeholder)]
    return _menu_of_answers(choice, question, placeholder)


def _on_buttons(question: Question, *, whole: bool) -> list[tuple[Action, int]]:
    """For each button an action and how many answers of its path are meant; none if there is to be a menu."""
    if whole:
        found = [(action, len(action.path())) for action in question.leaves]
    else:
        found = _representatives(question)
    return found if len(found) <= BUTTONS else []


def _are_whole(choice: Choice, question: Question) -> bool:
    """Whether whole actions are offered at once, or else the next answer only."""
    return len(question.leaves) <= MENU_LIMIT and _can_be_told_apart(choice, question.leaves)


def _can_be_told_apart(choice: Choice, actions: Sequence[Action]) -> bool:
    """Whether the whole actions have names of their own; else they are asked answer by answer."""
    return len({choice.label(action, len(action.path())).text for action in actions}) == len(actions)


def _menu_of_actions(choice: Choice, question: Question, placeholder: str) -> Row:
    depth = len(question.chosen)
    options = []
    for action in question.leaves:
        path = action.path()
        label = choice.label(action, len(path))
        rest = "/".join(path[depth:])
        options.append(_option(label, rest))
    return ui.ActionRow(_select(choice, question.chosen, options, placeholder))


def _menu_of_answers(choice: Choice, question: Question, placeholder: str) -> list[Row]:
    options = []
    for action, depth in _representatives(question):
        answer = "" if depth == len(question.chosen) else action.path()[depth - 1]
        options.append(_option(choice.label(action, depth), answer))
    # More than a menu holds can only be numbers: the largest are offered, any other can be typed.
    made = [ui.ActionRow(_select(choice, question.chosen, options[-MENU_LIMIT:], placeholder))]
    if len(options) > MENU_LIMIT:
        typed: ui.Button[ui.LayoutView] = ui.Button(
            label="Another number…", custom_id=choice.control("fill", question.chosen)
        )
        made.append(ui.ActionRow(typed))
    return made


def _representatives(question: Question) -> list[tuple[Action, int]]:
    """For each possible answer one action it can lead to, and how many answers of its path are meant."""
    depth = len(question.chosen)
    found: dict[str, tuple[Action, int]] = {}
    for action in question.leaves:
        path = action.path()
        answer = path[depth] if len(path) > depth else ""
        found.setdefault(answer, (action, min(depth + 1, len(path))))
    return list(found.values())


def _button(choice: Choice, verb: Verb, action: Action, depth: int) -> "ui.Button[ui.LayoutView]":
    label = choice.label(action, depth)
    style = discord.ButtonStyle.danger if label.warning else discord.ButtonStyle.primary
    return ui.Button(label=label.text, style=style, custom_id=choice.control(verb, action.path()[:depth]))


def _select(
    choice: Choice, chosen: Sequence[str], options: list[discord.SelectOption], placeholder: str
) -> "ui.Select[ui.LayoutView]":
    return ui.Select(custom_id=choice.control("pick", chosen), options=options, placeholder=placeholder[:150])


def _option(label: Label, value: str) -> discord.SelectOption:
    return discord.SelectOption(label=label.text, value=value or DONE, description=label.hint or None)
