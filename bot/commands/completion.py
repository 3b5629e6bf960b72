"""Autocomplete: at most 25 suggestions that contain what was typed, those that begin with it first."""

from collections.abc import Iterable

from discord import app_commands

LIMIT = 25
LONGEST = 100
"""Characters Discord allows in a name or a value."""


def suggestions(texts: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    """Choices whose name is their value."""
    return named(((text, text) for text in texts), typed)


def named(pairs: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Choices from (name, value) pairs."""
    wanted = typed.strip().casefold()
    fitting = [(name, value) for name, value in pairs if wanted in name.casefold() and len(value) <= LONGEST]
    fitting.sort(key=lambda pair: not pair[0].casefold().startswith(wanted))
    return [app_commands.Choice(name=name[:LONGEST], value=value) for name, value in fitting[:LIMIT]]
