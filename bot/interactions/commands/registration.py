"""Registers the slash commands at Discord."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.host import Host
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

MET = {
    "type", "name", "description", "options", "contexts", "integration_types",
    "default_member_permissions", "nsfw",
}  # fmt: skip
"""The compared parts of a command, which are its contents, and where and to whom the command is offered."""

MET_IN_OPTIONS = {
    "required", "choices", "value", "channel_types", "min_value", "max_value", "min_length", "max_length",
    "autocomplete",
}  # fmt: skip
"""The compared parts of an option. New parts that Discord adds are ignored."""

_MET_ANYWHERE = MET | MET_IN_OPTIONS


async def known_ids(tree: "app_commands.CommandTree[Host]") -> dict[str, int]:
    """Return the id of each command that Discord knows, by its name."""
    known = await tree.client.http.get_global_commands(tree.client.application_id or 0)
    return {command["name"]: int(command["id"]) for command in known}


async def register(tree: "app_commands.CommandTree[Host]") -> dict[str, int]:
    """Send Discord the commands if they have changed, and return the id of each known command by its name.

    Discord limits registrations per day. Only the process of the first cluster sends commands.
    """
    # Read the raw data, because discord.py misreads `contexts` and `integration_types`.
    known = await tree.client.http.get_global_commands(tree.client.application_id or 0)
    ours = {_essence(command.to_dict(tree)) for command in tree.get_commands()}
    store = tree.client.store
    if {_essence(command) for command in known} == ours or not store.cluster.is_first:
        return {command["name"]: int(command["id"]) for command in known}
    try:
        registered = await tree.sync()
    except discord.HTTPException:
        # The bot starts anyway, since it still understands most commands that Discord knows.
        log.exception("the commands could not be registered; Discord goes on offering those it knows")
        return {command["name"]: int(command["id"]) for command in known}
    log.info("commands registered")
    with suppress(StoreError):  # Other processes read the commands again when they restart.
        await store.leave_to_others("commands")
    return {command.name: command.id for command in registered}


def _essence(command: Mapping[str, Any]) -> str:
    """Return the compared parts of a command, in the same form for our data and Discord's."""
    met = {name: command.get(name) for name in MET}
    # Discord sends permissions as a text, because some programs cannot represent such large numbers.
    wanted = met["default_member_permissions"]
    return repr(_plain({**met, "default_member_permissions": None if wanted is None else str(wanted)}))


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON as it comes
    if isinstance(value, dict):
        met = ((key, item) for key, item in value.items() if key in _MET_ANYWHERE)
        return sorted((key, _plain(item)) for key, item in met if not _left_out(item))
    if isinstance(value, list | tuple):
        # The order of channel types and contexts does not matter, but users see the order of options.
        return sorted(value) if all(isinstance(item, int) for item in value) else [*map(_plain, value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value.value if isinstance(value, discord.Enum) else value


def _left_out(value: object) -> bool:
    """Return whether Discord omits the value: it omits `None`, `False` and empty values, but not 0."""
    return value is None or value is False or value in ("", [], {})
