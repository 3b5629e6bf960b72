"""Choosing an action with controls: the bot asks until the answers determine an action, then does it."""

from collections.abc import Mapping, Sequence
from functools import wraps
from textwrap import shorten

from discord import ui

from bot.escaping import quoted
from bot.handlers import fields, forms, player_actions, previews
from bot.handlers.fields import Field
from bot.handlers.player_actions import TooLate
from bot.handlers.press import Handler, Press
from bot.posts import menu_controls, menus
from bot.posts.build import ControlRow, action_row, button
from bot.posts.control_ids import ControlId
from bot.posts.menus import Menu
from bot.sessions.requests import Report
from rules.engine.action import Action, fields_of, notation, text_of, title_of, value_of
from rules.engine.decision import PartialAnswer
from rules.engine.errors import HarbourmasterError, IllegalAction, MisfilledForm
from rules.engine.form import MENU_LIMIT, Blank, Form, Range, misfit

TYPED_LIMIT = 200
"""The maximum number of characters in one field of a form."""

REASON_LIMIT = 300
"""The maximum number of characters in the reason that comes with advice."""

CHOICES = "Your choices"

TAKES_BACK = "-# From now on you are not asked. **Standing orders** below `/game board` takes that back."

LONGEST_TITLE = 45
"""The maximum number of characters in the title of a form or field, which Discord sets."""

REST = "rest"
"""The name of the last field if there are more blanks than fields; it is for all remaining blanks."""


def _or_anew(handler: Handler) -> Handler:
    """Wrap a handler: after TooLate or IllegalAction, show the user what can be done instead."""

    @wraps(handler)
    async def handle(press: Press) -> None:
        try:
            await handler(press)
        except (TooLate, IllegalAction) as refusal:
            await player_actions.offer_anew(press, refusal.message)

    return handle


@_or_anew
async def answer(press: Press) -> None:
    """Handle one more answer, then ask the next question or do the action."""
    await _follow(press, _menu(press), press.path)


@_or_anew
async def answer_always(press: Press) -> None:
    """Make an answer a standing order for this and later questions, after a preview if the user wishes."""
    menu = _menu(press)
    found = menu.ask(press.path)
    if not isinstance(found, Action) or found not in menu.always:
        raise TooLate(player_actions.TOO_LATE)
    if _shows_first(press) and press.control.verb != "always_sure":
        await previews.show_always(press, menu, found)
        return
    reports = await player_actions.act_always(press, menu.always[found], found, press.control.stamp)
    if press.table.trouble or press.answer.is_awaited:
        told = await player_actions.told(reports, press.table, reports[-1].seat)
        await press.answer.say(f"{told}\n{TAKES_BACK}")


@_or_anew
async def do_line(press: Press) -> None:
    """Do the actions of a typed line or a filled form, after the user has seen a preview."""
    player_actions.fresh_menu(press.table, press.user, press.control.stamp)
    line, stamp = previews.line_of(press), press.control.stamp
    headway = await player_actions.act_line(press, line, stamp, confirmed=True)
    await _tell(press, headway.reports, headway.seat, headway.note)


async def show(press: Press) -> None:
    """Show users what they may do now."""
    player_actions.seat_of(press.table.row, press.user)
    text, rows = player_actions.choices(press.table, press.user)
    await press.answer.say(text, rows, await player_actions.pictures(press))


@_or_anew
async def suggest(press: Press) -> None:
    """Show what the bot would do in the user's seat, knowing only what the seat knows."""
    table, menu = press.table, player_actions.fresh_menu(press.table, press.user, press.control.stamp)
    decision = table.match.decision_of(menu.seat)
    if decision is None or not player_actions.may_be_advised(table):
        raise HarbourmasterError(
            "At this table the bot suggests no moves, because its lobby chose so. **Your choices** shows what"
            " you can do."
        )
    action, reason = await press.interaction.client.tables.machine.advise(table.match, decision)
    lines = [
        f"💡 I would do this: {previews.in_words(menu, action)}",
        quoted(menu.with_names(reason), REASON_LIMIT),
        f"-# Typed: `{notation(action)}`",
    ]
    shown = await previews.board(press, menu, [action])
    await press.answer.say("\n".join(lines), [previews.do_or_go_back(menu, action)], shown)


async def show_orders(press: Press) -> None:
    """Show the standing orders that the user may give now, with their controls."""
    controls = menu_controls.controls(player_actions.orders_menu(press.table, press.user))
    await press.answer.say("\n".join(["**Standing orders**", *controls.hints]), controls.rows)


@_or_anew
async def take_back(press: Press) -> None:
    """Take back the user's last action, unless the game has gone on since the button was made."""
    await _tell(press, [await player_actions.take_back(press, press.control.stamp)], None)


async def filled(press: Press) -> None:
    """Handle a submitted form: a number in a range, or the blanks of an action."""
    # On a phone the message that opened the form may be out of sight, so a refusal is a new message.
    try:
        await _fill(press)
    except player_actions.AsksFirst as asked:
        await previews.show(press, asked, apart=True)
    except IllegalAction as refusal:
        control = ControlId("choices", press.control.game)
        await forms.refuse(press.answer, refusal, [button(CHOICES, control)])
    except TooLate as refusal:
        written = " · ".join(filter(None, press.typed.values()))
        kept = f"\n-# You wrote: {quoted(written, TYPED_LIMIT)}" if written else ""
        await player_actions.offer_anew(press, f"{refusal.message}{kept}", apart=True)


async def _fill(press: Press) -> None:
    """Do the action that a form describes. Raises AsksFirst, TooLate, IllegalAction."""
    menu = _menu(press)
    form = _form_of(menu, press.control)
    if form is None:
        question, numbers = _numbers(menu, press.control)
        number = numbers.completed(next(iter(press.typed.values()), "").strip())
        if number not in question.answers:
            raise MisfilledForm([misfit(title_of(*_next_field(question)), number, numbers)])
        await _follow(press, menu, (*press.path, number))
        return
    await _act(press, _filled(form, press.typed), confirmed=False)


def _filled(form: Form, typed: Mapping[str, str]) -> Action:
    """Return the action that a form describes. Raises MisfilledForm, which lists all mistakes."""
    _, others = _spread(form)
    faults: Sequence[str] = ()
    rest: Mapping[str, str] = {}
    try:
        rest = form.spread(others, typed.get(REST, ""))
    except MisfilledForm as fault:
        faults = fault.faults
    try:
        action = form.filled({**typed, **rest})
    except MisfilledForm as fault:
        raise MisfilledForm([*fault.faults, *faults]) from fault
    if faults:
        raise MisfilledForm(faults)
    return action


@_or_anew
async def open_form(press: Press) -> None:
    """Open the form that belongs to a control: for a number in a range, or for the blanks of an action."""
    await press.answer.ask(_modal(_menu(press), press.control))


def _modal(menu: Menu, control: ControlId) -> ui.Modal:
    """Return the form for a number or blanks. Raises TooLate or IllegalAction if the form is outdated."""
    form = _form_of(menu, control)
    if form is None:
        question, numbers = _numbers(menu, control)
        kind, name = _next_field(question)
        title, shown = kind.summary, [_field(name, title_of(kind, name), _about(kind, name, numbers), "")]
    else:
        own, others = _spread(form)
        title, shown = menu_controls.form_name(menu, form), [_blank(form, name) for name in own]
        if others:
            shown.append(_last_field(form, others))
    return fields.form(shorten(title, LONGEST_TITLE, placeholder="…"), control, shown)


def _spread(form: Form) -> tuple[list[str], list[str]]:
    """Return two lists: the blanks that have their own fields, and the blanks that share the last field."""
    names = list(form.blanks)
    own = len(names) if len(names) <= fields.MOST else fields.MOST - 1
    return names[:own], names[own:]


def _field(name: str, title: str, about: str, example: str) -> Field:
    """Return one field of a form, filled with an example that is valid input."""
    stands = example[:TYPED_LIMIT]
    return fields.text(name, title, about, required=False, default=stands, longest=TYPED_LIMIT)


def _blank(form: Form, name: str) -> Field:
    about = _about(form.kind, name, form.blanks[name])
    return _field(name, form.title(name), about, text_of(value_of(form.example, name)))


def _last_field(form: Form, names: Sequence[str]) -> Field:
    """Return the field for several blanks; the user types all their titles and values in one line."""
    values = {form.title(name): text_of(value_of(form.example, name)) for name in names}
    stands = " ".join(f"{title} {text}" for title, text in values.items() if text)
    about = f"In one line: {' '.join(f'{form.title(name)} {form.blanks[name]}' for name in names)}"
    return _field(REST, ", ".join(map(form.title, names)).capitalize(), about, stands)


def _about(kind: type[Action], name: str, blank: Blank) -> str:
    return f"{fields_of(kind)[name].description or name} ({blank.meaning})"


async def _follow(press: Press, menu: Menu, path: tuple[str, ...]) -> None:
    """Ask the next question after these answers, or do the action to which they lead."""
    found = menu.ask(path)
    if isinstance(found, PartialAnswer):
        if menus.DONE not in press.values or found.complete is None:
            controls = menu_controls.controls(menu.with_numbers(), found.chosen)
            own = player_actions.own_lines(press.table.row, press.table.match, menu.seat)
            lines = [*own, _so_far(menu, found), *controls.hints]
            rows = [*controls.rows, _start_over(press.control)]
            await press.answer.say("\n".join(lines), rows, await player_actions.pictures(press))
            return
        found = found.complete
    warning = menu.label(found, len(menu.path(found))).warning
    if warning and press.control.verb != "confirm":
        rows = [player_actions.confirmation(menu, found), _start_over(press.control)]
        await press.answer.say(f"⚠️ {warning}", rows, await previews.board(press, menu, [found]))
        return
    if _shows_first(press) and not found.free and press.control.verb != "confirm":
        await previews.show_choice(press, menu, found)
        return
    await _act(press, found, confirmed=True)


async def _act(press: Press, action: Action, *, confirmed: bool) -> None:
    """Do the chosen action. Raises AsksFirst if the action needs a second press and is not `confirmed`."""
    headway = await player_actions.act(press, action, press.control.stamp, confirmed=confirmed)
    await _tell(press, headway.reports, headway.seat, headway.note)


async def _tell(press: Press, reports: Sequence[Report], viewer: int | None, note: str = "") -> None:
    """Report results and the next question if there is a `note` or trouble, or if a response is awaited."""
    if not (note or press.table.trouble or press.answer.is_awaited):
        return
    told = "\n".join(filter(None, [note, await player_actions.told(reports, press.table, viewer)]))
    if viewer is None or press.table.match.awaits(viewer) is None:
        await press.answer.say(told)
        return
    text, rows = player_actions.choices(press.table, press.user)
    await press.answer.say(f"{told}\n{text}", rows, await player_actions.pictures(press))


def _shows_first(press: Press) -> bool:
    """Return whether the user wishes to see the result of a choice first."""
    return press.interaction.client.store.wishes.of(press.user).previews


def _menu(press: Press) -> Menu:
    """Return the menu that the control belongs to. Raises NotAtTheTable and TooLate."""
    table, stamp = press.table, press.control.stamp
    if stamp:
        return player_actions.fresh_menu(table, press.user, stamp)
    return player_actions.free_menu(table, press.user)


def _so_far(menu: Menu, question: PartialAnswer) -> str:
    """Return a line that repeats the answers so far and asks for the next answer."""
    depths = range(1, len(question.chosen) + 1)
    said = [menu.label(question.leaves[0], depth).text.removesuffix(" …") for depth in depths]
    # Equal words appear only once, because a die and its only use may have the same name.
    return f"So far: {' · '.join(dict.fromkeys(said))}. Choose what comes next." if said else "Choose:"


def _start_over(control: ControlId) -> ControlRow:
    return action_row("Start over", ControlId("choices", control.game))


def _form_of(menu: Menu, control: ControlId) -> Form | None:
    """Return the form that the control opens; `None` if the control asks for a number."""
    return next((form for form in menu.forms if form.path == control.path), None)


def _numbers(menu: Menu, control: ControlId) -> tuple[PartialAnswer, Range]:
    """Return the question for a number, and the range of the answers. Raises TooLate or IllegalAction."""
    question = menu.ask(control.path)
    if not isinstance(question, PartialAnswer) or len(question.answers) <= MENU_LIMIT:
        raise TooLate(player_actions.TOO_LATE)
    return question, Range.over([int(answer) for answer in question.answers])


def _next_field(question: PartialAnswer) -> tuple[type[Action], str]:
    """Return the class of the action, and the name of the field that the next answer fills."""
    kind = type(question.leaves[0])
    return kind, list(fields_of(kind))[len(question.chosen) - 1]
