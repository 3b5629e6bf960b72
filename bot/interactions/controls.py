"""Dispatch of buttons, menus and forms.

A control's id contains all data of the control (`control_ids`), so controls work after a restart. A stale,
repeated, foreign or forged press changes nothing.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import discord

from bot.following import handlers as following
from bot.following import look_back
from bot.handlers import (
    amendments,
    choosing,
    export_file,
    fields,
    forced_rolls,
    forms,
    gm_access,
    gm_panel,
    lobby_controls,
    opening,
    options,
    personal_data,
    plans,
    rematch,
    standing_answers,
    stats,
    undo_pages,
    vote_requests,
    votes,
    whole_story,
)
from bot.handlers.press import Handler, Input, Press
from bot.handlers.responses import Interaction, Response, attend, attend_with_form
from bot.interactions import errands
from bot.posts import control_ids
from bot.posts.control_ids import ControlId, Verb
from bot.practice import handlers as practice
from bot.replays import handlers as replays
from bot.sessions.errors import NoGame, PlayedElsewhere
from bot.sessions.table import Table
from bot.settings import preferences, server
from rules.engine.errors import HarbourmasterError


class NoControl(HarbourmasterError):
    """The control that was used is unknown to this bot."""


async def use(interaction: Interaction) -> None:
    """Handle a pressed button, a choice from a menu or a submitted form."""
    data: dict[str, Any] = dict(interaction.data or {})
    control = control_ids.parse(str(data.get("custom_id", "")))
    submitted = interaction.type is discord.InteractionType.modal_submit
    given = Input(control, tuple(map(str, data.get("values", ()))), fields.typed(data)) if control else None
    opener = _opener(given) if given is not None and not submitted else None
    if opener is not None:
        await attend_with_form(interaction, opener)
        return
    if given is not None and given.control.verb in _OF_NO_GAME:
        work = _OF_NO_GAME[given.control.verb]

        async def do(answer: Response) -> None:
            await work(answer, given)

        await attend(interaction, forms.answered(do) if submitted else do)
        return
    handlers = _SUBMITTED if submitted else _PRESSED
    handler = handlers.get(control.verb) if control else None

    async def handle(answer: Response) -> None:
        if given is None or handler is None:
            raise NoControl("That button no longer works. Use those below the newest message of the game.")
        try:
            table = await _table(interaction, given.control)
        except PlayedElsewhere as elsewhere:
            if interaction.guild_id is not None:
                raise
            await errands.hand_over(interaction, elsewhere.guild)
            return
        gm_access.must_be_let_in(interaction, table.row)
        press = Press(answer, table, given.control, given.values, given.typed)
        await handler(press)
        if handler not in _OPENS_A_FORM:
            await following.own_up(press)

    if submitted:
        await attend(interaction, forms.answered(handle))
    else:
        await (attend_with_form if handler in _OPENS_A_FORM else attend)(interaction, handle)


def _opener(given: Input) -> Callable[[Response], Awaitable[None]] | None:
    """Return the function that opens the control's form, if that form needs no game of this channel."""
    control = given.control
    if control.verb == "gm":
        return partial(gm_panel.picked, given=given)
    return _FORMS_OF_NO_GAME.get((control.verb, control.path))


async def _table(interaction: Interaction, control: ControlId) -> Table:
    """Return the table of a control. Raises NoGame if the table's game is not played in this channel."""
    table = await interaction.client.tables.table(control.game)
    # Followers can use the buttons of their direct messages, too.
    follows = control.verb == "follow" and interaction.guild_id is None
    elsewhere = table.row.channel != interaction.channel_id and not follows
    if elsewhere and not await _is_of_a_hall(interaction, control):
        raise NoGame(f"That game is played in <#{table.row.channel}>. Go on there.")
    return table


async def _is_of_a_hall(interaction: Interaction, control: ControlId) -> bool:
    """Return whether the control is the button Replay of a post in the server's hall."""
    if control.verb != "replay":
        return False
    posts = await interaction.client.store.posts(control.game)
    return any(post.kind == "hall" and post.channel == interaction.channel_id for post in posts)


_OF_NO_GAME: Mapping[Verb, Callable[[Response, Input], Awaitable[None]]] = {
    "forget": lambda answer, _: personal_data.forget(answer),
    "wish": preferences.pressed,
    "server": server.pressed,
    "play": opening.play_picked,
    "learn": practice.learn_picked,
    "habit": standing_answers.picked,
    "gm": gm_panel.sent,
}

_FORMS_OF_NO_GAME: Mapping[tuple[Verb, tuple[str, ...]], Callable[[Response], Awaitable[None]]] = {
    ("server", ("limits",)): server.open_limits,
    ("wish", ("quiet",)): preferences.open_quiet_form,
    ("wish", ("away",)): preferences.open_vacation_form,
}

_SUBMITTED: Mapping[Verb, Handler] = {
    "fill": choosing.filled,
    "option": options.page_sent,
    "undo": undo_pages.undo_confirmed,
    "redo": undo_pages.redo_confirmed,
    "unforce": forced_rolls.cancelled,
    "plan": plans.filled,
}

_PRESSED: Mapping[Verb, Handler] = {
    "answer": choosing.answer,
    "pick": choosing.answer,
    "confirm": choosing.answer,
    "choices": choosing.show,
    "advice": choosing.suggest,
    "orders": choosing.show_orders,
    "always": choosing.answer_always,
    "always_sure": choosing.answer_always,
    "typed": choosing.do_line,
    "back": choosing.take_back,
    "join": lobby_controls.joined,
    "leave": lobby_controls.leave,
    "start": lobby_controls.start,
    "add_bot": lobby_controls.add_bot,
    "remove_bot": lobby_controls.remove_bot,
    "strength": lobby_controls.strength_picked,
    "preset": lobby_controls.preset_pressed,
    "rules": lobby_controls.rules_opened,
    "topic": lobby_controls.rules_opened,
    "again": rematch.pressed,
    "file": export_file.asked_for,
    "setup": options.show,
    "option": options.page_opened,
    "dice": lobby_controls.dice_explained,
    "point": undo_pages.moment_picked,
    "fill": choosing.open_form,
    "line": undo_pages.line_picked,
    "undo": gm_access.open_reason_form,
    "redo": gm_access.open_reason_form,
    "forced": forced_rolls.picked,
    "unforce": gm_access.open_reason_form,
    "agree": votes.agreed,
    "refuse": votes.refused,
    "ask_point": vote_requests.moment_picked,
    "ask": vote_requests.undo_asked,
    "look": look_back.stepped,
    "replay": replays.pressed,
    "page": replays.page_pressed,
    "follow": following.pressed,
    "amend": amendments.pressed,
    "story": whole_story.pressed,
    "close": lobby_controls.cancel,
    "plan": plans.open_form,
    "unplan": plans.picked,
    "hindsight": stats.compare,
}

_OPENS_A_FORM = {
    choosing.open_form,
    options.page_opened,
    gm_access.open_reason_form,
    plans.open_form,
}
