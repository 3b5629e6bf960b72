"""Moves a running game to another bot's database. The exported text includes the game's secrets.

The first bot keeps the game with the status `moved`, so that only the second bot continues it. During the
move, no bot may use either database (`bot.store.lock.alone_on`).
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, FailFast, Field, ValidationError
from sqlalchemy import Column, Connection, delete, func, insert, not_, select, update

from bot.store.codecs import Columns, Fetched
from bot.store.columns import (
    GAMES,
    POST,
    awaited_columns,
    entry_columns,
    game_columns,
    member_columns,
    read_games,
    read_journal,
)
from bot.store.errors import BadDatabase, StoreError
from bot.store.ids import PostIds
from bot.store.migrate import HEAD, ready
from bot.store.outages import Outages
from bot.store.preferences import PreferenceBook
from bot.store.rows import EntryRow, GameRow, PostRow
from bot.store.schema import awaited, entries, games, is_open, letters, members, posts

MOVING = '{"moving":'
"""The beginning of the text of an exported game."""

NO_EXPORT = "This file was not written by ./harbour export. Nothing was changed."

INT64 = 1 << 63
"""The upper bound of numbers in databases, which are signed 64-bit integers."""

StoredNumber = Annotated[int, Field(gt=-INT64, lt=INT64)]
Duration = Annotated[int, Field(ge=0, lt=1 << 36)]
"""A duration in seconds."""

Accept = Callable[[GameRow, Sequence[EntryRow], int, Callable[[], int]], tuple[GameRow, tuple[PostRow, ...]]]
"""Adapts a game for the receiving bot, and returns the game and its due posts or raises an error.

The arguments are the game, its journal, the last entry that posts show, and a source of post ids.
"""


class ExportedGame(BaseModel):
    """The content of an exported text: the game's id and rows, the bot's id, and the database version.

    `told` is the last entry that posts show. Later entries may exist, because posts wait for the bot to
    think. In files of version 1.0, `told` is `None` and posts show all entries.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    moving: str
    bot: StoredNumber
    database: str
    game: dict[str, str | int | None]
    members: Annotated[list[tuple[StoredNumber, StoredNumber, str]], FailFast()]
    entries: Annotated[list[tuple[StoredNumber, str, str, str, Duration]], FailFast()]
    told: StoredNumber | None = None


def read_exported_game(text: str) -> ExportedGame:
    """Parse the text of an exported game, which must be a single line. Raises BadDatabase."""
    if "\n" in text:
        raise BadDatabase(NO_EXPORT)
    try:
        parcel = ExportedGame.model_validate_json(text)
    except ValidationError as error:
        raise BadDatabase(NO_EXPORT) from error
    if parcel.database != HEAD:
        raise BadDatabase(
            "This game was exported by another version of Harbourmaster. Bring both bots to the same version"
            " first: otherwise the file cannot be read."
        )
    return parcel


def take_out(url: str, game: str, bot: int) -> str:
    """Export a running or paused game as a text. Raises BadDatabase."""
    with ready(url) as connection:
        row, journal = _stored(connection, game)
        if row is None or row.status not in {"running", "paused"}:
            raise BadDatabase(
                f"No game {game} is being played here. A finished game can be exported with /game export."
            )
        columns = {name: one for name, one in game_columns(row).items() if not isinstance(one, bytes)}
        told = select(func.max(posts.c.last)).where(posts.c.game == game, posts.c.kind == "turn")
        parcel = ExportedGame(
            moving=game,
            bot=bot,
            database=HEAD,
            game={**columns, "id": game, "seed": row.seed.hex()},
            members=[(one.seat, one.user, one.name) for one in row.members],
            entries=[
                (line.entry.number, line.turn, line.entry.text(), json.dumps(line.events), line.away)
                for line in journal
            ],
            told=connection.scalar(told),
        )
        return parcel.model_dump_json()


def let_go(url: str, game: str) -> None:
    """Mark a game as moved, so that nobody is asked and posts lose their controls. Raises BadDatabase."""
    with ready(url) as connection:
        row, _ = _stored(connection, game)
        if row is None:
            raise BadDatabase(f"There is no game {game}.")
        moved = GameRow(**{**vars(row), "status": "moved", "pending": "", "version": row.version + 1})
        connection.execute(update(games).where(games.c.id == game).values(game_columns(moved)))
        for table in (awaited, letters):
            connection.execute(delete(table).where(table.c.game == game))
        retire = update(posts).where(posts.c.game == game, posts.c.live)
        connection.execute(retire.values(live=False, wanted=posts.c.wanted + 1))


def take_in(url: str, parcel: ExportedGame, accept: Accept, *, come_back: bool = False) -> GameRow:
    """Store a moved game in the database, completely or not at all.

    If the game has left this database since the export, it may run elsewhere and needs `come_back`. Raises
    BadDatabase and the errors of `accept`.
    """
    with ready(url) as connection:
        row, journal = _unpacked(parcel)
        before, version = _must_fit(connection, row, journal, come_back=come_back)
        ids = PostIds(time.time, connection.scalar(select(func.max(posts.c.id))) or 0)
        told = len(journal) if parcel.told is None else parcel.told
        row, owed = accept(row, journal, told, ids.next)
        # The new version exceeds the stored version, so that older files are refused without `come_back`.
        row = replace(row, version=max(row.version, version + 1))
        _put(connection, row, journal[before:], owed)
        return row


def _unpacked(parcel: ExportedGame) -> tuple[GameRow, list[EntryRow]]:
    """Return the game and its journal. Raises BadDatabase if the game or the journal was altered."""
    game = _columns(parcel)
    if game["status"] not in {"running", "paused"} or not parcel.members:
        raise BadDatabase("This game is not as it was written: nobody plays it.")
    if parcel.told is not None and not 0 <= parcel.told <= len(parcel.entries):
        raise BadDatabase("This game is not as it was written: its posts cannot show that many entries.")
    rows = [
        SimpleNamespace(**{**game, "seat": seat, "user": user, "name": name})
        for seat, user, name in parcel.members
    ]
    lines = [
        SimpleNamespace(game=parcel.moving, number=number, turn=turn, entry=entry, events=events, away=away)
        for number, turn, entry, events, away in parcel.entries
    ]
    try:
        row, *_ = read_games(cast("list[Fetched]", rows), Outages(), PreferenceBook())
        journal = read_journal(cast("list[Fetched]", lines))
    except StoreError as error:
        raise BadDatabase(f"This game is not as it was written. {error.detail}") from error
    if game_columns(row)["checksum"] != game["checksum"]:
        raise BadDatabase("This game is not as it was written: its data or its players were altered.")
    return row, journal


def _columns(parcel: ExportedGame) -> dict[str, str | int | bytes | None]:
    """Return the columns of the game's row after a check of their names and types. Raises BadDatabase."""
    game: dict[str, str | int | bytes | None] = {**parcel.game}
    try:
        game["seed"] = bytes.fromhex(str(game["seed"]))
    except (KeyError, ValueError) as error:
        raise BadDatabase("This game is not as it was written: its seed is not a number.") from error
    wrong = game.keys() ^ {column.name for column in games.c}
    wrong |= {column.name for column in games.c if not _is_of(column, game.get(column.name))}
    if wrong or game["id"] != parcel.moving:
        first = min(wrong, default="id")
        raise BadDatabase(f"This game is not as it was written: “{first[:40]}” is wrong or missing.")
    return game


def _is_of(column: Column[Any], value: object) -> bool:
    """Return whether the column may hold the value."""
    if value is None:
        return bool(column.nullable)
    fits = isinstance(value, column.type.python_type)
    return fits and (not isinstance(value, int) or abs(value) < INT64)


def _must_fit(
    connection: Connection, row: GameRow, journal: Sequence[EntryRow], *, come_back: bool
) -> tuple[int, int]:
    """Return a game's stored entry count and stored version, (0, 0) for a new game. Raises BadDatabase."""
    occupied = select(games.c.id).where(games.c.channel == row.channel, is_open)
    if other := connection.scalar(occupied):
        raise BadDatabase(
            f"Game {other} is open in the channel {row.channel}. Close it or move it elsewhere first."
        )
    here, known = _stored(connection, row.id)
    if here is None:
        return 0, 0
    if here.status != "moved" or list(journal[: len(known)]) != known:
        raise BadDatabase(f"Game {row.id} is in this bot's database already. Nothing was changed.")
    if row.version < here.version and not come_back:
        raise BadDatabase(
            f"Game {row.id} has left this bot since this file was written. If it still runs at the other bot,"
            " it would be played in two places. If it does not, add --come-back."
        )
    return len(known), here.version


def _put(connection: Connection, row: GameRow, journal: Sequence[EntryRow], owed: Sequence[PostRow]) -> None:
    connection.execute(delete(members).where(members.c.game == row.id))
    if connection.scalar(select(games.c.id).where(games.c.id == row.id)):
        connection.execute(update(games).where(games.c.id == row.id).values(game_columns(row)))
    else:
        connection.execute(insert(games), {"id": row.id, **game_columns(row)})
    _insert(connection, members, member_columns(row))
    _insert(connection, entries, [entry_columns(row.id, line) for line in journal])
    _insert(connection, awaited, awaited_columns(row))
    # Update the last post of a game that was here before, because the post shows that the game moved away.
    told = select(func.max(posts.c.id)).where(
        posts.c.game == row.id, posts.c.kind == "turn", not_(posts.c.gone)
    )
    leading = update(posts).where(posts.c.id == told.scalar_subquery())
    connection.execute(leading.values(wanted=posts.c.wanted + 1))
    _insert(connection, posts, [POST.columns(post) for post in owed])


def _insert(connection: Connection, table: Any, rows: Sequence[Columns]) -> None:  # noqa: ANN401
    if rows:
        connection.execute(insert(table), rows)


def _stored(connection: Connection, game: str) -> tuple[GameRow | None, list[EntryRow]]:
    rows = connection.execute(GAMES.where(games.c.id == game)).all()
    lines = connection.execute(select(entries).where(entries.c.game == game).order_by(entries.c.number)).all()
    found = read_games(rows, Outages(), PreferenceBook())
    return (found[0] if found else None), read_journal(lines)
