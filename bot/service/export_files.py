"""Files for people to keep: a whole game, to be checked by anyone."""

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
"""Bytes up to which a file is sent unpacked; Discord takes ten million."""


@dataclass(frozen=True)
class Document:
    """A file with its name."""

    name: str
    data: bytes

    def file(self) -> discord.File:
        """The file to send along."""
        return discord.File(io.BytesIO(self.data), filename=self.name)

    def link(self) -> "ui.File[ui.LayoutView]":
        """Return it as part of a message."""
        return ui.File(f"attachment://{self.name}")


def as_json(name: str, value: object) -> Document:
    """Return a JSON file that is also readable."""
    return fitting(name, json.dumps(value, indent=1, ensure_ascii=False).encode())


def exported(row: GameRow, match: Match, entries: Sequence[EntryRow]) -> Document:
    """Return the game's file: complete once it is over, before that its public part."""
    return fitting(f"{row.slug}-{row.id}.jsonl", whole_text(match, entries).encode())


def whole_text(match: Match, entries: Sequence[EntryRow]) -> str:
    """Return the text of that file."""
    # The game may have continued since.
    journal = [stored.entry for stored in entries if stored.entry.number <= match.position.last]
    return export(match.opening, journal, match.public_seed())


def fitting(name: str, data: bytes) -> Document:
    """Return the file, packed if it would be too large otherwise."""
    return Document(f"{name}.gz", gzip.compress(data)) if len(data) > LARGEST else Document(name, data)
