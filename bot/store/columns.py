"""Rows as the bot knows them <-> columns as the tables hold them."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import lru_cache
from itertools import groupby
from typing import Any

import sqlalchemy
from pydantic import ConfigDict, JsonValue, TypeAdapter, ValidationError

from bot.store.availability import QuietHours, Vacation
from bot.store.errors import AlteredJournal, Damaged
from bot.store.outages import Outages
from bot.store.preferences import PreferenceBook, Preferences
from bot.store.rows import (
    NOTHING_SETTLED,
    AwaitedRow,
    EntryRow,
    FinishedGame,
    Follower,
    Former,
    GameRow,
    Guest,
    LetterRow,
    LobbyGameMasters,
    Member,
    PostRow,
    RestoredRow,
    ResultRow,
    Vote,
    Weighed,
)
from bot.store.servers import Beginning, Dashboard, ServerLimits, ServerSettings
from rules.engine.entry import Entry, Opening
from rules.engine.position import Position

Columns = dict[str, str | int | bytes | None]
"""One row of a table, by the names of its columns."""

Fetched = sqlalchemy.Row[*tuple[Any, ...]]
"""What a query found: its columns as attributes."""

CONTENT = (
    "game",
    "kind",
    "channel",
    "first",
    "last",
    "turn",
    "called",
    "live",
    "wanted",
    "undone",
    "restored",
    "since",
    "asked",
    "unreached",
)
"""The columns of a post that say what it should be: changes write them."""

SUMMED = (
    "id", "guild", "channel", "slug", "status", "creator", "created", "updated", "preset", "options",
    "opening", "seed", "position", "former", "version", "presses",
    "vote", "people",
    "waiting", "invited", "followers", "office", "pending",
)  # fmt: skip
"""The columns of a game that its checksum is made of. New ones go to the end: older rows sum up the first."""

_LATER = ConfigDict(defer_build=True)
"""Built when first used: the bot is ready before it has read or written a game."""

_OPTIONS = TypeAdapter(dict[str, JsonValue], config=_LATER)
_EVENTS = TypeAdapter(tuple[dict[str, JsonValue], ...], config=_LATER)
_FORMER = TypeAdapter(tuple[Former, ...], config=_LATER)
_VOTE = TypeAdapter(Vote, config=_LATER)
_GUESTS = TypeAdapter(tuple[Guest, ...], config=_LATER)
_FOLLOWERS = TypeAdapter(tuple[Follower, ...], config=_LATER)
_OFFICE = TypeAdapter(LobbyGameMasters, config=_LATER)
_NUMBERS = TypeAdapter(tuple[int, ...], config=_LATER)
_COUNTS = TypeAdapter(dict[str, int], config=_LATER)
_DICE = TypeAdapter(dict[str, Weighed], config=_LATER)
_QUIET = TypeAdapter(QuietHours, config=_LATER)
_AWAY = TypeAdapter(tuple[Vacation, ...], config=_LATER)
_ANSWERS = TypeAdapter(dict[str, tuple[str, ...]], config=_LATER)
_BEGINNINGS = TypeAdapter(dict[str, Beginning], config=_LATER)
_LIMITS = TypeAdapter(ServerLimits, config=_LATER)
_DASHBOARD = TypeAdapter(Dashboard, config=_LATER)
_PRESSES = TypeAdapter(dict[int, int], config=_LATER)


# To the tables


def game_columns(row: GameRow) -> Columns:
    """The game itself but for its id, for `games`."""
    columns: Columns = {
        "guild": row.guild,
        "channel": row.channel,
        "slug": row.slug,
        "status": row.status,
        "creator": row.creator,
        "created": row.created,
        "updated": row.updated,
        "preset": row.preset,
        "options": _OPTIONS.dump_json(row.options).decode(),
        "opening": _opening_text(row.opening) if row.opening else None,
        "seed": row.seed,
        "position": row.position.model_dump_json() if row.position else None,
        "former": _FORMER.dump_json(row.former).decode() if row.former else "[]",
        "version": row.version,
        "vote": _VOTE.dump_json(row.vote).decode() if row.vote else None,
        "presses": _PRESSES.dump_json(row.presses).decode(),
        "people": _NUMBERS.dump_json(row.people).decode(),
        "waiting": _GUESTS.dump_json(row.waiting).decode() if row.waiting else "[]",
        "invited": _GUESTS.dump_json(row.invited).decode() if row.invited else "[]",
        "followers": _FOLLOWERS.dump_json(row.followers).decode() if row.followers else "[]",
        "office": "" if row.office == NOTHING_SETTLED else _OFFICE.dump_json(row.office).decode(),
        "pending": row.pending,
    }
    return {**columns, "checksum": checksum({"id": row.id, **columns}, row.members)}


def checksum(columns: Mapping[str, object], members: Iterable[Member], count: int = len(SUMMED)) -> str:
    """The first so many columns of a game, and who sits at its table, as their number and a SHA-256."""
    summed = [*(columns[name] for name in SUMMED[:count]), *map(tuple, sorted(members))]
    return f"{count}:{hashlib.sha256(repr(summed).encode()).hexdigest()}"


@lru_cache(maxsize=256)
def _opening_text(opening: Opening) -> str:
    """The same for every change to a game, so it is put together once."""
    return opening.text()


def member_columns(row: GameRow) -> list[Columns]:
    """Who sits at the game's table, for `members`."""
    return [{"game": row.id, "seat": who.seat, "user": who.user, "name": who.name} for who in row.members]


def awaited_columns(row: GameRow) -> list[Columns]:
    """Whom the game waits for, for `awaited`: nobody unless it is running."""
    if row.status != "running" or row.position is None:
        return []
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
        for awaited in row.position.awaited
    ]


def entry_columns(game: str, row: EntryRow) -> Columns:
    """A line of that game's journal, for `entries`."""
    events = _EVENTS.dump_json(row.events).decode()
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
    """What an entry tells, as a part of its SHA-256: the journal's chain of hashes does not hold it."""
    told = f"{turn}\n{events}\n{away}" if away else f"{turn}\n{events}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def content_columns(row: PostRow) -> Columns:
    """What the post should be, for `posts`: the columns `CONTENT`."""
    return {
        "game": row.game,
        "kind": row.kind,
        "channel": row.channel,
        "first": row.first,
        "last": row.last,
        "turn": row.turn,
        "called": _NUMBERS.dump_json(row.called).decode(),
        "live": row.live,
        "wanted": row.wanted,
        "undone": _NUMBERS.dump_json(row.undone).decode(),
        "restored": row.restored,
        "since": row.since,
        "asked": row.asked,
        "unreached": row.unreached,
    }


def progress_columns(row: PostRow) -> Columns:
    """How far the post has got, for `posts`: the half that deliveries write."""
    return {
        "message": row.message,
        "shown": row.shown,
        "attempts": row.attempts,
        "retry": row.retry,
        "picture": row.picture,
        "alt": row.alt,
        "attachment": row.attachment,
    }


def result_columns(row: ResultRow) -> Columns:
    """What a seat came to, for `results`."""
    return {
        "game": row.game,
        "seat": row.seat,
        "guild": row.guild,
        "slug": row.slug,
        "ended": row.ended,
        "seconds": row.seconds,
        "place": row.place,
        "turns": row.turns,
        "waited": row.waited,
        "team": row.team,
        "counts": _COUNTS.dump_json(dict(row.counts)).decode(),
        "dice": _DICE.dump_json(dict(row.dice)).decode(),
        "unrated": row.unrated,
        "origin": row.origin,
    }


def preferences_columns(wishes: Preferences) -> Columns:
    """What somebody wishes, for `wishes`."""
    return {
        "user": wishes.user,
        "reminders": wishes.reminders,
        "way": wishes.way,
        "on_deck": wishes.on_deck,
        "closed": wishes.closed,
        "quiet": _QUIET.dump_json(wishes.quiet).decode() if wishes.quiet else None,
        "away": _AWAY.dump_json(wishes.away).decode(),
        "answers": _ANSWERS.dump_json(dict(wishes.answers)).decode(),
        "previews": wishes.previews,
    }


def server_columns(settings: ServerSettings) -> Columns:
    """What is chosen for a server, for `servers`."""
    return {
        "guild": settings.guild,
        "hall": settings.hall,
        "gm_role": settings.gm_role,
        "beginnings": _BEGINNINGS.dump_json(dict(settings.beginnings)).decode(),
        "channels": _NUMBERS.dump_json(settings.channels).decode(),
        "threads": settings.threads,
        "limits": _LIMITS.dump_json(settings.limits).decode(),
        "language": settings.language,
        "dashboard": _DASHBOARD.dump_json(settings.dashboard).decode() if settings.dashboard else None,
        "web": settings.web,
        "page": settings.page,
    }


def letter_columns(letter: LetterRow) -> Columns:
    """What somebody is to be told by a direct message, for `letters`."""
    return asdict(letter)


# From the tables


def read_games(rows: Iterable[Fetched], outages: Outages, wishes: PreferenceBook) -> list[GameRow]:
    """Games from rows of `games` joined with `members`: one row a member, those of a game side by side.

    What is read here raises Damaged where it is not what was written.
    """
    return [_game(list(group), outages, wishes) for _, group in groupby(rows, key=lambda row: row.id)]


RENAMED = {"quick": "wild"}
"""Presets that lobbies of before were stored with, and what they are called now."""


def _game(rows: list[Fetched], outages: Outages, wishes: PreferenceBook) -> GameRow:
    game = rows[0]
    with _understanding(f"game {game.id}"):
        return GameRow(
            id=game.id,
            guild=game.guild,
            channel=game.channel,
            slug=game.slug,
            status=game.status,
            creator=game.creator,
            created=game.created,
            updated=game.updated,
            preset=RENAMED.get(game.preset, game.preset),
            options=_OPTIONS.validate_json(game.options),
            members=tuple(Member(row.seat, row.user, row.name) for row in rows if row.seat is not None),
            opening=None if game.opening is None else Opening.model_validate_json(game.opening),
            seed=game.seed,
            position=None if game.position is None else Position.model_validate_json(game.position),
            presses=_PRESSES.validate_json(game.presses),
            former=() if game.former == "[]" else _FORMER.validate_json(game.former),
            version=game.version,
            outages=outages,
            wishes=wishes,
            vote=None if game.vote is None else _VOTE.validate_json(game.vote),
            people=_NUMBERS.validate_json(game.people),
            waiting=() if game.waiting == "[]" else _GUESTS.validate_json(game.waiting),
            invited=() if game.invited == "[]" else _GUESTS.validate_json(game.invited),
            followers=() if game.followers == "[]" else _FOLLOWERS.validate_json(game.followers),
            office=_OFFICE.validate_json(game.office) if game.office else NOTHING_SETTLED,
            pending=game.pending,
        )


def read_entry(row: Fetched) -> EntryRow:
    """A journal entry from a row of `entries`."""
    with _understanding(f"entry {row.number} of game {row.game}"):
        entry, events = Entry.model_validate_json(row.entry), _EVENTS.validate_json(row.events)
        return EntryRow(entry, events, row.turn, row.away)


def read_journal(rows: Iterable[Fetched]) -> list[EntryRow]:
    """Entries of one journal that follow each other. Raises AlteredJournal where they do not."""
    journal: list[EntryRow] = []
    before = ""
    for row in rows:
        line = _unaltered(row)
        if line.entry.number != row.number or line.entry.before != (before or line.entry.before):
            raise AlteredJournal(row.game, row.number)
        # Of the text itself, as it was when the entry after it was made.
        before = hashlib.sha256(row.entry.encode()).hexdigest()
        journal.append(line)
    return journal


def _unaltered(row: Fetched) -> EntryRow:
    try:
        return read_entry(row)
    except Damaged as error:
        raise AlteredJournal(row.game, row.number) from error


def read_post(row: Fetched) -> PostRow:
    """A post from a row of `posts`."""
    with _understanding(f"post {row.id} of game {row.game}"):
        called, undone = _NUMBERS.validate_json(row.called), _NUMBERS.validate_json(row.undone)
        return PostRow(**(row._asdict() | {"called": called, "undone": undone}))


def read_awaited(row: Fetched) -> AwaitedRow:
    """An awaited seat from a row of `awaited` joined with its game and its member."""
    return AwaitedRow(**row._asdict())


def read_preferences(row: Fetched) -> Preferences:
    """What somebody wishes from a row of `wishes`."""
    with _understanding(f"what user {row.user} wishes"):
        read = {
            "quiet": None if row.quiet is None else _QUIET.validate_json(row.quiet),
            "away": _AWAY.validate_json(row.away),
            "answers": _ANSWERS.validate_json(row.answers),
        }
        return Preferences(**(row._asdict() | read))


def read_server(row: Fetched) -> ServerSettings:
    """What is chosen for a server from a row of `servers`."""
    with _understanding(f"what is chosen for server {row.guild}"):
        read = {
            "beginnings": _BEGINNINGS.validate_json(row.beginnings),
            "channels": _NUMBERS.validate_json(row.channels),
            "limits": _LIMITS.validate_json(row.limits),
            "dashboard": None if row.dashboard is None else _DASHBOARD.validate_json(row.dashboard),
        }
        return ServerSettings(**(row._asdict() | read))


def read_letter(row: Fetched) -> LetterRow:
    """What is to be told from a row of `letters`."""
    return LetterRow(**row._asdict())


def read_restored(row: Fetched) -> RestoredRow:
    """A game that was brought back from a row of `restored`."""
    return RestoredRow(**row._asdict())


def read_result(row: Fetched) -> ResultRow:
    """What a seat came to from a row of `results` joined with its member and who is in no list."""
    with _understanding(f"the result of game {row.game}"):
        data = row._asdict()
        hidden = data.pop("hidden")
        figures = {"counts": _COUNTS.validate_json(row.counts), "dice": _DICE.validate_json(row.dice)}
        return ResultRow(**(data | figures), listed=hidden is None)


def read_finished(row: Fetched) -> FinishedGame:
    """A finished game from its id, channel and opening."""
    with _understanding(f"the opening of game {row.id}"):
        return FinishedGame(row.id, row.channel, Opening.model_validate_json(row.opening).table)


@contextmanager
def _understanding(what: str) -> Iterator[None]:
    """Say what it is that cannot be read, but not what stands there: players may hide it from each other."""
    try:
        yield
    except ValidationError as error:
        flaws = (f"{'.'.join(map(str, flaw['loc']))} {flaw['msg']}" for flaw in error.errors())
        raise Damaged(f"{what} cannot be understood: {'; '.join(flaws)}") from None
