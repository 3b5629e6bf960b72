"""Flips bits of a database and checks whether a backup notices.

    python -m tests.bot.store.flips 300 7

The example flips 300 bits with the random seed 7, and reports flips that changed a journal unnoticed.
"""

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.store.db_move import back_up
from bot.store.errors import BadDatabase
from bot.store.migrate import migrate
from bot.store.store import Store
from tests.bot.store.matches import turns

GAMES, ENTRIES = 8, 6

_JOURNALS = (
    "SELECT id, slug, opening, seed, position FROM games ORDER BY id",
    "SELECT game, number, turn, entry, events, away FROM entries ORDER BY game, number",
)


@dataclass
class Toll:
    """The numbers of refused flips, of harmless flips, and of flips that changed a journal unnoticed."""

    refused: int = 0
    harmless: int = 0
    unnoticed: list[str] = field(default_factory=list)


async def fill(database: Path) -> None:
    """Create a database with some games in progress."""
    url = f"sqlite:///{database}"
    await migrate(url)
    store = await Store.open(url, lambda: 0)
    for number in range(GAMES):
        for change in turns(ENTRIES, f"G{number:05}", number):
            await store.commit(change)
    await store.close()


def journals(database: Path) -> list[object]:
    """Return everything stored about matches, and the events of their entries."""
    with closing(sqlite3.connect(database)) as connection:
        return [row for query in _JOURNALS for row in connection.execute(query)]


def flip(database: Path, count: int, luck: Random) -> Toll:
    """Flip one bit in each of several copies of a database, and back the copies up."""
    whole, written = database.read_bytes(), journals(database)
    flipped, copy = database.with_name("flipped.db"), database.with_name("copy.db")
    toll = Toll()
    used = [place for place, byte in enumerate(whole) if byte]  # This skips free space of pages.
    for _ in range(count):
        at, bit = luck.choice(used), 1 << luck.randrange(8)
        flipped.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
        try:
            back_up(f"sqlite:///{flipped}", copy)
        except BadDatabase:
            toll.refused += 1
            continue
        if journals(copy) == written:
            toll.harmless += 1
        else:
            toll.unnoticed.append(f"bit {bit} of byte {at}: {whole[max(0, at - 30) : at + 30]!r}")
    return toll


async def main(count: int, seed: int) -> None:
    """Flip `count` bits, each in its own copy, and print the results."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        await fill(database)
        toll = await asyncio.to_thread(flip, database, count, Random(seed))
    told = f"{count} flips: {toll.refused} refused, {toll.harmless} changed no journal"
    sys.stdout.write(
        "\n".join([f"{told}, {len(toll.unnoticed)} changed one unnoticed.", *toll.unnoticed, ""])
    )


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
