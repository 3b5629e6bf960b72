"""Files that people get from the bot, such as an exported game."""

import gzip
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.store.rows import EntryRow, GameRow
from rules.engine.export import export
from rules.engine.match import Match

LARGEST = 8_000_000
"""The maximum number of bytes of a file that is sent unpacked; Discord accepts ten million."""


@dataclass(frozen=True)
class Document:
    """A file with its name."""

    name: str
    data: bytes

    def file(self) -> discord.File:
        """Return the file as an attachment of a message."""
        return discord.File(io.BytesIO(self.data), filename=self.name)

    def link(self) -> "ui.File[ui.LayoutView]":
        """Return the component of a message that shows the attached file."""
        return ui.File(f"attachment://{self.name}")


def as_json(name: str, value: object) -> Document:
    """Return a value as an indented JSON file."""
    return fitting(name, json.dumps(value, indent=1, ensure_ascii=False).encode())


def exported(row: GameRow, match: Match, entries: Sequence[EntryRow]) -> Document:
    """Return the game's export: complete if the game is over, otherwise only what is public."""
    return fitting(f"{row.slug}-{row.id}.jsonl", whole_text(match, entries).encode())


def whole_text(match: Match, entries: Sequence[EntryRow]) -> str:
    """Return the text of a game's export."""
    # The game may have continued since `match` was read.
    journal = [stored.entry for stored in entries if stored.entry.number <= match.position.last]
    return export(match.opening, journal, match.public_seed())


def fitting(name: str, data: bytes) -> Document:
    """Return a file with this name, packed if it is too large for Discord."""
    return Document(f"{name}.gz", gzip.compress(data)) if len(data) > LARGEST else Document(name, data)
