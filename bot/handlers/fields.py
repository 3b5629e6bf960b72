"""Fields of Discord's forms, and how to read them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.posts.control_ids import ControlId

MOST = 5
"""The maximum number of fields in a form, which Discord sets."""

Field = ui.Label[ui.Modal]
"""One labelled field of a form."""


def text(
    name: str,
    label: str,
    about: str = "",
    *,
    required: bool = True,
    default: str = "",
    longest: int = 200,
    tall: bool = False,
) -> Field:
    """Return a text field."""
    box: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=name,
        required=required,
        default=default or None,
        max_length=longest,
        style=discord.TextStyle.paragraph if tall else discord.TextStyle.short,
    )
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def menu(
    name: str, label: str, options: Sequence[discord.SelectOption], about: str = "", *, required: bool = True
) -> Field:
    """Return a field that offers several options."""
    box: ui.Select[ui.Modal] = ui.Select(
        custom_id=name, options=[*options], required=required, min_values=int(required)
    )
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def person(name: str, label: str, about: str = "", *, required: bool = True) -> Field:
    """Return a field that selects a member of the server."""
    box: ui.UserSelect[ui.Modal] = ui.UserSelect(custom_id=name, required=required, min_values=int(required))
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def tick(name: str, label: str, about: str = "") -> Field:
    """Return a checkbox."""
    box: ui.Checkbox[ui.Modal] = ui.Checkbox(custom_id=name)
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def one_of(name: str, label: str, options: Mapping[str, str], about: str = "") -> Field:
    """Return a field of radio buttons; `options` maps each value to its text."""
    box: ui.RadioGroup[ui.Modal] = ui.RadioGroup(
        custom_id=name,
        options=[discord.RadioGroupOption(label=label, value=value) for value, label in options.items()],
    )
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def form(title: str, control: ControlId, shown: Iterable[Field]) -> ui.Modal:
    """Return the form with these fields."""
    made = ui.Modal(title=title[:45], custom_id=str(control))
    for field in shown:
        made.add_item(field)
    # The library must not wait for the form's input, which `bot.interactions.controls` handles.
    made.stop()
    return made


def typed(data: Mapping[str, Any]) -> dict[str, str]:
    """Return a submitted form's input by field id. A ticked box has the text `True`."""
    fields = [part.get("component", part) for part in data.get("components", ())]
    return {str(field.get("custom_id", "")): _filled(field) for field in fields}


def _filled(field: Mapping[str, Any]) -> str:
    values = field.get("values", [field.get("value")])
    return " ".join(str(one) for one in values if one is not None and one is not False)
