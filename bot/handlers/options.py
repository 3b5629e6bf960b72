"""A lobby's options, in forms of at most five options with their meanings."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

import discord
from discord import ui

from bot.escaping import person, quoted
from bot.handlers import fields, gm_access
from bot.handlers.fields import Field
from bot.handlers.lobby_controls import hosted
from bot.handlers.press import Press
from bot.posts.build import ControlRow, action_row, button
from bot.posts.control_ids import ControlId
from bot.posts.menus import BUTTONS
from bot.sessions import lobby
from bot.sessions.table_options import TableOptions
from bot.store.rows import GameRow
from rules.engine.errors import MisfilledForm
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.options import BadOption, Setting, settings, value_in_words
from rules.engine.registry import game as find_game

RADIOS = 4
"""The maximum number of values shown as radio buttons. An option with more values is a menu."""

BARE = frozenset({"", "No.", "Yes."})
"""The meanings of `off` and `on` that need no words. An option with these meanings is a checkbox."""

ON_BUTTON = 32
"""The maximum number of characters in a page's description on its button."""


async def show(press: Press, told: str = "") -> None:
    """Show the changed options and a button for each page, below the sentence `told`."""
    row = press.table.row
    text = _overview(row)
    rows = _page_buttons(row)
    if row.status == "lobby" and gm_access.is_one(press.interaction, row):
        rows.append(action_row("Close this lobby", ControlId("close", row.id), discord.ButtonStyle.danger))
    elif row.status == "lobby":
        masters = ", ".join(person(user, row.name_of(user)) for user in row.masters)
        text = f"{text}\n-# Game masters can change them: {masters}."
    await press.answer.say(f"{told}\n\n{text}" if told else text, rows)


async def page_opened(press: Press) -> None:
    """Handle a page's button: in a lobby, game masters get the page's form; others see its values."""
    row, page = press.table.row, _page(press)
    if row.status == "lobby" and gm_access.is_one(press.interaction, row):
        await press.answer.ask(_form(press.control, row, page))
        return
    back = action_row("All options", ControlId("setup", row.id))
    await press.answer.say("\n".join(_in_words(row, page)), [back])


async def page_sent(press: Press) -> None:
    """Set the options that the user changed in the form. Raises MisfilledForm if any value is invalid.

    The response mentions options that somebody else has changed since the form was opened.
    """
    page = _page(press)
    opened = _opened_with(press.control, page)
    changes, meanwhile = dict[str, str](), dict[str, str]()

    def change(row: GameRow) -> GameRow:
        hosted(press, row, "change the options")
        changes.update(_changes(row, page, opened, press.typed))
        now = {name: lobby.value_of(row, name) for name in opened}
        meanwhile.update({name: value for name, value in now.items() if value != opened[name]})
        return lobby.set_options(row, changes)

    row = await press.table.rearrange(change, press.once)
    titles = {setting.name: setting.title for setting in page}
    said = ", ".join(f"{titles[name]} **{value_in_words(lobby.value_of(row, name))}**" for name in changes)
    told = [f"Set: {said}." if said else "Nothing was changed."]
    others = ", ".join(f"{titles[name]} **{value_in_words(value)}**" for name, value in meanwhile.items())
    if others:
        told.append(f"Somebody else had meanwhile set: {others}.")
    await show(press, " ".join(told))


def _opened_with(control: ControlId, page: Sequence[Setting]) -> dict[str, str]:
    """Return the value of each option when the form was opened; the form's id contains these values."""
    return {
        setting.name: [*setting.values][int(token)] if setting.values else token
        for setting, token in zip(page, control.path[1:], strict=False)
        if not setting.values or (token.isdecimal() and int(token) < len(setting.values))
    }


def _changes(
    row: GameRow, page: Sequence[Setting], opened: Mapping[str, str], typed: Mapping[str, str]
) -> dict[str, str]:
    """Return the new value of each changed option. Raises MisfilledForm with all invalid values."""
    found, faults = dict[str, str](), list[str]()
    for setting in page:
        value = _read(setting, typed.get(setting.name, ""))
        if value in {"", opened.get(setting.name, ""), lobby.value_of(row, setting.name)}:
            continue
        try:
            lobby.set_options(row, {setting.name: value})
        except BadOption as refusal:
            faults.append(refusal.message)
        found[setting.name] = value
    if faults:
        raise MisfilledForm(faults)
    return found


def _read(setting: Setting, typed: str) -> str:
    """Return the contents of a field as text; `on` or `off` for a checkbox."""
    if _is_box(setting):
        return "on" if typed.lower() == "true" else "off"
    return typed.strip()


# Words


def _overview(row: GameRow) -> str:
    game = find_game(row.slug)
    changed = [f"{title}: **{quoted(value_in_words(value))}**" for title, value in lobby.changes(row).items()]
    pages = [
        f"**{number}** {' · '.join(setting.title for setting in page)}"
        for number, page in enumerate(pages_of(game), 1)
    ]
    preset = f"Preset **{lobby.preset_of(game, row.preset).title}**."
    now = f"Changed: {' · '.join(changed)}" if changed else "Nothing is changed."
    return "\n".join([f"**Options of {game.title}**", f"{preset} {now}", *pages])


def _in_words(row: GameRow, page: Sequence[Setting]) -> Iterator[str]:
    """Yield a line for each option of a page, with the chosen value and its meaning."""
    for setting in page:
        value = lobby.value_of(row, setting.name)
        meaning = setting.values.get(value, "")
        yield f"**{setting.title}** `{value_in_words(value)}` · {setting.summary} {meaning}".rstrip()


# Pages


def pages_of(game: AnyGame) -> list[tuple[Setting, ...]]:
    """Return the pages of a game's own options, then the pages of options that all games have."""
    return [*_pages(settings(game.options)), *_pages(settings(TableOptions))]


def _pages(found: Sequence[Setting]) -> Iterator[tuple[Setting, ...]]:
    """Yield as few pages as possible, of about equal length."""
    count = ceil(len(found) / fields.MOST)
    for number in range(count):
        yield tuple(found[number * len(found) // count : (number + 1) * len(found) // count])


def _page(press: Press) -> tuple[Setting, ...]:
    pages = {str(number): page for number, page in enumerate(pages_of(press.table.game), 1)}
    page = pages.get(press.name)
    if page is None:
        raise lobby.LobbyRefusal("This game has no such page of options. Open the options again.")
    return page


def _page_buttons(row: GameRow) -> list[ControlRow]:
    buttons = [
        button(f"{number} · {page[0].title[:ON_BUTTON]} …", ControlId("option", row.id, 0, (str(number),)))
        for number, page in enumerate(pages_of(find_game(row.slug)), 1)
    ]
    return [ui.ActionRow(*buttons[at : at + BUTTONS]) for at in range(0, len(buttons), BUTTONS)]


def _form(control: ControlId, row: GameRow, page: Sequence[Setting]) -> ui.Modal:
    now = [(setting, lobby.value_of(row, setting.name)) for setting in page]
    shown = [str([*setting.values].index(value)) if setting.values else value for setting, value in now]
    control = control._replace(path=(*control.path[:1], *shown))
    boxes: list[Field] = []
    for setting in page:
        summary = setting.summary
        if not setting.values and not _is_short(setting):
            summary = f"{summary} {setting.low} to {setting.high}."
        field = _field(setting, lobby.value_of(row, setting.name))
        boxes.append(ui.Label(text=setting.title[:45], description=summary[:100], component=field))
    return fields.form(f"Options of {find_game(row.slug).title}", control, boxes)


def _field(setting: Setting, now: str) -> "ui.Item[ui.Modal]":
    """Return the input for one option, with its current value."""
    if _is_box(setting):
        return ui.Checkbox(custom_id=setting.name, default=now == "on")
    if setting.values or _is_short(setting):
        kind = ui.RadioGroup if 0 < len(setting.values) <= RADIOS else ui.Select
        choice: ui.RadioGroup[ui.Modal] | ui.Select[ui.Modal] = kind(custom_id=setting.name)
        entries = setting.values or {str(number): "" for number in range(setting.low, setting.high + 1)}
        for value, meaning in entries.items():
            choice.add_option(
                label=value_in_words(value),
                value=value,
                description=meaning[:100] or None,
                default=value == now,
            )
        return choice
    return ui.TextInput(custom_id=setting.name, default=now, max_length=6)


def _is_box(setting: Setting) -> bool:
    return [*setting.values] == ["off", "on"] and BARE.issuperset(setting.values.values())


def _is_short(setting: Setting) -> bool:
    """Return whether the option is a number whose whole range fits into a menu."""
    return not setting.values and setting.high - setting.low < MENU_LIMIT
