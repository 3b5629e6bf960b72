"""Writes any number of jobs in one transaction. Each job may be refused separately.

The transaction reads the data to which the jobs refer, decides which jobs are accepted, and writes these jobs
table by table. A hundred jobs need as many statements as one job.
"""

from collections.abc import Iterable, Mapping, Sequence
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

from bot.store.clusters import MADE_AT, WHOLE, Cluster
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
from bot.store.rows import FINISHED, Change, GameRow, LetterRow, Look, PostRow, ResultRow
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
from bot.store.transactions import DriverSession
from rules.engine.time_control import LEAST


def _put(table: Table, keep: str = "") -> Executable:
    """Return a statement that inserts a row or updates all its columns except `keep`."""
    keys = [column.name for column in table.primary_key]
    statement = insert_or_replace(table)
    new = {column.name: column for column in statement.excluded if column.name not in {*keys, keep}}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)


_PUT_GAME = _put(games)

# A change writes a post's content, and a delivery writes its progress. Neither of these resets `gone`.
_PUT_POST = insert_or_replace(posts)
_PUT_POST = _PUT_POST.on_conflict_do_update(
    index_elements=[posts.c.id],
    set_={name: _PUT_POST.excluded[name] for name in CONTENT}
    | {"gone": or_(posts.c.gone, _PUT_POST.excluded.gone)},
)
_CLEAR_MEMBERS = delete(members).where(members.c.game == bindparam("of"))
_CLEAR_AWAITED = delete(awaited).where(awaited.c.game == bindparam("of"))
_TOLD = delete(restored).where(restored.c.game == bindparam("of"))
_RECORD_LATER = insert_or_replace(unrecorded).on_conflict_do_nothing()
_WRITE_LETTER, _LETTER_TOLD = insert(letters), delete(letters).where(letters.c.id == bindparam("of"))
_SEAT, _AWAIT, _ENTER, _SEE = insert(members), insert(awaited), insert(entries), insert(interactions)

Steps = Sequence[tuple[Executable, Sequence[Columns]]]
"""The statements of a job that is never refused, in order, each with several sets of values."""

Job = Change | Steps


def write(session: DriverSession, jobs: Sequence[Job]) -> list[StoreError | None]:
    """Do these jobs, and return a refusal or `None` for each job."""
    stored = Stored.of(session, [job for job in jobs if isinstance(job, Change)])
    refusals = [stored.admit(job) if isinstance(job, Change) else None for job in jobs]
    admitted = [job for job, refusal in zip(jobs, refusals, strict=True) if refusal is None]
    _write_changes(session, [job for job in admitted if isinstance(job, Change)], stored)
    values: dict[Executable, list[Columns]] = {}
    for job in jobs:
        if not isinstance(job, Change):
            for statement, rows in job:
                values.setdefault(statement, []).extend(rows)
    # Deletions come last: another job of the transaction, such as a delivery, could bring a name back.
    for statement in (*_PART, _UNNAME):
        values[statement] = values.pop(statement, [])
    for statement, rows in values.items():
        _each(session, statement, rows)
    return refusals


_DELIVER = (
    update(posts)
    .where(posts.c.id == bindparam("of"))
    .values(gone=or_(posts.c.gone, bindparam("given_up", type_=Boolean)))
)


def delivery(post: PostRow) -> Steps:
    """Return the job that stores the progress of a post's delivery."""
    return [(_DELIVER, [{"of": post.id, "given_up": post.gone, **POST.columns(post, PROGRESS)}])]


_NEWEST = select(func.max(interactions.c.id)).scalar_subquery()
_FORGET = delete(interactions).where(interactions.c.id < _NEWEST - bindparam("span"))


def forget_interactions(age: int) -> Steps:
    """Return the job that deletes interactions more than `age` seconds older than the newest interaction."""
    return [(_FORGET, [{"span": age * 1000 << MADE_AT}])]


_LOG_IN, _FORGET_LOGINS = insert(logins), delete(logins).where(logins.c.at < bindparam("before"))


def login(at: int, forget: int) -> Steps:
    """Return the job that stores a login of the bot, and deletes logins before the time `forget`."""
    return [(_FORGET_LOGINS, [{"before": forget}]), (_LOG_IN, [{"at": at}])]


_SET_UP = _put(servers)


def settings(chosen: ServerSettings) -> Steps:
    """Return the job that stores the settings of a server."""
    return [(_SET_UP, [SERVER.columns(chosen)])]


# A game's effect on ratings depends on games that ended earlier. If an earlier game is recorded late, the
# posts of later games must be updated.
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
_PUT_RESULT = _put(results, keep="origin")
_RECORDED = delete(unrecorded).where(unrecorded.c.game == bindparam("of"))


def record(game: str, rows: Sequence[ResultRow], *, late: bool) -> Steps:
    """Return the job that stores a game's results and updates later games' posts (also its own if `late`)."""
    later: list[Columns] = [
        {"of": game, "on": one.guild, "what": one.slug, "at": one.ended, "own": late}
        for one in rows[:1]
        if not one.origin
    ]
    return [(_PUT_RESULT, [*map(RESULT.columns, rows)]), (_RECORDED, [{"of": game}]), (_TELL_ANEW, later)]


_UNLIST = insert_or_replace(unlisted).on_conflict_do_nothing()
_LIST = delete(unlisted).where(unlisted.c.user == bindparam("who"))


def listing(user: int, *, listed: bool) -> Steps:
    """Return the job that stores whether a person wants to be in lists of records."""
    return [(_LIST, [{"who": user}]), (_UNLIST, [] if listed else [{"user": user}])]


_WISH, _LOOK = _put(wishes), _put(looks)
_TELL_SOONER = (
    update(letters)
    .where(letters.c.user == bindparam("whom"), letters.c.at > bindparam("by", type_=BigInteger))
    .values(at=bindparam("by", type_=BigInteger))
)


def wish(wanted: Preferences, told_from: int) -> Steps:
    """Return the job that stores preferences and makes direct messages due at `told_from` at the latest."""
    sooner: Columns = {"whom": wanted.user, "by": told_from}
    return [(_WISH, [PREFERENCES.columns(wanted)]), (_TELL_SOONER, [sooner])]


def look(seen: Look) -> Steps:
    """Return the job that stores the last entry of a game that a user was shown."""
    return [(_LOOK, [seen._asdict()])]


def told(done: Iterable[LetterRow]) -> Steps:
    """Return the job that deletes direct messages."""
    return [(_LETTER_TOLD, [{"of": letter.id} for letter in done])]


OF_PEOPLE = tuple(table for table in metadata.sorted_tables if "user" in table.c and table is not members)
"""The tables with data about people outside games."""

_PART = [delete(table).where(table.c.user == bindparam("who")) for table in OF_PEOPLE]
_UNNAME = (
    update(posts).where(posts.c.game == bindparam("of"), posts.c.alt != "").values(alt=bindparam("told"))
)

UNNAMED = "The board as it was then. Somebody who played has had their name taken out of its description."
"""The text that replaces the descriptions of a game's boards, because they may contain a forgotten name."""


def part(user: int) -> Steps:
    """Return the job that deletes all rows about a user outside games."""
    return [(statement, [{"who": user}]) for statement in _PART]


def unname(of: Iterable[str]) -> Steps:
    """Return the job that replaces the descriptions of all boards of these games."""
    return [(_UNNAME, [{"of": game, "told": UNNAMED} for game in of])]


_AWAY, _BACK, _LEAST = (bindparam(name, type_=BigInteger) for name in ("away", "back", "least"))
_LEFT, _WHOLE = awaited.c.until - _AWAY, awaited.c.until - awaited.c.since
_LATER = _BACK + case((_LEAST <= _LEFT, _LEFT), (_LEAST > _WHOLE, _WHOLE), else_=_LEAST)
_REMIND_LATER = case((awaited.c.remind != 0, awaited.c.remind + _LATER - awaited.c.until), else_=0)
_PUT_OFF = (
    update(awaited).where(has_deadline, awaited.c.until > _AWAY).values(until=_LATER, remind=_REMIND_LATER)
)
_BE_THERE, _WAS_AWAY = _put(presence), insert(outages)


def be_there(at: int, away_since: int, cluster: Cluster) -> Steps:
    """Return the job that stores that the bot is online at the time `at`.

    If `away_since` is not 0, the job also stores an outage and moves deadlines as `Outages.put_off` does.
    """
    whose: Columns = {"cluster": cluster.number, "clusters": cluster.of}
    here = (_BE_THERE, [{"id": cluster.key, "at": at, **whose}])
    if not away_since:
        return [here]
    outage: Columns = {"began": away_since, "ended": at, **whose}
    moved: Columns = {"away": away_since, "back": at, "least": LEAST}
    return [here, (_WAS_AWAY, [outage]), (_put_off(cluster), [moved])]


@cache
def _put_off(cluster: Cluster) -> Executable:
    if cluster == WHOLE:
        return _PUT_OFF
    return _PUT_OFF.where(awaited.c.game.in_(select(games.c.id).where(cluster.where(games.c.guild))))


ErrandKind = Literal["wishes", "forget", "press", "commands"]
"""The kinds of errands: reread preferences, forget a user, handle a press, and learn the ids of commands."""

ERRANDS: Final = "harbourmaster_errands"
"""The PostgreSQL channel for notifications of errands. Each notification holds the number of a cluster."""


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


_LEAVE, _FINISH = insert(errands), delete(errands).where(errands.c.id == bindparam("of"))
_NOTIFY = select(func.pg_notify(bindparam("where"), bindparam("whom")))
"""A query that works only on PostgreSQL, which several clusters require."""


def leave(left: Sequence[ClusterErrand]) -> Steps:
    """Return the job that stores errands and notifies their processes."""
    rows: list[Columns] = [
        {"cluster": one.cluster, "kind": one.kind, "person": one.person, "data": one.data} for one in left
    ]
    return [(_LEAVE, rows), (_NOTIFY, [{"where": ERRANDS, "whom": str(one.cluster)} for one in left])]


def finish(errand: ClusterErrand) -> Steps:
    """Return the job that deletes a finished errand."""
    return [(_FINISH, [{"of": errand.id}])]


def _write_changes(session: DriverSession, changes: Sequence[Change], before: Stored) -> None:
    # If several changes affect one game, only the game's row in the last change is written.
    _write_games(session, {change.game.id: change.game for change in changes}, before)
    _each(session, _PUT_POST, [POST.columns(post) for change in changes for post in change.posts])
    lines = [entry_columns(change.game.id, change.entry) for change in changes if change.entry]
    _each(session, _ENTER, lines)
    _each(session, _TOLD, [{"of": change.game.id} for change in changes if change.tells_restored])
    _each(session, _WRITE_LETTER, [LETTER.columns(one) for change in changes for one in change.letters])
    _each(session, _LETTER_TOLD, [{"of": letter} for change in changes for letter in change.dropped])
    causes = [change.interaction for change in changes if change.interaction]
    _each(session, _SEE, [{"id": interaction} for interaction in causes])


def _write_games(session: DriverSession, rows: Mapping[str, GameRow], before: Stored) -> None:
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


def _each(session: DriverSession, statement: Executable, rows: Sequence[Columns]) -> None:
    if rows:
        session.execute(statement, rows)
