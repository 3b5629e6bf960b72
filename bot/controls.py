"""Buttons, menus and forms: what happens when one is used.

A control says by its id all there is to know (`control_ids`), so it works after a restart, and a stale,
doubled, foreign or forged press changes nothing: it is answered privately with what can be done now.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Self

import discord
from discord import ui

from bot import choosing, control_ids, rewind, setup
from bot.control_ids import ControlId, Verb
from bot.press import Handler, Press
from bot.replies import Answer, Interaction, attend
from bot.tables import Table
from rules.engine.errors import HarbourmasterError


class Control(ui.DynamicItem[ui.Item[Any]], template=control_ids.PATTERN):
    """Any button or menu of this bot."""

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /
    ) -> Self:
        """The button or menu that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what its id and the chosen values say."""
        data: dict[str, Any] = dict(interaction.data or {})
        await use(interaction, str(data["custom_id"]), tuple(map(str, data.get("values", ()))))


async def use(interaction: Interaction, custom_id: str, values: tuple[str, ...]) -> None:
    """Somebody pressed a button or chose from a menu."""
    control = control_ids.parse(custom_id)
    if control is None:
        return
    if control.verb in _FORMS:
        await _open_form(interaction, control)
        return

    async def work(answer: Answer) -> None:
        table = await interaction.client.tables.table(control.game)
        await _PRESSED[control.verb](Press(answer, table, control, values))

    await attend(interaction, work)


async def submit(interaction: Interaction, custom_id: str, typed: Mapping[str, str]) -> None:
    """Somebody sent a form: `typed` holds what stands in each field."""
    control = control_ids.parse(custom_id)
    if control is None or control.verb not in _SUBMITTED:
        return

    async def work(answer: Answer) -> None:
        table = await interaction.client.tables.table(control.game)
        await _SUBMITTED[control.verb](Press(answer, table, control, typed=typed))

    await attend(interaction, work)


async def _open_form(interaction: Interaction, control: ControlId) -> None:
    """A form is itself the first answer to a press, so nothing can be acknowledged before it."""
    try:
        table = await interaction.client.tables.table(control.game)
        form = _FORMS[control.verb](interaction, table, control)
    except HarbourmasterError as refusal:
        message = refusal.message
        await attend(interaction, lambda answer: answer.say(f"⚓ {message}"))
        return
    await interaction.response.send_modal(form)


_FORMS: Mapping[Verb, Callable[[Interaction, Table, ControlId], ui.Modal]] = {
    "fill": choosing.form,
    "number": setup.number_form,
    "undo": rewind.reason_form,
}

_SUBMITTED: Mapping[Verb, Handler] = {
    "fill": choosing.filled,
    "number": setup.number_typed,
    "undo": rewind.confirmed,
}

_PRESSED: Mapping[Verb, Handler] = {
    "answer": choosing.answer,
    "pick": choosing.answer,
    "confirm": choosing.answer,
    "choices": choosing.show,
    "back": choosing.take_back,
    "join": setup.joined,
    "leave": setup.left,
    "start": setup.started,
    "setup": setup.opened,
    "option": setup.option_picked,
    "value": setup.value_picked,
    "point": rewind.point_picked,
}
