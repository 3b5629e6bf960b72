"""Keeps Discord's list of commands up to date."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.host import Host
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

MET = frozenset(
    {
        "type",
        "name",
        "description",
        "options",
        "contexts",
        "integration_types",
        "default_member_permissions",
        "nsfw",
    }
)
"""The visible parts of a command: what it is, and where, to which users and installations it is offered."""

MET_IN_OPTIONS = frozenset(
    {
        "required",
        "choices",
        "value",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "autocomplete",
    }
)
"""The visible parts of its options. Discord may add more to both at any time."""

_MET_ANYWHERE = MET | MET_IN_OPTIONS


async def known_ids(tree: "app_commands.CommandTree[Host]") -> dict[str, int]:
    """Return name -> id of the commands that Discord knows."""
    known = await tree.client.http.get_global_commands(tree.client.application_id or 0)
    return {command["name"]: int(command["id"]) for command in known}


async def register(tree: "app_commands.CommandTree[Host]") -> dict[str, int]:
    """Send Discord the commands if they have changed; the number of registrations per day is limited.

    With several processes, that of the first cluster does it. Returns name -> id of the commands that Discord
    knows.
    """
    # The raw value: the library's own reading of `contexts` and `integration_types` loses the servers in
    # them.
    known = await tree.client.http.get_global_commands(tree.client.application_id or 0)
    ours = {_essence(command.to_dict(tree)) for command in tree.get_commands()}
    store = tree.client.store
    if {_essence(command) for command in known} == ours or not store.cluster.is_first:
        return {command["name"]: int(command["id"]) for command in known}
    try:
        registered = await tree.sync()
    except discord.HTTPException:
        # Most input is still understood, and a bot that stays away helps nobody.
        log.exception("the commands could not be registered; Discord goes on offering those it knows")
        return {command["name"]: int(command["id"]) for command in known}
    log.info("commands registered")
    with suppress(StoreError):  # Others learn of new ones when they restart.
        await store.leave_to_others("commands")
    return {command.name: command.id for command in registered}


def _essence(command: Mapping[str, Any]) -> str:
    """Return the visible parts of a command in one form, whether it comes from us or from Discord."""
    met = {name: command.get(name) for name in MET}
    # Discord sends permissions as a text, as some programs cannot represent such large numbers.
    wanted = met["default_member_permissions"]
    return repr(_plain({**met, "default_member_permissions": None if wanted is None else str(wanted)}))


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON as it comes
    if isinstance(value, dict):
        met = ((key, item) for key, item in value.items() if key in _MET_ANYWHERE)
        return sorted((key, _plain(item)) for key, item in met if not _left_out(item))
    if isinstance(value, list | tuple):
        # The order of channel types and contexts means nothing; the order of options is visible.
        return sorted(value) if all(isinstance(item, int) for item in value) else [*map(_plain, value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value.value if isinstance(value, discord.Enum) else value


def _left_out(value: object) -> bool:
    """Return whether Discord leaves that value out: `None`, empty or `False`. It does not leave out 0."""
    return value is None or value is False or value in ("", [], {})
