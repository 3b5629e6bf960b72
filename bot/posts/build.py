"""Builders of buttons and menus, which cut texts to the lengths that Discord allows."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.posts.control_ids import ControlId

Button = ui.Button[ui.LayoutView]
ControlRow = ui.ActionRow[ui.LayoutView]


def button(
    label: str,
    control: ControlId | str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Button:
    """Return a button. `control` is the button's meaning or id."""
    return ui.Button(label=label[:80], style=style, custom_id=str(control), disabled=disabled)


def action_row(
    label: str, control: ControlId | str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ControlRow:
    """Return a row with a single button."""
    return ui.ActionRow(button(label, control, style))


def menu(control: ControlId | str, placeholder: str, options: Sequence[discord.SelectOption]) -> ControlRow:
    """Return a row with a menu, from which one entry can be picked."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(control), options=[*options], placeholder=placeholder[:150]
    )
    return ui.ActionRow(select)


def option(label: str, value: str, about: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an entry of a menu."""
    return discord.SelectOption(
        label=label[:100], value=value, description=about[:100] or None, default=chosen
    )
