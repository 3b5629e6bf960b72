"""Going back: the list of moments, the look at one of them, and the form that asks why."""

import discord
from discord import ui

from bot import masters
from bot.control_ids import ControlId
from bot.lately import steps_to
from bot.menus import action_row
from bot.moments import find, latest
from bot.press import Press
from bot.quoting import quoted
from bot.replies import Answer
from bot.tables import Table
from rules.engine.decision import MENU_LIMIT
from rules.engine.errors import HarbourmasterError


async def offer_moments(answer: Answer, table: Table) -> None:
    """The list of moments as a menu."""
    found = await latest(answer.interaction.client.store, table.row, MENU_LIMIT)
    if not found:
        raise HarbourmasterError("Nothing has been done yet, so there is nothing to undo.")
    options = [discord.SelectOption(label=moment.text[:100], value=str(moment.place)) for moment in found]
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(ControlId("point", table.row.id)),
        options=options,
        placeholder="Go back to the moment …",
    )
    await answer.say(
        "Choose the moment to go back to; you see the board before anything happens.", [ui.ActionRow(menu)]
    )


async def preview(answer: Answer, table: Table, to: str) -> None:
    """The board as it stood at that moment, with the button that goes back there."""
    client, row = answer.interaction.client, table.row
    entries = await client.store.entries(row.id)
    match = table.match.with_journal([stored.entry for stored in entries])
    moment = find(row, entries, to)
    steps = await steps_to(moment.entry, table.entries)
    board = await client.pictures.attachment(match.at(moment.entry), steps, row.names_at(moment.entry), None)
    control = ControlId("undo", row.id, match.position.public, (str(moment.place),))
    button = action_row("Go back to this…", control, discord.ButtonStyle.danger)
    await answer.say(
        f"The board **{quoted(moment.text, 200)}**. Nothing has been undone yet.", [button], board
    )


async def moment_picked(press: Press) -> None:
    """A moment was picked from the list."""
    masters.check(press.interaction, press.table.row)
    await preview(press.answer, press.table, press.value)


async def open_reason_form(press: Press) -> None:
    """The button that goes back: first a game master says why."""
    masters.check(press.interaction, press.table.row)
    form = ui.Modal(title="Go back", custom_id=str(press.control))
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="reason", max_length=masters.REASON_LENGTH)
    form.add_item(
        ui.Label(text="Reason", description="Everybody can read it in /game audit.", component=field)
    )
    form.stop()
    await press.answer.ask(form)


async def confirmed(press: Press) -> None:
    """An undo was looked at, confirmed and given its reason."""
    place = int(press.name) if press.name.isdecimal() else 0
    reason = press.typed.get("reason", "")
    await masters.undo(press.interaction, press.table, place, press.control.stamp, reason)
    await press.answer.say("The game was taken back. A new message shows the board and calls who is to move.")
