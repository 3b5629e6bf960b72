"""Turns the choices of a seat into buttons and menus, for public posts and private pages."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import discord
from discord import ui

from bot.posts import build
from bot.posts.build import Button, ControlRow
from bot.posts.button_lines import in_rows, lines_of
from bot.posts.control_emojis import SignedButton, SignedOption
from bot.posts.hints import told_above
from bot.posts.menus import ALWAYS, BEHIND_NUMBER, BUTTONS, DONE, Menu, Named
from rules.engine.action import Action
from rules.engine.decision import ANY, PartialAnswer, RowKind
from rules.engine.form import MENU_LIMIT, Form
from rules.engine.label import Label

ROWS = 5
"""The maximum number of rows for one question; a row is a menu or up to five buttons."""

_BRIEF = 2
"""The number of lines on a phone that the first group of answers may always fill with buttons."""

PIECES = 20
"""The maximum number of menus, buttons and rows together. Discord allows 40 components in a post."""


@dataclass(frozen=True)
class Controls:
    """The controls for the next answer, and hints as lines above the buttons; menus show their own hints."""

    rows: list[ControlRow]
    hints: list[str]

    @property
    def has_menu(self) -> bool:
        """Whether there is a menu among the controls."""
        return any(isinstance(part, ui.Select) for row in self.rows for part in row.children)


_Rows: TypeAlias = "list[ControlRow | list[Named]]"
"""Menus, and rows of buttons before they are created."""


def controls(menu: Menu, chosen: Sequence[str] = (), placeholder: str = "Choose") -> Controls:
    """Return the controls for the answer after `chosen`. Raises IllegalAction if no action fits `chosen`."""
    menu = menu.once_each()
    made = _for_actions(menu, chosen, placeholder) if menu.actions else Controls([], [])
    if chosen:
        return made
    blanks = [_form_button(menu, form) for form in menu.forms]
    joined = _joined(made.rows, blanks) if menu.lines != ANY else None
    if joined is not None:
        return Controls([*joined, *_always(menu)], made.hints)
    forms = [ui.ActionRow(*blanks[start : start + BUTTONS]) for start in range(0, len(blanks), BUTTONS)]
    return Controls([*made.rows, *forms, *_always(menu)], made.hints)


def _joined(rows: Sequence[ControlRow], blanks: Sequence[Button]) -> list[ControlRow] | None:
    """Return the rows with form buttons before the red buttons of the last row; `None` if they do not fit."""
    if not rows or len(rows[-1].children) + len(blanks) > BUTTONS:
        return None
    *above, last = rows
    buttons = [part for part in last.children if isinstance(part, ui.Button)]
    if len(buttons) < len(last.children):
        return None
    red = [part for part in buttons if part.style is discord.ButtonStyle.danger]
    others = [part for part in buttons if part.style is not discord.ButtonStyle.danger]
    return [*above, ui.ActionRow(*others, *blanks, *red)]


def _always(menu: Menu) -> list[ControlRow]:
    """Return the buttons that answer this question and, in future, all similar questions."""
    buttons = [
        build.button(
            f"{ALWAYS} {menu.label(order, len(order.path())).text}", menu.control("always", menu.path(answer))
        )
        for answer, order in menu.always.items()
    ]
    return [ui.ActionRow(*buttons[:BUTTONS])] if buttons else []


def with_more(rows: Sequence[ControlRow], more: Sequence[Button]) -> list[ControlRow]:
    """Return the rows with the buttons `more`: in a new row or, after `ROWS` rows, in a row with room."""
    if not more:
        return [*rows]
    for at in range(len(rows) - 1, -1, -1) if len(rows) >= ROWS else ():
        parts = rows[at].children
        if len(parts) + len(more) <= BUTTONS and all(isinstance(part, ui.Button) for part in parts):
            return [*rows[:at], ui.ActionRow(*parts, *more), *rows[at + 1 :]]
    return [*rows, ui.ActionRow(*more)]


def _for_actions(menu: Menu, chosen: Sequence[str], placeholder: str) -> Controls:
    """Return the controls for the next answer: buttons for few answers, else menus."""
    question = _question(menu, chosen)
    if menu.layout and not question.chosen:
        return _laid_out(menu, question)
    entries = _entries(menu, question)
    whole = len(entries) == len(question.leaves)
    hints, rows = told_above(entries), in_rows(entries)
    few = len(entries) <= BUTTONS or (len(entries) <= menu.most_buttons and len(hints) <= BUTTONS)
    fit = few and sum(map(lines_of, rows)) <= menu.lines
    steady = menu.steady and not question.chosen
    if steady or ((len(entries) > BUTTONS or not fit) and not question.chosen) or not whole:
        grouped = _in_groups(menu, question)
        if grouped is not None and (steady or not whole or not fit or not grouped.has_menu):
            return grouped
    if fit:
        return Controls([_buttons(menu, row) for row in rows], _hints(menu, entries))
    if question.chosen and not chosen:
        placeholder = f"{menu.label(question.leaves[0], len(question.chosen)).text.removesuffix(' …')} …"
    # Only questions for numbers have too many answers for a menu. The menu offers the largest numbers; other
    # numbers can be typed.
    made = [_select(menu, question.chosen, entries[-MENU_LIMIT:], placeholder)]
    if len(entries) > MENU_LIMIT:
        made.append(build.action_row("Another number…", menu.control("fill", question.chosen)))
    return Controls(made, [])


def _laid_out(menu: Menu, question: PartialAnswer) -> Controls:
    """Return the controls in the layout of the question; answers without their own row share the last row."""
    groups = [_group(menu, first) for first in _representatives(menu, question)]
    own = {group.first.path[0]: group for group in groups if group.first.path[0] in menu.layout}
    others = (group for group in groups if group.first.path[0] not in own)
    last = in_rows(_asking_last([entry for _, _, entries in others for entry in entries]))
    kinds = [(menu.layout[answer], own[answer]) for answer in menu.layout if answer in own]
    rows: _Rows = [*_rows_of_their_own(menu, kinds, {"menu"}), *last]
    if len(rows) >= ROWS or sum(map(_lines_of_row, rows)) > menu.lines:
        rows = [*_rows_of_their_own(menu, kinds, {"menu", "few"}), *last]
    full = "few" in menu.layout.values() and sum(map(_lines_of_row, rows)) > menu.lines
    # If long buttons need too many lines in this layout, the layout is not used.
    return (_in_groups(menu, question) if full else None) or _shown(menu, rows)


def _rows_of_their_own(
    menu: Menu, kinds: "Iterable[tuple[RowKind, _Group]]", kept: Collection[RowKind]
) -> _Rows:
    """Return buttons for each group, but a menu for long groups of the kinds in `kept`."""
    rows: _Rows = []
    for kind, (first, answers, entries) in kinds:
        if kind in kept and sum(map(lines_of, in_rows(entries))) > 1:
            rows.append(_select(menu, answers, entries, f"{first.label.text.removesuffix(' …')} …"))
        else:
            rows += in_rows(entries)
    return rows


def _lines_of_row(row: "ControlRow | list[Named]") -> int:
    """Return the number of lines of a phone that a menu or some buttons fill."""
    return lines_of(row) if isinstance(row, list) else 1


def _in_groups(menu: Menu, question: PartialAnswer) -> Controls | None:
    """Return controls that give the next two answers in one press: a menu or buttons per first answer.

    Actions that need confirmation come last. Without enough room, the result is `None`.
    """
    if question.complete:
        return None
    groups = [_group(menu, first) for first in _representatives(menu, question)]
    # Buttons save a press but need more room, so as many groups as fit become buttons.
    least = BUTTONS if menu.lines == ANY else 1
    brief = {groups[0].chosen} if _is_brief(menu, groups[0].entries) else set()
    before, rows = None, list[ControlRow | list[Named]]()
    for most in range(menu.most_buttons, least - 1, -1):
        spread = {group.chosen for group in groups if len(group.entries) <= most} | brief
        if spread != before:
            before, rows = spread, _rows_that_fit(menu, groups, spread)
        few = most <= BUTTONS or _are_few(menu, rows)
        if few and _have_room(rows) and (_fit(menu, rows) or most == least):
            if not (menu.steady or _fit(menu, rows)):
                return _folded(menu, groups)
            return _shown(menu, rows if menu.steady else _spread_out(menu, groups, spread, rows))
    return None


def _rows_that_fit(menu: Menu, groups: "Sequence[_Group]", spread: Collection[tuple[str, ...]]) -> _Rows:
    """Return the groups' rows. If a phone has no room for all rows, merge rows of buttons or menus."""
    rows = _rows(menu, groups, spread)
    if menu.steady or _fit(menu, rows):
        return rows
    shared = _rows(menu, _sharing_a_menu(groups, spread) or groups, spread)
    ways = (_buttons_together(rows), shared, _buttons_together(shared))
    return next((found for found in ways if _fit(menu, found)), shared)


def _buttons_together(rows: _Rows) -> _Rows:
    """Return the menus of `rows` first, then all buttons on as few lines as possible."""
    menus = [row for row in rows if not isinstance(row, list)]
    return [*menus, *in_rows([entry for row in rows if isinstance(row, list) for entry in row])]


def _sharing_a_menu(groups: "Sequence[_Group]", spread: Collection[tuple[str, ...]]) -> "list[_Group]":
    """Return the groups with all menus merged into one menu; empty if merging is impossible."""
    menus = [group for group in groups if group.chosen not in spread and _is_menu(group)]
    entries = [entry for group in menus for entry in group.entries]
    told = {entry.label.text for entry in entries}
    if not menus[1:] or not len(entries) == len(told) <= MENU_LIMIT:
        return []
    name = BEHIND_NUMBER.join(group.first.label.text.removesuffix(" …") for group in menus)
    shared = _Group(Named((), Label(name)), (), entries)
    last = menus[-1]
    return [shared if group is last else group for group in groups if group is last or group not in menus]


def _spread_out(menu: Menu, groups: "Sequence[_Group]", spread: set[tuple[str, ...]], rows: _Rows) -> _Rows:
    """Return the rows; further groups become buttons instead of menus if a phone has room for the buttons."""
    if menu.lines == ANY:
        return rows
    for group in sorted(groups, key=lambda group: len(group.entries)):
        more = {*spread, group.chosen}
        found = _rows_that_fit(menu, groups, more)
        if _are_few(menu, found) and _have_room(found) and _fit(menu, found):
            rows, spread = found, more
    return _with_losses(menu, groups, spread, rows)


def _with_losses(menu: Menu, groups: "Sequence[_Group]", spread: set[tuple[str, ...]], rows: _Rows) -> _Rows:
    """Return the rows with buttons for actions with a warning, unless these need additional lines."""
    shown = {entry.path for row in rows if isinstance(row, list) for entry in row}
    losses = [
        entry
        for group in groups
        if group.chosen in spread and _is_menu(group)
        for entry in group.entries
        if entry.label.warning and entry.path not in shown
    ]
    found = [[*row] if isinstance(row, list) else row for row in rows]
    _add_buttons(found, losses)
    fits = _are_few(menu, found) and _have_room(found) and _fit(menu, found)
    return found if fits and sum(map(_lines_of_row, found)) <= sum(map(_lines_of_row, rows)) else rows


def _are_few(menu: Menu, rows: _Rows) -> bool:
    """Return whether the rows have few enough buttons, and at most five lines of hints."""
    named = [entry for row in rows if isinstance(row, list) for entry in row]
    return len(told_above(named)) <= BUTTONS and len(named) <= menu.most_buttons


def _have_room(rows: _Rows) -> bool:
    """Return whether a post has room for the components of the rows."""
    return len(rows) <= ROWS and sum(1 + len(row) if isinstance(row, list) else 2 for row in rows) <= PIECES


def _fit(menu: Menu, rows: _Rows) -> bool:
    """Return whether the rows fit into `menu.lines` lines of a phone, and leave a row for links."""
    if menu.lines == ANY:
        return True
    blanks = [Named(form.path, Label(_on_form_button(menu, form))) for form in menu.forms]
    last = rows[-1]
    if isinstance(last, list) and len(last) + len(blanks) <= BUTTONS:
        rows = [*rows[:-1], [*last, *blanks]]
    elif blanks:
        rows = [*rows, blanks]
    return sum(map(_lines_of_row, rows)) <= menu.lines and len(rows) < ROWS


def _folded(menu: Menu, groups: "Sequence[_Group]") -> Controls | None:
    """Return menus for as many groups as fit; every remaining group becomes a button to a question.

    The result is `None` if all groups have several answers, or if a post has no room for the rows.
    """
    if all(len(group.entries) > 1 for group in groups):
        return None
    for count in range(len(groups) - 1, 0, -1):
        buttons = [_Group(group.first, group.chosen, [group.first]) for group in groups[count:]]
        rows = _rows(menu, [*groups[:count], *buttons], set())
        if _fit(menu, rows):
            return _shown(menu, rows)
    rows = _rows(menu, groups, set())
    return _shown(menu, rows) if _have_room(rows) else None


def _hints(menu: Menu, entries: Sequence[Named]) -> list[str]:
    """Return the hints of these buttons, without hints that the board shows already."""
    return told_above([entry for entry in entries if not (menu.posted and entry.label.pictured)])


def _shown(menu: Menu, rows: _Rows) -> Controls:
    made = [_buttons(menu, row) if isinstance(row, list) else row for row in rows]
    return Controls(made, _hints(menu, [entry for row in rows if isinstance(row, list) for entry in row]))


def _rows(menu: Menu, groups: "Sequence[_Group]", spread: Collection[tuple[str, ...]]) -> _Rows:
    """Return the groups in `spread` as buttons, and the other groups as menus.

    Actions that need confirmation are last in their group or, if the group fills several lines, last of all.
    """
    rows: _Rows = []
    rest: list[Named] = []
    for group in groups:
        first, answers, entries = group
        if menu.steady and len(entries) == 1:
            rows.append([*entries])
        elif not _is_menu(group):
            rest.append(first)
        elif answers not in spread or (menu.steady and rows):
            rows.append(_select(menu, answers, entries, f"{first.label.text.removesuffix(' …')} …"))
        else:
            shown = [one for one in entries if not (one.label.warning and _is_kept_from_post(menu, one))]
            row = _asking_last(shown)
            if lines_of(row) > 1:
                rest += [entry for entry in row if entry.label.warning]
                row = [entry for entry in row if not entry.label.warning]
            _add_buttons(rows, row)
    _add_buttons(rows, _asking_last(rest))
    return rows


def _is_kept_from_post(menu: Menu, entry: Named) -> bool:
    """Return whether an entry leads to several losses, for which a post has no room."""
    return menu.posted and not isinstance(menu.ask(entry.path), Action)


def _is_menu(group: "_Group") -> bool:
    """Return whether the group can be a menu: it has several entries, but no warning and no high rank."""
    first = group.first.label
    return not first.warning and first.rank <= 0 and 1 < len(group.entries) <= MENU_LIMIT


def _is_brief(menu: Menu, entries: list[Named]) -> bool:
    """Return whether the entries are few and short enough to stay buttons in a post."""
    few = menu.lines < ANY and len(entries) <= BUTTONS
    return few and sum(map(lines_of, in_rows(entries))) <= _BRIEF


class _Group(NamedTuple):
    """A first answer, the answers that it implies, and the entries to choose from next.

    If the first answer alone is an action, that action is the only entry.
    """

    first: Named
    chosen: tuple[str, ...]
    entries: list[Named]


def _group(menu: Menu, first: Named) -> _Group:
    inner = _question(menu, first.path)
    whole = len(inner.leaves) == 1 or bool(inner.complete)
    return _Group(first, inner.chosen, [first] if whole else _entries(menu, inner))


def _add_buttons(rows: list[ControlRow | list[Named]], entries: list[Named]) -> None:
    """Append buttons to the last row if all of them fit, else add new rows."""
    last = rows[-1] if rows else None
    if isinstance(last, list) and len(last) + len(entries) <= BUTTONS:
        last += entries
    else:
        rows += in_rows(entries)


def _form_button(menu: Menu, form: Form) -> Button:
    control = menu.control("fill", form.path)
    return build.button(_on_form_button(menu, form), control, discord.ButtonStyle.primary)


def _on_form_button(menu: Menu, form: Form) -> str:
    label = _form_label(menu, form)
    return f"{label.brief or label.text}…"[:80]


def form_name(menu: Menu, form: Form) -> str:
    """Return a form's name, which consists of its fixed answers: `Drop food`."""
    return _form_label(menu, form).text


def _form_label(menu: Menu, form: Form) -> Label:
    depth, path = len(form.path), form.path
    known = menu.path(form.action)[:depth] == path
    return menu.label(form.action, depth) if known else Label(" ".join(path))


def _question(menu: Menu, chosen: Sequence[str]) -> PartialAnswer:
    found = menu.ask(chosen)
    return found if isinstance(found, PartialAnswer) else PartialAnswer(tuple(chosen), (), found, (found,))


def _entries(menu: Menu, question: PartialAnswer) -> list[Named]:
    """Return the possible answers in order; answers that need confirmation come last."""
    return _asking_last(_whole_actions(menu, question) or _representatives(menu, question))


def _asking_last(entries: Sequence[Named]) -> list[Named]:
    """Return the entries in order: ordinary, useless, dangerous, and last those with a warning."""
    return sorted(
        entries, key=lambda entry: (bool(entry.label.warning), entry.label.dangerous, entry.label.rank)
    )


def _whole_actions(menu: Menu, question: PartialAnswer) -> list[Named]:
    """Return all actions of a question, if they fit into a menu and have different labels; else none.

    After a first answer, the result is also empty if the actions need different numbers of answers.
    """
    if len(question.leaves) > MENU_LIMIT:
        return []
    depth = len(question.chosen)
    # Actions with the same next answer, for example the same destination, are listed together.
    place: dict[tuple[str, ...], int] = {(answer,): at for at, answer in enumerate(question.answers)}
    leaves = sorted(
        ((menu.path(action), action) for action in question.leaves),
        key=lambda leaf: place.get(leaf[0][depth : depth + 1], -1),
    )
    if question.chosen and len({len(path) for path, _ in leaves}) > 1:
        return []
    found = [_named(menu, path, action) for path, action in leaves]
    return found if len({one.label.text for one in found}) == len(found) else []


def _representatives(menu: Menu, question: PartialAnswer) -> list[Named]:
    """Return an entry for each possible answer; an answer with a single action becomes that action."""
    depth = len(question.chosen)
    leading: dict[str, list[tuple[Action, tuple[str, ...]]]] = {}
    for action in question.leaves:
        path = menu.path(action)
        leading.setdefault(path[depth] if len(path) > depth else "", []).append((action, path))
    found = []
    for leaves in leading.values():
        action, path = leaves[0]
        if len(leaves) > 1:
            path = path[: depth + 1]
        found.append(_named(menu, path, action))
    return found


def _named(menu: Menu, path: tuple[str, ...], action: Action) -> Named:
    return Named(path, menu.label(action, len(path)), menu.signed(action, len(path)))


def _buttons(menu: Menu, entries: Sequence[Named]) -> ControlRow:
    return ui.ActionRow(*(_button(menu, entry) for entry in entries))


def _button(menu: Menu, entry: Named) -> Button:
    red = entry.label.warning or entry.label.dangerous
    style = discord.ButtonStyle.danger if red else discord.ButtonStyle.primary
    control = menu.control("answer", entry.path)
    said = entry.on_button
    if said.sign:
        words = said.in_words(menu.signs[said.sign])[:80] if entry.label.brief else entry.label.text
        return SignedButton(menu.game, said, words, style, control)
    return build.button(said.text, control, style)


def _select(menu: Menu, chosen: Sequence[str], entries: Sequence[Named], placeholder: str) -> ControlRow:
    options = [_option(menu, entry, "/".join(entry.path[len(chosen) :])) for entry in entries]
    return build.menu(menu.control("pick", chosen), placeholder, options)


def _option(menu: Menu, entry: Named, value: str) -> discord.SelectOption:
    label = entry.label
    if entry.signed.sign:
        return SignedOption(menu.game, entry.signed, label.text, value or DONE)
    return build.option(label.text, value or DONE, label.hint)
