"""Conversions between the row classes of the bot and the columns of each table."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby

from pydantic import JsonValue
from sqlalchemy import select

from bot.store.codecs import Codec, Columns, Fetched, RowCodec, as_json, understanding
from bot.store.errors import AlteredJournal, Damaged
from bot.store.outages import Outages
from bot.store.preferences import PreferenceBook, Preferences
from bot.store.rows import (
    NOTHING_SETTLED,
    EntryRow,
    FinishedGame,
    GameRow,
    LetterRow,
    LobbyGameMasters,
    Member,
    PostRow,
    ResultRow,
)
from bot.store.schema import games, letters, members, posts, results, servers, wishes
from bot.store.servers import ServerSettings
from rules.engine.entry import Entry, Opening
from rules.engine.position import Position

PROGRESS = ("message", "shown", "attempts", "retry", "picture", "alt", "attachment")
"""The columns of a post that only deliveries change."""

CONTENT = tuple(one.name for one in posts.c if one.name not in {"id", "gone", *PROGRESS})
"""The columns of a post that define its content. Deliveries do not change these columns."""

SUMMED = (
    "id", "guild", "channel", "slug", "status", "creator", "created", "updated", "preset", "options",
    "opening", "seed", "position", "former", "version", "presses",
    "vote", "people",
    "waiting", "invited", "followers", "office", "pending",
)  # fmt: skip
"""The columns that a game's checksum covers. Add new columns at the end: old checksums lack later columns."""


@lru_cache(maxsize=256)
def _opening_text(opening: Opening) -> str:
    """Return the opening as text. A cache helps, because every change to the game writes this text."""
    return opening.text()


RENAMED = {"quick": "wild"}
"""A mapping from old names of presets to current names. Stored lobbies may have old names."""

_OFFICE = as_json(LobbyGameMasters)

_GAME = RowCodec(
    GameRow,
    games,
    "game {0.id}",
    preset=Codec(str, lambda name: RENAMED.get(name, name)),
    opening=Codec(
        lambda opening: _opening_text(opening) if opening else None,
        lambda text: None if text is None else Opening.model_validate_json(text),
    ),
    position=Codec(
        lambda position: position.model_dump_json() if position else None,
        lambda text: None if text is None else Position.model_validate_json(text),
    ),
    office=Codec(
        lambda office: "" if office == NOTHING_SETTLED else _OFFICE.write(office),
        lambda text: _OFFICE.read(text) if text else NOTHING_SETTLED,
    ),
)
_EVENTS = as_json(tuple[dict[str, JsonValue], ...])
POST = RowCodec(PostRow, posts, "post {0.id} of game {0.game}")
RESULT = RowCodec(ResultRow, results, "the result of game {0.game}")
PREFERENCES = RowCodec(Preferences, wishes, "the preferences of user {0.user}")
SERVER = RowCodec(ServerSettings, servers, "the settings of server {0.guild}")
LETTER = RowCodec(LetterRow, letters, "direct message {0.id}")


def game_columns(row: GameRow) -> Columns:
    """Return the columns of a game's row in the table `games`, without the id."""
    columns = _GAME.columns(row)
    summed = checksum(columns, row.members)
    del columns["id"]
    return {**columns, "checksum": summed}


def checksum(columns: Mapping[str, object], members: Iterable[Member], count: int = len(SUMMED)) -> str:
    """Return the checksum of a game's members and first `count` columns in `SUMMED`, as `count:SHA-256`."""
    summed = [*(columns[name] for name in SUMMED[:count]), *map(tuple, sorted(members))]
    return f"{count}:{hashlib.sha256(repr(summed).encode()).hexdigest()}"


def member_columns(row: GameRow) -> list[Columns]:
    """Return the rows of the table `members` for a game."""
    return [{"game": row.id, "seat": who.seat, "user": who.user, "name": who.name} for who in row.members]


def awaited_columns(row: GameRow) -> list[Columns]:
    """Return the rows of the table `awaited` for a game. Only a running game has such rows."""
    return [
        {
            "game": row.id,
            "seat": awaited.seat,
            "kind": awaited.kind,
            "since": awaited.since,
            "until": row.deadline(awaited),
            "remind": row.reminder(awaited),
            "planned": row.planned(awaited),
        }
        for awaited in row.asked
    ]


def entry_columns(game: str, row: EntryRow) -> Columns:
    """Return the columns of a journal entry in the table `entries`."""
    events = str(_EVENTS.write(row.events))
    return {
        "game": game,
        "number": row.entry.number,
        "turn": row.turn,
        "entry": row.entry.text(),
        "events": events,
        "checksum": story_checksum(row.turn, events, row.away),
        "away": row.away,
    }


def story_checksum(turn: str, events: str, away: int) -> str:
    """Return a checksum of 16 digits for an entry's turn, events and outages, which no other hash covers."""
    told = f"{turn}\n{events}\n{away}" if away else f"{turn}\n{events}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


GAMES = (
    select(games, members.c.seat, members.c.user, members.c.name)
    .outerjoin(members, members.c.game == games.c.id)
    .order_by(games.c.created, games.c.id, members.c.seat)
)
"""A query that returns a row for each member of each game, or one row for a game without members."""


def read_games(rows: Iterable[Fetched], outages: Outages, wishes: PreferenceBook) -> list[GameRow]:
    """Return the games from rows of the query `GAMES`.

    All reading functions of this module except `read_journal` raise Damaged for data that cannot be parsed.
    """
    found = []
    for _, group in groupby(rows, key=lambda row: row.id):
        game = list(group)
        members = tuple(Member(row.seat, row.user, row.name) for row in game if row.seat is not None)
        found.append(_GAME.read(game[0], members=members, outages=outages, wishes=wishes))
    return found


def read_entry(row: Fetched) -> EntryRow:
    """Return a journal entry from a row of `entries`."""
    with understanding(f"entry {row.number} of game {row.game}"):
        entry, events = Entry.model_validate_json(row.entry), _EVENTS.read(row.events)
        return EntryRow(entry, events, row.turn, row.away)


def read_journal(rows: Iterable[Fetched]) -> list[EntryRow]:
    """Return consecutive journal entries. Raises AlteredJournal for a damaged entry or a broken chain."""
    journal: list[EntryRow] = []
    before = ""
    for row in rows:
        line = _unaltered(row)
        if line.entry.number != row.number or line.entry.before != (before or line.entry.before):
            raise AlteredJournal(row.game, row.number)
        # The next entry holds the hash of exactly the text `row.entry`.
        before = hashlib.sha256(row.entry.encode()).hexdigest()
        journal.append(line)
    return journal


def _unaltered(row: Fetched) -> EntryRow:
    try:
        return read_entry(row)
    except Damaged as error:
        raise AlteredJournal(row.game, row.number) from error


def read_result(row: Fetched) -> ResultRow:
    """Return a seat's result from a row of `results` joined with `members` and `unlisted`."""
    return RESULT.read(row, user=row.user, name=row.name, listed=row.hidden is None)


def read_finished(row: Fetched) -> FinishedGame:
    """Return a finished game from its id, channel and opening."""
    with understanding(f"the opening of game {row.id}"):
        return FinishedGame(row.id, row.channel, Opening.model_validate_json(row.opening).table)
