"""Choosing an action by controls: one question after another, until the answers name it; then it is done."""

from collections.abc import Mapping

import discord
from discord import ui

from bot import menus, players
from bot.control_ids import ControlId
from bot.menus import Choice
from bot.players import TooLate
from bot.press import Press
from bot.tables import Report, Table
from rules.engine.action import Action, build, fields_of
from rules.engine.decision import MENU_LIMIT, Form, PartialAnswer, Range, Words, ask
from rules.engine.errors import IllegalAction

TYPED_LIMIT = 200
"""Characters in one field of a form."""


async def answer(press: Press) -> None:
    """One more answer was given: ask on, or act."""
    try:
        choice = _choice(press.table, press.user, press.control)
        await _follow(press, choice, press.path)
    except (TooLate, IllegalAction) as refusal:
        await players.offer_anew(press.answer, press.table, press.user, refusal.message)


async def show(press: Press) -> None:
    """Show the user what they may do now."""
    players.seat_of(press.table.row, press.user)
    text, rows = players.question(press.table, press.user)
    await press.answer.say(text, rows)


async def take_back(press: Press) -> None:
    """The user takes back their last action, if the board is still the one the button was made for."""
    try:
        report = await players.take_back(press.interaction, press.table, press.control.stamp)
    except TooLate as refusal:
        await players.offer_anew(press.answer, press.table, press.user, refusal.message)
        return
    await _tell(press, report, None)


async def filled(press: Press) -> None:
    """A form was sent: a number among many, or the blanks of an action."""
    try:
        choice = _choice(press.table, press.user, press.control)
        form = _blank_form(choice, press.control)
        if form is None:
            await _follow(press, choice, (*press.path, *(text.strip() for text in press.typed.values())))
            return
        values = {name: text.strip() for name, text in press.typed.items() if text.strip()}
        report = await players.act(
            press.interaction, press.table, build(type(form.action), values), press.control.stamp or None
        )
        await _tell(press, report, choice.seat)
    except (TooLate, IllegalAction) as refusal:
        await players.offer_anew(press.answer, press.table, press.user, refusal.message)


async def open_form(press: Press) -> None:
    """Open the form behind a control: for a number among many, or for the blanks of an action."""
    try:
        choice = _choice(press.table, press.user, press.control)
        form = _form(choice, press.control)
    except (TooLate, IllegalAction) as refusal:
        await players.offer_anew(press.answer, press.table, press.user, refusal.message)
        return
    await press.answer.ask(form)


def _form(choice: Choice, control: ControlId) -> ui.Modal:
    blank_form = _blank_form(choice, control)
    if blank_form is not None:
        kind, blanks = type(blank_form.action), blank_form.blanks
    else:
        kind, blanks = _number_blank(choice, control)
    fields = fields_of(kind)
    modal = ui.Modal(title=kind.summary[:45], custom_id=str(control))
    for name, blank in blanks.items():
        hint = f"{blank.low} to {blank.high}" if isinstance(blank, Range) else f"up to {blank.limit} letters"
        summary = f"{fields[name].description or name} ({hint})"
        field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=name, required=False, max_length=TYPED_LIMIT)
        modal.add_item(ui.Label(text=name[:45], description=summary[:100], component=field))
    modal.stop()
    return modal


async def _follow(press: Press, choice: Choice, path: tuple[str, ...]) -> None:
    """Ask the next question on this path, or do what it leads to."""
    step = ask(choice.actions, path)
    if isinstance(step, PartialAnswer):
        if menus.DONE not in press.values or step.complete is None:
            offer = menus.offer(choice, step.chosen)
            own = players.own_lines(press.table.row, press.table.match, choice.seat)
            lines = [*own, _so_far(choice, step), *offer.hints]
            await press.answer.say("\n".join(lines), [*offer.rows, _start_over(press.control)])
            return
        step = step.complete
    warning = choice.label(step, len(step.path())).warning
    if warning and press.control.verb != "confirm":
        await press.answer.say(f"⚠️ {warning}", [_confirmation(choice, step)])
        return
    report = await players.act(press.interaction, press.table, step, press.control.stamp or None)
    await _tell(press, report, choice.seat)


async def _tell(press: Press, report: Report, viewer: int | None) -> None:
    """What came of it; a press in a public post needs no answer, if the post can change."""
    if press.table.trouble or press.answer.is_awaited:
        await press.answer.say(await players.told([report], press.table, viewer))


def _choice(table: Table, user: int, control: ControlId) -> Choice:
    if control.stamp == 0:
        return players.free_choice(table, user)
    return players.fresh_choice(table, user, control.stamp)


def _so_far(choice: Choice, question: PartialAnswer) -> str:
    """What has been chosen already, and that more is to come."""
    said = [choice.label(question.leaves[0], depth).text for depth in range(1, len(question.chosen) + 1)]
    # A die and the only way to use it may bear the same name.
    return f"So far: {' · '.join(dict.fromkeys(said))}. Choose what comes next." if said else "Choose:"


def _start_over(control: ControlId) -> menus.Row:
    return menus.action_row("Start over", ControlId("choices", control.game))


def _confirmation(choice: Choice, action: Action) -> menus.Row:
    path = action.path()
    control = ControlId("confirm", choice.id, choice.stamp, path)
    return menus.action_row(
        f"Yes: {choice.label(action, len(path)).text}", control, discord.ButtonStyle.danger
    )


def _blank_form(choice: Choice, control: ControlId) -> Form | None:
    return next((form for form in choice.forms if control.path == (form.action.kind,)), None)


def _number_blank(choice: Choice, control: ControlId) -> tuple[type[Action], Mapping[str, Range | Words]]:
    """The field that the next answer fills, with the bounds of its legal numbers. Raises TooLate."""
    question = ask(choice.actions, control.path)
    if not isinstance(question, PartialAnswer) or len(question.answers) <= MENU_LIMIT:
        raise TooLate(players.TOO_LATE)
    numbers = [int(answer) for answer in question.answers]
    kind = type(question.leaves[0])
    name = list(fields_of(kind))[len(question.chosen) - 1]
    return kind, {name: Range(min(numbers), max(numbers))}
