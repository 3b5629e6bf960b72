"""Alters every part of a stored game, and reports whether the bot notices, or whether the change is harmless.

`python -m tests.bot.alterations DATABASE` tries every column of every row, and each part of JSON columns. The
program prints the result of each alteration. Only a copy of the database is altered; no bot may be running.
"""

import asyncio
import json
import re
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from bot.sessions.bot_player import BotPlayer
from bot.sessions.journal_checks import verify
from bot.sessions.tables import Tables
from bot.store.errors import StoreError
from bot.store.rows import PostRow
from bot.store.schema import metadata
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError

Verdict = Literal["refused", "told", "harmless", "unnoticed"]
"""The game is refused, `/game check` finds the change, nothing that counts differs, or the bot missed it."""

JSON = {"options", "opening", "position", "former", "people", "vote", "entry", "events", "called"}
"""The columns whose parts are altered one by one, because they hold JSON."""

FORGED_VOTE = json.dumps([2, 5, "Eve", 4, "a swap", 9, [3, 4], [3]])
"""A vote that would give somebody a seat without any question to the players."""

SHOWN = {
    "entries.away": "how long a game is said to have taken; a copy of the database notices it",
    "games.guild": "says where a list shows the game, and whether it may be moved",
    "games.channel": "the game is looked for elsewhere; /gm task:move brings it back",
    "games.created": "the order of lists",
    "games.updated": "the order of lists",
    "games.followers": "who is told of the game by direct messages",
    "games.version": "the next change finds another version, and is refused once or goes on from there",
    "members.name": "a name; who may act goes by the user",
    "posts": "what is told is made of the journal, and a control is only good for the position's stamp",
    "awaited": "a list of what the position says; the clock asks the position before it acts",
    "interactions": "Discord would have to deliver it again",
    "restored": "news for a channel, told once",
    "errands": "what processes leave to each other for a moment; one that is lost concerns one press or wish",
    "clusters": "which process plays; a process that finds another number leaves",
    "presence": "when the bot was last seen at work; it can only give people more time",
    "wishes": "how somebody is called, and when they are away: no part of any game",
    "letters": "what somebody is told directly; whether it still holds is asked of the game",
    "looks": "up to where somebody has looked: no part of any game",
    "outages": "when the bot or Discord was away; they can only give people more time",
    "servers": "what a server has chosen: no part of any game",
    "results": "what the journal came to, which can be worked out again",
    "unrecorded": "it is worked out once more",
    "unlisted": "who stands in lists: no part of any game",
    "lobby": "a lobby has neither dice nor secrets, and its post shows what it is",
}
"""The effect of altering something that is not part of a game, by column, table or kind of game."""


@dataclass(frozen=True)
class Alteration:
    """Another value in one column of one row. The key columns identify the row."""

    table: str
    key: tuple[tuple[str, str | int], ...]
    column: str
    value: str | int | bytes | None
    part: str = ""

    def __str__(self) -> str:
        row = " ".join(str(value) for _, value in self.key)
        return f"{self.table}.{self.column}{self.part} of {row}"

    @property
    def place(self) -> str:
        """Return the table and the column."""
        return f"{self.table}.{self.column}"

    @property
    def kind(self) -> str:
        """Return the table, the column and the part. Similar parts share a name."""
        return self.place + (self.part if self.column == "vote" else re.sub(r"\[\d+\]", "[]", self.part))

    def make(self, database: Path) -> None:
        """Make the alteration in a database."""
        where = " AND ".join(f'"{name}" = ?' for name, _ in self.key)
        values = (self.value, *(value for _, value in self.key))
        with closing(sqlite3.connect(database)) as connection:
            connection.execute(f'UPDATE "{self.table}" SET "{self.column}" = ? WHERE {where}', values)  # noqa: S608
            connection.commit()


def alterations(database: Path) -> Iterator[Alteration]:
    """Yield an alteration for every column of every row, and for every part of JSON columns."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        for table in metadata.sorted_tables:
            names = [column.name for column in table.primary_key]
            for row in connection.execute(f'SELECT * FROM "{table.name}"').fetchall():  # noqa: S608
                key = tuple((name, row[name]) for name in names)
                for column in row.keys():  # noqa: SIM118 - a row is iterated by its values
                    for part, value in _others(column, row[column]):
                        yield Alteration(table.name, key, column, value, part)


def _others(column: str, value: str | int | bytes | None) -> Iterator[tuple[str, str | int | bytes | None]]:
    """Yield altered values, each with the name of the altered part."""
    if column in {"opening", "position", "vote"} and value is not None:
        yield " gone", None
    if column in JSON and isinstance(value, str):
        for part, other in _other_parts(json.loads(value)):
            yield part, json.dumps(other, separators=(",", ":"), ensure_ascii=False)
    elif column == "status":
        yield from (
            ("", other)
            for other in ("lobby", "running", "paused", "over", "ended", "cancelled")
            if other != value
        )
    elif isinstance(value, int):
        yield from (("", other) for other in (value + 1, 0) if other != value)
    elif isinstance(value, bytes):
        yield "", bytes([value[0] ^ 1, *value[1:]]) if value else b"x"
    elif isinstance(value, str):
        yield "", _another(value)
    else:
        yield "", "{}"
        yield " forged", FORGED_VOTE if column == "vote" else "[]"


def _other_parts(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Yield the value with one of its parts changed or missing, and the path of that part."""
    if isinstance(value, dict):
        for name, part in value.items():
            for where, other in _other_parts(part):
                yield f".{name}{where}", {**value, name: other}
    elif isinstance(value, list):
        for place, part in enumerate(value):
            for where, other in _other_parts(part):
                yield f"[{place}]{where}", [*value[:place], other, *value[place + 1 :]]
        yield " without its end" if value else " with an end", value[:-1] if value else [1]
    elif isinstance(value, bool):
        yield "", not value
    elif isinstance(value, int):
        yield "", value + 1
    elif isinstance(value, str):
        yield "", _another(value)


def _another(text: str) -> str:
    """Return the text with a different last letter or digit."""
    place = next((place for place in range(len(text) - 1, -1, -1) if text[place].isalnum()), None)
    if place is None:
        return f"{text}x"
    other = "7" if text[place] != "7" else "3"
    return (
        text[:place]
        + (other if text[place].isdigit() else "x" if text[place] != "x" else "y")
        + text[place + 1 :]
    )


class Deaf:
    """A stand-in for the delivery of posts. It does nothing."""

    def owe(self, game: str, posts: Sequence[PostRow]) -> None:
        """Do nothing."""

    def look_up(self, game: str) -> None:
        """Do nothing."""

    def held(self, game: str) -> AbstractContextManager[None]:
        """Do nothing."""
        return nullcontext()

    def trouble(self, game: str, channel: int) -> str:
        """Return no delivery problem."""
        return ""

    async def shown(self, game: str) -> None:
        """Do nothing."""


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Tables]:
    """Open the games of a database without connecting to Discord."""
    store = await Store.open(f"sqlite:///{database}", lambda: 0)
    try:
        yield Tables(store, Deaf(), BotPlayer(0), lambda: 0, lambda: b"")
    finally:
        await store.close()


def games_in(database: Path, having: str = "true") -> list[str]:
    """Return the ids of the games that meet the condition."""
    with closing(sqlite3.connect(database)) as connection:
        return [game for (game,) in connection.execute(f"SELECT id FROM games WHERE {having} ORDER BY id")]  # noqa: S608


async def what_counts(tables: Tables, game: str) -> object:
    """Return everything that defines a game. Raises StoreError if the game is refused."""
    row = (await tables.table(game)).row
    journal = await tables.store.entries(game)
    seated = [{seat: who.user for seat, who in row.seated(line.entry.number).items()} for line in journal]
    people = {member.seat: member.user for member in row.members}
    vote = row.vote and row.vote._replace(name="")
    return (
        row.slug, row.status, row.creator, people, row.opening, row.seed, row.position, journal, seated, vote,
    )  # fmt: skip


async def verdict(database: Path, alteration: Alteration, before: dict[str, object]) -> Verdict:
    """Return the verdict on an altered copy of the database."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(database, folder))
        try:
            alteration.make(copy)
        except sqlite3.IntegrityError:
            return "refused"
        try:
            async with opened(copy) as tables:
                return await _verdict(tables, before)
        except HarbourmasterError:
            return "refused"


async def _verdict(tables: Tables, before: dict[str, object]) -> Verdict:
    found: dict[str, object] = {}
    told = False
    for game in before:
        row = (await tables.table(game)).row
        told = told or bool(await _complaints(tables, game))
        try:
            found[game] = await what_counts(tables, game)
        except StoreError:
            assert told, f"the journal of {row.id} cannot be read, and /game check finds nothing"
    if told:
        return "told"
    return "harmless" if found == before else "unnoticed"


async def _complaints(tables: Tables, game: str) -> Sequence[str]:
    """Return the complaints of `/game check`."""
    table = await tables.table(game)
    if table.row.opening is None:
        return ()
    try:
        entries = await tables.store.entries(game)
        match = table.match.with_journal([line.entry for line in entries])
    except HarbourmasterError as error:
        return (error.message,)
    return verify(table.row, match, entries).problems


def is_shown(alteration: Alteration, lobbies: Sequence[str]) -> bool:
    """Return whether the alteration concerns something that is not part of a game."""
    game = dict(alteration.key).get("game" if alteration.table == "members" else "id")
    names = {alteration.table, alteration.place, *(["lobby"] if game in lobbies else [])}
    return bool(names & set(SHOWN))


async def counted(database: Path) -> dict[str, object]:
    """Return everything that defines each game in an unaltered database."""
    async with opened(database) as tables:
        return {game: await what_counts(tables, game) for game in games_in(database)}


async def main(database: Path) -> int:
    """Try all alterations of a database. Returns 1 if a relevant alteration is unnoticed."""
    before, lobbies = await counted(database), games_in(database, "opening IS NULL")
    verdicts, unnoticed = Counter[tuple[str, Verdict]](), []
    for alteration in alterations(database):
        found = await verdict(database, alteration, before)
        verdicts[alteration.place, found] += 1
        if found == "unnoticed" and not is_shown(alteration, lobbies):
            unnoticed.append(str(alteration))
    for (place, found), times in sorted(verdicts.items()):
        print(f"{times:6} {place:22} {found}")
    print(f"{verdicts.total()} alterations, {len(unnoticed)} of what counts unnoticed")
    print("\n".join(unnoticed), file=sys.stderr)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))
