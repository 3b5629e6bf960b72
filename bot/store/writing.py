"""The writes of one transaction with any number of jobs, each of which may be refused separately.

The transaction reads the data that the jobs refer to, decides which jobs are accepted, and then writes them,
table by table, with as many statements for a hundred jobs as for one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from sqlalchemy import (
    BigInteger,
    Boolean,
    Executable,
    Table,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as insert_or_replace  # SQLite has the same syntax

from bot.store.clusters import WHOLE, Cluster
from bot.store.codecs import Columns
from bot.store.columns import (
    CONTENT,
    LETTER,
    POST,
    PREFERENCES,
    PROGRESS,
    RESULT,
    SERVER,
    awaited_columns,
    entry_columns,
    game_columns,
    member_columns,
)
from bot.store.errors import StoreError
from bot.store.preconditions import Stored
from bot.store.preferences import Preferences
from bot.store.rows import FINISHED, Change, GameRow, Look, PostRow, ResultRow
from bot.store.schema import (
    awaited,
    entries,
    errands,
    games,
    has_deadline,
    interactions,
    letters,
    logins,
    looks,
    members,
    metadata,
    outages,
    posts,
    presence,
    restored,
    results,
    servers,
    unlisted,
    unrecorded,
    wishes,
)
from bot.store.servers import ServerSettings
from bot.store.transactions import Session
from rules.engine.time_control import LEAST


def _put(table: Table, keep: str = "") -> Executable:
    """Return a statement that inserts a row or updates all its columns except `keep`."""
    keys = [column.name for column in table.primary_key]
    statement = insert_or_replace(table)
    new = {column.name: column for column in statement.excluded if column.name not in {*keys, keep}}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)


_PUT_GAME = _put(games)

ErrandKind = Literal["wishes", "forget", "press", "commands"]
"""An errand: read a user's preferences again, forget a user, handle a press, or learn the ids of commands."""

ERRANDS: Final = "harbourmaster_errands"
"""The channel of PostgreSQL's notifications of errands, whose payload is the number of a cluster."""

_AFTER_MILLISECONDS = 22
"""The number of low bits of a Discord id that are not part of its time."""

# A change writes the content of a post, and a delivery its progress. Both may set `gone`; neither resets it.
_PUT_POST = insert_or_replace(posts)
_PUT_POST = _PUT_POST.on_conflict_do_update(
    index_elements=[posts.c.id],
    set_={name: _PUT_POST.excluded[name] for name in CONTENT}
    | {"gone": or_(posts.c.gone, _PUT_POST.excluded.gone)},
)
_DELIVER = (
    update(posts)
    .where(posts.c.id == bindparam("of"))
    .values(gone=or_(posts.c.gone, bindparam("given_up", type_=Boolean)))
)

# A game's effect on ratings depends on games that ended earlier. If such a game is recorded late, the posts
# of later games must be updated.
_ENDED_LATER = select(results.c.game).where(
    results.c.guild == bindparam("on"),
    results.c.slug == bindparam("what"),
    results.c.ended >= bindparam("at"),
    or_(results.c.game != bindparam("of"), bindparam("own", type_=Boolean)),
)
_TELL_ANEW = (
    update(posts)
    .where(posts.c.game.in_(_ENDED_LATER), posts.c.kind == "turn", posts.c.live)
    .values(wanted=posts.c.wanted + 1)
)

_CLEAR_MEMBERS = delete(members).where(members.c.game == bindparam("of"))
_CLEAR_AWAITED = delete(awaited).where(awaited.c.game == bindparam("of"))
_TOLD = delete(restored).where(restored.c.game == bindparam("of"))
_FORGET_LOGINS = delete(logins).where(logins.c.at < bindparam("before"))
_NEWEST = select(func.max(interactions.c.id)).scalar_subquery()
_FORGET = delete(interactions).where(interactions.c.id < _NEWEST - bindparam("span"))


@dataclass(frozen=True)
class Progress:
    """The progress of a post's delivery."""

    post: PostRow


@dataclass(frozen=True)
class Forgetting:
    """Forget interactions that are more than `age` seconds older than the newest, by their Discord ids."""

    age: int


@dataclass(frozen=True)
class Login:
    """Store a login of the bot, and delete logins before `forget`."""

    at: int
    forget: int


@dataclass(frozen=True)
class ClusterErrand:
    """A task that one process leaves to the process of the given cluster.

    `id` is 0 until the errand is stored. `person` is the affected user, and `data` are further arguments.
    """

    cluster: int
    kind: ErrandKind
    person: int = 0
    data: str = ""
    id: int = 0


@dataclass(frozen=True)
class Leaving:
    """Store errands for other processes."""

    errands: tuple[ClusterErrand, ...]


@dataclass(frozen=True)
class Finished:
    """Delete a finished errand."""

    errand: int


@dataclass(frozen=True)
class Parting:
    """Delete all rows about a user outside games, and replace the descriptions of the boards of `games`."""

    user: int
    games: tuple[str, ...]
    errands: tuple[ClusterErrand, ...] = ()


@dataclass(frozen=True)
class Unnaming:
    """Replace the descriptions of the boards of games that have forgotten a user."""

    games: tuple[str, ...]


@dataclass(frozen=True)
class Presence:
    """Store that the bot is online at the time `at`, after an outage since `away_since` (0: none)."""

    at: int
    away_since: int
    cluster: Cluster = WHOLE


@dataclass(frozen=True)
class Wish:
    """A person's new preferences. Direct messages that were due later become due at `told_from`."""

    wishes: Preferences
    told_from: int
    errands: tuple[ClusterErrand, ...] = ()


@dataclass(frozen=True)
class Looking:
    """Store the last entry of a game that a user was shown."""

    look: Look


@dataclass(frozen=True)
class Recording:
    """The final results of the seats of a finished game."""

    game: str
    results: tuple[ResultRow, ...]
    late: bool = False
    """Whether a post may already show the game's end. Such a post is updated."""


@dataclass(frozen=True)
class Listing:
    """Store whether a person wants to be in lists of records."""

    user: int
    listed: bool


@dataclass(frozen=True)
class Dispatched:
    """Delete direct messages that were sent or are out of date."""

    letters: tuple[int, ...]


@dataclass(frozen=True)
class SettingUp:
    """The new settings of a server."""

    settings: ServerSettings


Job = (
    Dispatched
    | SettingUp
    | Recording
    | Listing
    | Looking
    | Wish
    | Change
    | Progress
    | Forgetting
    | Login
    | Parting
    | Unnaming
    | Presence
    | Leaving
    | Finished
)

OF_PEOPLE = tuple(table for table in metadata.sorted_tables if "user" in table.c and table is not members)
"""The tables with data about people outside games."""

_PART = [delete(table).where(table.c.user == bindparam("who")) for table in OF_PEOPLE]
_UNNAME = (
    update(posts).where(posts.c.game == bindparam("of"), posts.c.alt != "").values(alt=bindparam("told"))
)

UNNAMED = "The board as it was then. Somebody who played has had their name taken out of its description."
"""The text that replaces the descriptions of a game's boards, because they may contain a forgotten name."""


_LEAVE, _FINISH = insert(errands), delete(errands).where(errands.c.id == bindparam("of"))
_NOTIFY = select(func.pg_notify(bindparam("where"), bindparam("whom")))
"""A query that works only on PostgreSQL, which several clusters require."""

_BE_THERE = _put(presence)
_WISH = _put(wishes)
_SET_UP = _put(servers)
_PUT_RESULT = _put(results, keep="origin")
_LOOK = _put(looks)
_RECORD_LATER = insert_or_replace(unrecorded).on_conflict_do_nothing()
_RECORDED = delete(unrecorded).where(unrecorded.c.game == bindparam("of"))
_UNLIST = insert_or_replace(unlisted).on_conflict_do_nothing()
_LIST = delete(unlisted).where(unlisted.c.user == bindparam("who"))
_TELL_SOONER = (
    update(letters)
    .where(letters.c.user == bindparam("whom"), letters.c.at > bindparam("by", type_=BigInteger))
    .values(at=bindparam("by", type_=BigInteger))
)
_WRITE_LETTER, _LETTER_TOLD = insert(letters), delete(letters).where(letters.c.id == bindparam("of"))
_WAS_AWAY = insert(outages)
_LEFT = awaited.c.until - bindparam("away", type_=BigInteger)
_WHOLE = awaited.c.until - awaited.c.since
_LATER = bindparam("back", type_=BigInteger) + case(
    (bindparam("least", type_=BigInteger) <= _LEFT, _LEFT),
    (bindparam("least", type_=BigInteger) > _WHOLE, _WHOLE),
    else_=bindparam("least", type_=BigInteger),
)
_REMIND_LATER = case((awaited.c.remind != 0, awaited.c.remind + _LATER - awaited.c.until), else_=0)
_PUT_OFF = (
    update(awaited)
    .where(has_deadline, awaited.c.until > bindparam("away", type_=BigInteger))
    .values(until=_LATER, remind=_REMIND_LATER)
)

_SEAT, _AWAIT, _ENTER = insert(members), insert(awaited), insert(entries)
_SEE, _LOG_IN = insert(interactions), insert(logins)


def write(session: Session, jobs: Sequence[Job]) -> list[StoreError | None]:
    """Do these jobs, and return for each job its refusal or `None`."""
    stored = Stored.of(session, [job for job in jobs if isinstance(job, Change)])
    refusals = [stored.admit(job) if isinstance(job, Change) else None for job in jobs]
    admitted = [job for job, refusal in zip(jobs, refusals, strict=True) if refusal is None]
    _write_changes(session, [job for job in admitted if isinstance(job, Change)], stored)
    _each(session, _DELIVER, [_progress(job.post) for job in jobs if isinstance(job, Progress)])
    spans: list[Columns] = [
        {"span": job.age * 1000 << _AFTER_MILLISECONDS} for job in jobs if isinstance(job, Forgetting)
    ]
    _each(session, _FORGET, spans)
    entered = [job for job in jobs if isinstance(job, Login)]
    _each(session, _FORGET_LOGINS, [{"before": job.forget} for job in entered])
    _each(session, _LOG_IN, [{"at": job.at} for job in entered])
    wished = [job for job in jobs if isinstance(job, Wish)]
    _each(session, _SET_UP, [SERVER.columns(job.settings) for job in jobs if isinstance(job, SettingUp)])
    _write_records(session, [job for job in jobs if isinstance(job, Recording)])
    listings = [job for job in jobs if isinstance(job, Listing)]
    _each(session, _LIST, [{"who": job.user} for job in listings])
    _each(session, _UNLIST, [{"user": job.user} for job in listings if not job.listed])
    _each(session, _WISH, [PREFERENCES.columns(job.wishes) for job in wished])
    _each(session, _TELL_SOONER, [{"whom": job.wishes.user, "by": job.told_from} for job in wished])
    _each(session, _LOOK, [job.look._asdict() for job in jobs if isinstance(job, Looking)])
    told = [letter for job in jobs if isinstance(job, Dispatched) for letter in job.letters]
    _each(session, _LETTER_TOLD, [{"of": letter} for letter in told])
    _write_presence(session, [job for job in jobs if isinstance(job, Presence)])
    partings = [job for job in jobs if isinstance(job, Parting)]
    for statement in _PART:
        _each(session, statement, [{"who": job.user} for job in partings])
    unnamed = [game for job in jobs if isinstance(job, Parting | Unnaming) for game in job.games]
    _each(session, _UNNAME, [{"of": game, "told": UNNAMED} for game in unnamed])
    _write_errands(session, jobs)
    return refusals


def _write_errands(session: Session, jobs: Sequence[Job]) -> None:
    """Store errands and notify their processes, and delete finished errands."""
    left = [one for job in jobs if isinstance(job, Wish | Parting | Leaving) for one in job.errands]
    _each(
        session,
        _LEAVE,
        [{"cluster": one.cluster, "kind": one.kind, "person": one.person, "data": one.data} for one in left],
    )
    for cluster in sorted({one.cluster for one in left}):
        session.execute(_NOTIFY, {"where": ERRANDS, "whom": str(cluster)})
    _each(session, _FINISH, [{"of": job.errand} for job in jobs if isinstance(job, Finished)])


def _write_records(session: Session, jobs: Sequence[Recording]) -> None:
    _each(session, _PUT_RESULT, [RESULT.columns(row) for job in jobs for row in job.results])
    _each(session, _RECORDED, [{"of": job.game} for job in jobs])
    ends = [(job.results[0], job.late) for job in jobs if job.results]
    _each(
        session,
        _TELL_ANEW,
        [
            {"of": one.game, "on": one.guild, "what": one.slug, "at": one.ended, "own": late}
            for one, late in ends
            if not one.origin
        ],
    )


def _write_presence(session: Session, jobs: Sequence[Presence]) -> None:
    """Store when the bot was online and offline, and move deadlines as `Outages.put_off` does."""
    for job in jobs:
        whose: Columns = {"cluster": job.cluster.number, "clusters": job.cluster.of}
        _each(session, _BE_THERE, [{"id": job.cluster.key, "at": job.at, **whose}])
        if job.away_since:
            _each(session, _WAS_AWAY, [{"began": job.away_since, "ended": job.at, **whose}])
            span: Columns = {"away": job.away_since, "back": job.at, "least": LEAST}
            _each(session, _put_off(job.cluster), [span])


@cache
def _put_off(cluster: Cluster) -> Executable:
    if cluster == WHOLE:
        return _PUT_OFF
    return _PUT_OFF.where(awaited.c.game.in_(select(games.c.id).where(cluster.where(games.c.guild))))


def _write_changes(session: Session, changes: Sequence[Change], before: Stored) -> None:
    # If several changes affect one game, only the row of the last change is written.
    _write_games(session, {change.game.id: change.game for change in changes}, before)
    _each(session, _PUT_POST, [POST.columns(post) for change in changes for post in change.posts])
    lines = [entry_columns(change.game.id, change.entry) for change in changes if change.entry]
    _each(session, _ENTER, lines)
    _each(session, _TOLD, [{"of": change.game.id} for change in changes if change.tells_restored])
    _each(session, _WRITE_LETTER, [LETTER.columns(one) for change in changes for one in change.letters])
    _each(session, _LETTER_TOLD, [{"of": letter} for change in changes for letter in change.dropped])
    causes = [change.interaction for change in changes if change.interaction]
    _each(session, _SEE, [{"id": interaction} for interaction in causes])


def _write_games(session: Session, rows: Mapping[str, GameRow], before: Stored) -> None:
    """Write the games, their members and their awaited seats."""
    # Stored games come first, so that a game leaves its channel before a new game takes the channel.
    ordered = sorted(rows.values(), key=lambda row: row.id not in before.seats)
    _each(session, _PUT_GAME, [{"id": row.id, **game_columns(row)} for row in ordered])
    finished = [row for row in rows.values() if row.status in FINISHED and before.ends(row)]
    _each(session, _RECORD_LATER, [{"game": row.id} for row in finished])
    reseated = [row for row in rows.values() if before.reseats(row)]
    _each(session, _CLEAR_MEMBERS, [{"of": row.id} for row in reseated])
    _each(session, _SEAT, [member for row in reseated for member in member_columns(row)])
    _each(session, _CLEAR_AWAITED, [{"of": row.id} for row in rows.values() if row.id in before.seats])
    _each(session, _AWAIT, [seat for row in rows.values() for seat in awaited_columns(row)])


def _progress(row: PostRow) -> Columns:
    return {"of": row.id, "given_up": row.gone, **POST.columns(row, PROGRESS)}


def _each(session: Session, statement: Executable, rows: Sequence[Columns]) -> None:
    if rows:
        session.execute(statement, rows)
