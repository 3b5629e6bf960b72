"""From legal actions to buttons and menus: the one way a choice is offered, in public and in private."""

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


@dataclass(frozen=True)
class Offer:
    """One step of a choice as people see it.

    `hints`: what buttons have no room for, a line each; a menu shows its hints itself.
    """

    rows: list[Row]
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


def choice_of(game: str, match: Match, awaited: Awaited) -> Choice:
    """What an awaited seat may choose from in the game of that id."""
    decision = match.decision_of(awaited.seat)
    actions = decision.actions if decision else ()
    forms = decision.forms if decision else ()
    return Choice(match.game, match.shown, awaited.seat, actions, forms, game, awaited.stamp)


def offer(choice: Choice, chosen: Sequence[str] = (), placeholder: str = "Choose") -> Offer:
    """The controls for the next step after the answers `chosen`. Raises IllegalAction if they fit nothing."""
    made, hints = _offer_actions(choice, chosen, placeholder) if choice.actions else ([], [])
    if not chosen:
        blanks = [_form_button(choice, form) for form in choice.forms]
        made += [ui.ActionRow(*blanks[start : start + 5]) for start in range(0, len(blanks), 5)]
    return Offer(made, hints)


def action_row(
    label: str, control: ControlId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Row:
    """A row with a single button."""
    button: ui.Button[ui.LayoutView] = ui.Button(label=label[:80], style=style, custom_id=str(control))
    return ui.ActionRow(button)


def _offer_actions(choice: Choice, chosen: Sequence[str], placeholder: str) -> tuple[list[Row], list[str]]:
    """Buttons where there are few answers, or else a menu; and the hints that go with buttons."""
    question = _question(choice, chosen)
    whole = _whole_actions(choice, question)
    answers = whole or [_named(choice, *one) for one in _representatives(question)]
    if len(answers) <= BUTTONS:
        row = ui.ActionRow(*(_button(choice, "answer", answer) for answer in answers))
        hints = [answer.label for answer in answers if answer.label.hint]
        return [row], [f"-# {quoted(label.text)}: {quoted(label.hint, 100)}" for label in hints]
    depth = len(question.chosen)
    options = [_option(answer.label, "/".join(answer.path[depth:])) for answer in answers]
    # More than a menu holds can only be numbers: the largest are offered, any other can be typed.
    made = [ui.ActionRow(_select(choice, question.chosen, options[-MENU_LIMIT:], placeholder))]
    if len(options) > MENU_LIMIT:
        typed: ui.Button[ui.LayoutView] = ui.Button(
            label="Another number…", custom_id=choice.control("fill", question.chosen)
        )
        made.append(ui.ActionRow(typed))
    return made, []


def _form_button(choice: Choice, form: Form) -> "ui.Button[ui.LayoutView]":
    """The button that opens a form, called by its fixed answers."""
    depth, path = len(form.path), form.path
    words = choice.label(form.action, depth).text if form.action.path()[:depth] == path else " ".join(path)
    return ui.Button(
        label=f"{words}…"[:80], style=discord.ButtonStyle.primary, custom_id=choice.control("fill", path)
    )


def _question(choice: Choice, chosen: Sequence[str]) -> PartialAnswer:
    step = ask(choice.actions, chosen)
    return step if isinstance(step, PartialAnswer) else PartialAnswer(tuple(chosen), (), step, (step,))


def _whole_actions(choice: Choice, question: PartialAnswer) -> list[Named]:
    """All that can be done, if that is few enough and bears names of its own: else one asks on."""
    if len(question.leaves) > MENU_LIMIT:
        return []
    found = [_named(choice, action, len(action.path())) for action in question.leaves]
    return found if len({one.label.text for one in found}) == len(found) else []


def _named(choice: Choice, action: Action, depth: int) -> Named:
    return Named(action, depth, choice.label(action, depth))


def _representatives(question: PartialAnswer) -> list[tuple[Action, int]]:
    """For each possible answer one action it can lead to, and how many answers of its path are meant."""
    depth = len(question.chosen)
    found: dict[str, tuple[Action, int]] = {}
    for action in question.leaves:
        path = action.path()
        answer = path[depth] if len(path) > depth else ""
        found.setdefault(answer, (action, min(depth + 1, len(path))))
    return list(found.values())


def _button(choice: Choice, verb: Verb, answer: Named) -> "ui.Button[ui.LayoutView]":
    style = discord.ButtonStyle.danger if answer.label.warning else discord.ButtonStyle.primary
    return ui.Button(label=answer.label.text, style=style, custom_id=choice.control(verb, answer.path))


def _select(
    choice: Choice, chosen: Sequence[str], options: list[discord.SelectOption], placeholder: str
) -> "ui.Select[ui.LayoutView]":
    return ui.Select(custom_id=choice.control("pick", chosen), options=options, placeholder=placeholder[:150])


def _option(label: Label, value: str) -> discord.SelectOption:
    return discord.SelectOption(label=label.text, value=value or DONE, description=label.hint or None)
