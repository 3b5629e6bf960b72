"""Previews of an action's result, for users who wish to see the result first, and warnings."""

from collections.abc import Awaitable, Sequence
from hashlib import sha256

import discord
from discord import ui

from bot.escaping import quoted
from bot.handlers import player_actions
from bot.handlers.action_series import SeriesProgress
from bot.handlers.player_actions import AsksFirst, TooLate
from bot.handlers.press import Press, Visit
from bot.posts import control_ids, menus
from bot.posts.build import Button, ControlRow, action_row, button
from bot.posts.control_ids import ControlId
from bot.posts.menus import Menu
from bot.posts.pictures import Attachment
from rules.engine.action import Action, notation
from rules.engine.errors import IllegalAction
from rules.engine.preview import foreseen

KNOWN = "-# This is the result, as far as you can know it: what moves is faint and dashed."

UNKNOWN = "-# The full result is not known beforehand."

KEPT = "~"
"""The first character of a control's path if the line is stored, because it is too long for the id."""

FORGOTTEN = "The bot was restarted since you typed that, and has forgotten it. Type it once more."


async def carry_out(visit: Visit, series: Awaitable[SeriesProgress]) -> None:
    """Do typed actions and report them, or show the result of actions that the user must confirm first."""
    try:
        headway = await series
    except AsksFirst as asked:
        await show(visit, asked)
        return
    await visit.answer.say(await player_actions.told_of(headway, visit.table, headway.seat))


async def show(visit: Visit, asked: AsksFirst, *, apart: bool = False) -> None:
    """Ask the user to confirm a form or a typed line. With `apart`, ask in a new message."""
    menu, first = asked.menu, asked.actions[0]
    shown = await board(visit, menu, asked.actions)
    if asked.warning:
        lines, row = [f"⚠️ {asked.warning}"], _confirmation(visit, asked)
    else:
        words = in_words(menu if shown else menu.with_numbers(), first)
        # The menu describes only the current state, so later actions appear in notation.
        then = [f"then `{notation(action)}`" for action in asked.actions[1:]]
        lines = [f"You would do this: {words}", *then, KNOWN if shown else UNKNOWN]
        row = ui.ActionRow(_do(_typed(visit, menu, asked.line)), _back(menu))
    pictures = shown or ([] if asked.warning else await player_actions.pictures(visit))
    say = visit.answer.add if apart else visit.answer.say
    await say("\n".join(lines), [row], pictures)


async def show_choice(press: Press, menu: Menu, action: Action) -> None:
    """Show the result of a choice, with buttons to do it or go back.

    If the result is unknown beforehand, show the numbered places that can be chosen.
    """
    await _preview(press, menu, action, do_or_go_back(menu, action))


async def show_always(press: Press, menu: Menu, action: Action) -> None:
    """Show the result of an answer that becomes a standing order."""
    order = menu.always[action]
    do = ControlId("always_sure", menu.id, menu.stamp, menu.path(action))
    always = f"{menus.ALWAYS} From now on: **{quoted(menu.label(order, len(order.path())).text)}**"
    await _preview(press, menu, action, ui.ActionRow(_do(do), _back(menu)), always)


async def _preview(press: Press, menu: Menu, action: Action, row: ControlRow, always: str = "") -> None:
    shown = await board(press, menu, [action])
    words = in_words(menu if shown else menu.with_numbers(), action)
    lines = filter(None, [f"You would do this: {words}", always, KNOWN if shown else UNKNOWN])
    await press.answer.say("\n".join(lines), [row], shown or await player_actions.pictures(press))


async def board(visit: Visit, menu: Menu, actions: Sequence[Action]) -> list[Attachment]:
    """Return the board after the actions, as the visitor may see it; empty if it cannot be foreseen."""
    if any(action.free for action in actions):
        return []
    game, state, seat = menu.game, menu.state, menu.seat
    try:
        after = foreseen(game, state, seat, *actions)
    except IllegalAction:
        # A later action of the series is impossible; the series will refuse that action.
        return []
    if after is None:
        return []
    drawing = visit.interaction.client.pictures
    return await drawing.foreseen(game, game.view(state, seat, ()), after, visit.table.row.names())


def in_words(menu: Menu, action: Action) -> str:
    """Return an action in words, and below it the cost, odds and losses that menus show."""
    label = menu.label(action, len(menu.path(action)))
    lines = [label.warning] if label.hint in label.warning else [label.hint, label.warning]
    told = [f"-# {quoted(line)}" for line in lines if line]
    return "\n".join([f"**{quoted(menu.in_words(action))}**", *told])


def do_or_go_back(menu: Menu, action: Action) -> ControlRow:
    """Return the buttons Do it and Back. After Do it, an action with a warning needs another press."""
    path = menu.path(action)
    verb: control_ids.Verb = "answer" if menu.label(action, len(path)).warning else "confirm"
    do = ControlId(verb, menu.id, menu.stamp, path)
    # An action from a filled form may have no control, so the button contains the action as a line.
    if action not in menu.actions or control_ids.parse(str(do)) != do:
        do = ControlId("typed", menu.id, menu.stamp, tuple(notation(action).split("/")))
    return ui.ActionRow(*([_do(do)] if control_ids.parse(str(do)) == do else []), _back(menu))


def line_of(press: Press) -> str:
    """Return the typed line that a control carries out. Raises TooLate if the line is no longer stored."""
    line = "/".join(press.control.path)
    if not line.startswith(KEPT):
        return line
    kept = press.interaction.client.drafts.take(press.user, line)
    if kept is None:
        raise TooLate(FORGOTTEN)
    return "".join(kept.fields[KEPT])


def _confirmation(visit: Visit, asked: AsksFirst) -> ControlRow:
    """Return the button that confirms the request, by the action's control or by the typed line."""
    menu, (action, *_) = asked.menu, asked.actions
    if action in menu.actions:
        return player_actions.confirmation(menu, action)
    words = player_actions.sure(menu, action)
    return action_row(words, _typed(visit, menu, asked.line), discord.ButtonStyle.danger)


def _typed(visit: Visit, menu: Menu, line: str) -> ControlId:
    control = ControlId("typed", menu.id, menu.stamp, tuple(line.split("/")))
    if control_ids.parse(str(control)) == control:
        return control
    kept = f"{KEPT}{sha256(line.encode()).hexdigest()[:16]}"
    visit.interaction.client.drafts.keep(visit.user, kept, {KEPT: (line,)}, 0)
    return control._replace(path=(kept,))


def _do(control: ControlId) -> Button:
    return button("Do it", control, discord.ButtonStyle.primary)


def _back(menu: Menu) -> Button:
    return button("Back", ControlId("choices", menu.id))
