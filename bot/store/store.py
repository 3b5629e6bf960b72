"""Where games are kept: everything the bot reads and writes of them passes through a `Store`.

    await migrate(url)
    store = await Store.open(url, time.time)
    await store.commit(Change(game, entry, posts, interaction))
    await store.close()

What `commit` returned from is on the disk and survives any crash; what it raised for has changed nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    ColumnElement,
    Select,
    and_,
    func,
    not_,
    or_,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from bot.store.addresses import PATIENCE, read_url
from bot.store.codecs import Fetched
from bot.store.columns import (
    read_awaited,
    read_entry,
    read_finished,
    read_games,
    read_journal,
    read_letter,
    read_post,
    read_preferences,
    read_restored,
    read_result,
    read_server,
)
from bot.store.database import reading_engine, transaction, transactions_on
from bot.store.db_errors import is_damage, may_pass, opening, report
from bot.store.errors import (
    AlreadyDone,
    AlteredJournal,
    BadDatabase,
    ChannelTaken,
    Conflict,
    Damaged,
    NotRead,
    NotSaved,
    StoreError,
)
from bot.store.ids import PostIds, Seconds, game_id
from bot.store.migrate import must_be_ready
from bot.store.outages import Outage, Outages
from bot.store.preferences import PreferenceBook, Preferences
from bot.store.rows import (
    ASKING,
    TELLING,
    AwaitedRow,
    Backlog,
    Change,
    EntryRow,
    FinishedGame,
    GameRow,
    KnownGame,
    LetterRow,
    Look,
    OpenGame,
    OpenGames,
    PostRow,
    RestoredRow,
    ResultRow,
)
from bot.store.schema import (
    awaited,
    entries,
    games,
    has_deadline,
    has_plan,
    interactions,
    is_due,
    is_open,
    is_pending,
    is_reminded,
    letters,
    logins,
    looks,
    members,
    outages,
    posts,
    presence,
    reminds,
    restored,
    results,
    servers,
    unlisted,
    unrecorded,
    wishes,
)
from bot.store.servers import ServerBook, ServerSettings
from bot.store.writer import Writer
from bot.store.writing import (
    OF_PEOPLE,
    Dispatched,
    Forgetting,
    Job,
    Listing,
    Login,
    Looking,
    Parting,
    Presence,
    Progress,
    Recording,
    SettingUp,
    Wish,
    write,
)
from rules.engine.entry import EntryKind, Role

__all__ = [
    "AlreadyDone",
    "AlteredJournal",
    "BadDatabase",
    "ChannelTaken",
    "Conflict",
    "Damaged",
    "NotRead",
    "NotSaved",
    "Store",
    "StoreError",
]

END_OF_TIME = 2**63 - 1

READERS = 3
"""Connections that read at the same time."""

PAUSE = 0.05
"""Seconds between two tries to read from a server that went away."""

HANDFUL = 20
"""Rows that are decoded at once; more would keep the event loop waiting, so a thread takes them."""

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_COUNTING = frozenset({"first", "last", "entry"})
"""Columns that number entries: how many of them were secret, nobody is told."""

_GAMES = (
    select(games, members.c.seat, members.c.user, members.c.name)
    .outerjoin(members, members.c.game == games.c.id)
    .order_by(games.c.created, games.c.id, members.c.seat)
)
_RESULTS = (
    select(results, members.c.user, members.c.name, unlisted.c.user.label("hidden"))
    .join(members, (members.c.game == results.c.game) & (members.c.seat == results.c.seat))
    .outerjoin(unlisted, unlisted.c.user == members.c.user)
)
_TURNS = (
    select(posts.c.message)
    .where(posts.c.game == awaited.c.game, posts.c.kind == "turn", posts.c.message != 0)
    .order_by(posts.c.id.desc())
    .limit(1)
    .correlate(awaited)
    .scalar_subquery()
)
_AWAITED = (
    select(
        awaited,
        games.c.slug,
        games.c.guild,
        games.c.channel,
        members.c.user,
        func.coalesce(_TURNS, 0).label("message"),
    )
    .join(games, games.c.id == awaited.c.game)
    .join(members, (members.c.game == awaited.c.game) & (members.c.seat == awaited.c.seat))
    .order_by(awaited.c.since, awaited.c.game, awaited.c.seat)
)
_ENTRIES = select(entries).order_by(entries.c.number)
_tells_turns = and_(posts.c.kind == "turn", not_(posts.c.gone))
# By the game first, since that is how the index of due posts has them.
_POSTS = select(posts).order_by(posts.c.game, posts.c.id)


class Store:
    """All games in one database: open it with `Store.open`, use it from all tasks of one event loop."""

    def __init__(
        self,
        url: URL,
        clock: Seconds,
        last_post: int,
        known: Outages,
        wishes: PreferenceBook,
        servers: ServerBook,
    ) -> None:
        """Use this database; whoever calls this from outside means `Store.open`."""
        self._reading = reading_engine(url, READERS)
        self._readers = asyncio.Semaphore(READERS)
        self._transactions = transactions_on(url)
        self._writer: Writer[Job] = Writer(self._transactions, write)
        self._post_ids = PostIds(clock, last_post)
        self.outages = known
        """When the bot or Discord was away."""
        self.wishes = wishes
        """What everybody wishes who said anything."""
        self.servers = servers
        """What is chosen for each server."""
        self.listeners: list[Callable[[str], None]] = []
        """Each is told the id of every game that has changed, once that is stored."""
        self._setting_up = asyncio.Lock()
        self._changed: set[str] = set()
        self._outage_since = False
        """Whether deadlines were put off since a dashboard last looked."""
        self._closed = False

    @classmethod
    async def open(cls, url: str, clock: Seconds) -> "Store":
        """Open an up-to-date database (see `bot.store.migrate`). Raises BadDatabase.

        `clock` tells the seconds since 1970.
        """
        address = read_url(url)
        return cls(address, clock, *await asyncio.to_thread(_beginning, address))

    async def close(self) -> None:
        """Finish everything that was accepted, then let go of the database."""
        self._closed = True
        await self._writer.close()
        # When all places are taken here, nobody is reading any more.
        for _ in range(READERS):
            await self._readers.acquire()
        await self._reading.dispose()
        for _ in range(READERS):
            self._readers.release()

    # Games

    async def game(self, game: str) -> GameRow | None:
        """The game of that id."""
        return _first(await self._games(games.c.id == game))

    async def open_game_in(self, channel: int) -> GameRow | None:
        """The game that occupies that channel."""
        return _first(await self._games(games.c.channel == channel, is_open))

    async def latest_game_in(self, channel: int) -> GameRow | None:
        """The game that occupies that channel, or else the one that was last changed there."""
        latest = (
            select(games.c.id)
            .where(games.c.channel == channel)
            .order_by(is_open.desc(), games.c.updated.desc(), games.c.created.desc())
            .limit(1)
        )
        return _first(await self._games(games.c.id == latest.scalar_subquery()))

    async def begun_games_in(self, channel: int, most: int) -> list[KnownGame]:
        """At most that many games that were begun in that channel or went on there, the latest first."""
        order = (games.c.updated.desc(), games.c.created.desc(), games.c.id)
        latest = (
            select(games.c.id)
            .where(games.c.channel == channel, games.c.opening.is_not(None))
            .order_by(*order)
            .limit(most)
        )
        columns = (games.c.id, games.c.slug, games.c.status, games.c.updated, members.c.name)
        found = (
            select(*columns)
            .join(members, members.c.game == games.c.id)
            .where(games.c.id.in_(latest))
            .order_by(*order, members.c.seat)
        )
        return await self._read(found, _known_games)

    async def game_told_by(self, message: int, channel: int) -> str:
        """The id of the game of that channel that a message tells; empty where there is none."""
        await self._writer.noted()
        there = select(posts.c.game).join(games, games.c.id == posts.c.game).where(games.c.channel == channel)
        telling = there.where(posts.c.message == message).limit(1)
        return _first(await self._read(telling, lambda rows: [str(row.game) for row in rows])) or ""

    async def games_of(self, user: int) -> list[GameRow]:
        """The open games in which that user has a seat, oldest first, as far as they can be read."""
        theirs = select(members.c.game).where(members.c.user == user)
        return await self._sound_games(games.c.id.in_(theirs), is_open)

    async def open_games(self) -> list[GameRow]:
        """All games that occupy a channel, oldest first."""
        return await self._games(is_open)

    async def open_on_server(
        self, guild: int, most: int, *, creator: int = 0, id_from: str = "", slugs: Collection[str] = ()
    ) -> list[OpenGame]:
        """At most that many open games of a server, newest first: by how the id begins, or by kind.

        With `creator` only those that this user opened.
        """
        wanted = or_(games.c.id.startswith(id_from, autoescape=True), games.c.slug.in_(slugs))
        found = select(games.c.id, games.c.slug, games.c.channel).where(
            games.c.guild == guild, is_open, wanted
        )
        if creator:
            found = found.where(games.c.creator == creator)
        newest = found.order_by(games.c.created.desc(), games.c.id).limit(most)
        return await self._read(newest, _each(lambda row: OpenGame(*row)))

    async def latest_on_server(self, guild: int, most: int) -> list[tuple[GameRow, int]]:
        """At most that many open games of a server, the last changed first, each with its newest message.

        0 where Discord has none yet. What cannot be read is left out.
        """
        await self._writer.noted()
        order = (games.c.updated.desc(), games.c.created, games.c.id)
        latest = select(games.c.id).where(games.c.guild == guild, is_open).order_by(*order).limit(most)
        found = {row.id: row for row in await self._sound_games(games.c.id.in_(latest))}
        told = and_(posts.c.kind.in_(["lobby", "turn"]), posts.c.game.in_(found), not_(posts.c.gone))
        newest = select(posts.c.game, func.max(posts.c.message)).where(told).group_by(posts.c.game)
        messages = dict(await self._read(newest, _each(lambda row: (str(row[0]), int(row[1])))))
        ordered = sorted(found.values(), key=lambda row: (-row.updated, row.created, row.id))
        return [(row, messages.get(row.id, 0)) for row in ordered]

    async def count_on_server(self, guild: int) -> int:
        """How many games of that server are open."""
        count = select(func.count()).where(games.c.guild == guild, is_open)
        return (await self._read(count, _first_columns))[0]

    async def open_channels_of(self, guild: int) -> list[int]:
        """The channels that open games of that server occupy."""
        return await self._read(
            select(games.c.channel).where(games.c.guild == guild, is_open), _first_columns
        )

    async def count_open(self, creator: int, guild: int) -> OpenGames:
        """How many games that user opened are open, on any server, and how many are on that server."""
        number = func.count()
        own = select(number).where(games.c.creator == creator, is_open)
        lobbies = own.where(games.c.status == "lobby")
        there = select(number).where(games.c.guild == guild, is_open)
        own_there = there.where(games.c.creator == creator)
        counts = select(*(count.scalar_subquery() for count in (lobbies, own, there, own_there)))
        (found,) = await self._read(counts, _each(lambda row: OpenGames(*row)))
        return found

    async def awaited_of(self, user: int) -> list[AwaitedRow]:
        """Where that user is awaited in running games: the nearest deadline first, then the longest wait."""
        return await self._read(_AWAITED.where(members.c.user == user), _by_urgency)

    async def overdue(self, now: int) -> list[AwaitedRow]:
        """The seats whose time is up, the most overdue first."""
        return await self._read(_AWAITED.where(has_deadline, awaited.c.until <= now), _by_urgency)

    async def asked_before(self, time: int) -> list[AwaitedRow]:
        """The seats with a deadline that were asked before that time, the nearest deadline first."""
        return await self._read(_AWAITED.where(has_deadline, awaited.c.since < time), _by_urgency)

    async def backlog(self, now: int) -> Backlog:
        """What is due by then and not done yet."""
        number, late = func.count(), and_(has_deadline, awaited.c.until <= now)
        counts = (
            select(number).select_from(awaited).where(late),
            select(func.coalesce(func.min(awaited.c.until), 0)).where(late),
            select(number).select_from(posts).where(is_due),
            select(number).select_from(letters).where(letters.c.at <= now),
        )
        found = select(*(count.scalar_subquery() for count in counts))
        (backlog,) = await self._read(found, _each(lambda row: Backlog(*row)))
        return backlog

    async def pending(self) -> list[str]:
        """The games in which the bot has still something to do by itself, the longest unchanged first."""
        found = select(games.c.id).where(is_pending).order_by(games.c.updated)
        return await self._read(found, _each(lambda row: str(row.id)))

    # People

    async def games_that_know(self, user: int) -> list[GameRow]:
        """All games in which anything is kept of that user, oldest first."""
        seated = select(members.c.game).where(members.c.user == user)
        # Ids of Discord's are so long that no other number holds one.
        told = [
            column.contains(str(user), autoescape=True)
            for column in (
                games.c.people,
                games.c.former,
                games.c.presses,
                games.c.vote,
                games.c.opening,
                games.c.waiting,
                games.c.invited,
                games.c.followers,
                games.c.office,
            )
        ]
        return await self._games(or_(games.c.creator == user, games.c.id.in_(seated), *told))

    async def wishes_of(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """Table -> rows, of everything that is kept of that user beside games, but for numbers of entries."""
        found = {}
        for table in OF_PEOPLE:
            of_user = select(table).where(table.c.user == user)
            rows = await self._read(of_user, _each(lambda row: row._asdict()))
            found[table.name] = [{key: row[key] for key in row if key not in _COUNTING} for row in rows]
        return found

    async def forget(self, user: int, games: Collection[str]) -> None:
        """Drop what is kept of that user beside games, and of these games what boards were called in words.

        Raises NotSaved.
        """
        await self._writer.do(Parting(user, tuple(games)))
        self.wishes.drop(user)
        # What was committed lately stands elsewhere in the database as well, with what it replaced.
        await self._transactions.wipe()

    async def planned(self, now: int) -> list[AwaitedRow]:
        """The seats whose plans are to be carried out by now."""
        return await self._read(_AWAITED.where(has_plan, awaited.c.planned <= now), _each(read_awaited))

    async def to_remind(self, now: int) -> list[AwaitedRow]:
        """The seats that are to be reminded by now."""
        due = _AWAITED.where(is_reminded, awaited.c.remind <= now)
        return await self._read(due, _each(read_awaited))

    async def wish(self, wanted: Preferences, told_from: int = END_OF_TIME) -> None:
        """Keep what somebody wishes; what they were to be told later is due at that time. Raises NotSaved."""
        await self._writer.do(Wish(wanted, told_from))
        self.wishes.put(wanted)

    async def letters(self, now: int = END_OF_TIME) -> list[LetterRow]:
        """What people are to be told by direct messages by then, in the order in which it came about."""
        found = await self._read(select(letters).where(letters.c.at <= now), _each(read_letter))
        return sorted(found, key=lambda one: one.id)

    async def told(self, done: Iterable[LetterRow]) -> None:
        """Drop letters that were told, or are out of date. Raises NotSaved."""
        await self._writer.do(Dispatched(tuple(letter.id for letter in done)))

    async def last_look(self, user: int, game: str) -> Look | None:
        """Up to where that user was last shown what happened in that game; `None` where they never looked."""
        theirs = select(looks).where(looks.c.user == user, looks.c.game == game)
        return _first(await self._read(theirs, _each(lambda row: Look(**row._asdict()))))

    async def note_look(self, look: Look) -> None:
        """Keep that somebody was shown what happened in a game. Raises NotSaved."""
        await self._writer.do(Looking(look))

    # Servers

    async def set_up(self, guild: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Keep what is chosen for a server from now on, and return it. Raises NotSaved."""
        async with self._setting_up:
            # Of two who change something at the same time, neither takes back what the other chose.
            settings = change(self.servers.of(guild))
            await self._writer.do(SettingUp(settings))
            self.servers.put(settings)
            return settings

    async def changed_servers(self) -> set[int]:
        """The servers of games that changed, or whose posts got further, since this was asked before.

        It is noted only while some server has a dashboard. After an outage these are all of them.
        """
        everywhere = {one.guild for one in self.servers.dashboards()} if self._outage_since else set()
        changed, self._changed, self._outage_since = self._changed, set(), False
        if not changed:
            return everywhere
        found = select(games.c.guild).where(games.c.id.in_(changed)).distinct()
        try:
            return everywhere | set(await self._read(found, _first_columns))
        except StoreError:
            self._changed |= changed
            self._outage_since |= bool(everywhere)
            raise

    def _note_changed(self, game: str) -> None:
        for tell in self.listeners:
            tell(game)
        if self.servers.has_dashboards:
            self._changed.add(game)

    # Results

    async def record(self, game: str, results: Sequence[ResultRow], *, late: bool = False) -> list[str]:
        """Keep what the seats of a finished game came to, in place of what was kept. Raises NotSaved.

        Returns the games whose ends are told anew, since theirs come after it; where this is done `late`, its
        own is one of them.
        """
        await self._writer.do(Recording(game, tuple(results), late))
        if not results:
            return []
        one = results[0]
        ended = {
            row.game
            for row in await self.results_on(one.guild)
            if row.slug == one.slug and row.ended >= one.ended
        }
        return sorted(ended if late else ended - {game})

    async def unrecorded(self) -> list[str]:
        """The games that are over, and of which it is not kept yet what they came to."""
        return await self._read(select(unrecorded.c.game), lambda rows: [str(row.game) for row in rows])

    async def results_on(self, guild: int) -> list[ResultRow]:
        """What all seats of a server's finished games came to, in the order in which the games ended."""
        there = _RESULTS.where(results.c.guild == guild)
        return await self._read(
            there.order_by(results.c.ended, results.c.game, results.c.seat), _each(read_result)
        )

    async def finished_on(self, guild: int) -> list[FinishedGame]:
        """The games of a server of which it is kept what they came to."""
        theirs = select(results.c.game).where(results.c.guild == guild)
        found = select(games.c.id, games.c.channel, games.c.opening).where(games.c.id.in_(theirs))
        return await self._read(found, _each(read_finished))

    async def origin_of(self, game: str) -> str:
        """Where a finished game was brought from; empty for one of this bot's own."""
        found = select(results.c.origin).where(results.c.game == game).limit(1)
        return _first(await self._read(found, lambda rows: [str(row.origin) for row in rows])) or ""

    async def results_of(self, user: int) -> list[ResultRow]:
        """What that user came to in finished games, on all servers."""
        return await self._read(
            _RESULTS.where(members.c.user == user).order_by(results.c.ended), _each(read_result)
        )

    async def unlisted(self, users: Sequence[int]) -> frozenset[int]:
        """Those of these users who want to stand in no list of records."""
        found = select(unlisted.c.user).where(unlisted.c.user.in_(users))
        return frozenset(await self._read(found, lambda rows: [int(row.user) for row in rows]))

    async def list_in_records(self, user: int, *, listed: bool) -> None:
        """Keep whether that user wants to stand in lists of records. Raises NotSaved."""
        await self._writer.do(Listing(user, listed))

    async def is_listed(self, user: int) -> bool:
        """Whether that user stands in lists of records. Raises NotRead."""
        return not await self._rows(select(unlisted.c.user).where(unlisted.c.user == user))

    # Journals

    async def entries(self, game: str, after: int = 0) -> list[EntryRow]:
        """The game's journal from the entry that follows number `after`, in order.

        Raises AlteredJournal where it is no longer the chain that was written.
        """
        following = entries.c.number > after
        return await self._read(_ENTRIES.where(entries.c.game == game, following), read_journal)

    async def deeds_of(self, game: str, role: Role, kinds: Collection[EntryKind]) -> list[EntryRow]:
        """The entries by that role or of these kinds in the game's journal, in order; no others are read."""
        # What people wrote in a journal cannot hold this: their quotation marks stand there otherwise.
        marks = (f'"role":"{role}"', *(f'"kind":"{kind}"' for kind in sorted(kinds)))
        wanted = or_(*(entries.c.entry.contains(mark, autoescape=True) for mark in marks))
        return await self._read(_ENTRIES.where(entries.c.game == game, wanted), _each(read_entry))

    async def entries_before(self, game: str, number: int, most: int) -> list[EntryRow]:
        """At most that many entries of the game's journal before entry `number`, the newest first."""
        newest = select(entries).where(entries.c.game == game, entries.c.number < number)
        return await self._read(newest.order_by(entries.c.number.desc()).limit(most), _each(read_entry))

    async def entries_between(self, game: str, first: int, last: int) -> list[EntryRow]:
        """The entries `first..last` of the game's journal, in order."""
        between = entries.c.number.between(first, last)
        return await self._read(_ENTRIES.where(entries.c.game == game, between), _each(read_entry))

    # Posts

    async def post(self, post: int) -> PostRow | None:
        """The post of that id."""
        return _first(await self._posts(posts.c.id == post))

    async def posts(self, game: str) -> list[PostRow]:
        """The game's posts, oldest first."""
        return await self._posts(posts.c.game == game)

    async def posts_since(self, game: str, entry: int) -> list[PostRow]:
        """Those of the game's posts that tell that entry or a later one, oldest first."""
        return await self._posts(posts.c.game == game, posts.c.last >= entry)

    async def turn_after(self, post: PostRow, *, noted: bool = True) -> PostRow | None:
        """The next of the game's posts that tell turns, of those that were not given up.

        Where it need not be as `noted`, nothing is written before: it may have got further, or be given up.
        """
        later = _POSTS.where(posts.c.game == post.game, posts.c.id > post.id, _tells_turns)
        if noted:
            await self._writer.noted()
        return _first(await self._read(later.limit(1), _each(read_post)))

    async def turn_before(self, post: PostRow) -> PostRow | None:
        """The last of them before that one."""
        earlier = select(posts).where(posts.c.game == post.game, posts.c.id < post.id, _tells_turns)
        await self._writer.noted()
        return _first(await self._read(earlier.order_by(posts.c.id.desc()).limit(1), _each(read_post)))

    async def messages_in(self, channel: int) -> set[int]:
        """The messages in that channel that posts of any game have."""
        await self._writer.noted()
        return set(
            await self._read(select(posts.c.message).where(posts.c.channel == channel), _first_columns)
        )

    async def posts_at_hand(self, game: str) -> list[PostRow]:
        """The posts that go on with a game: reminders and calls that are open, and last what tells it.

        That is the newest turn, or the lobby. Open calls are younger, since a new turn closes them.
        """
        tells = select(func.max(posts.c.id)).where(posts.c.game == game, posts.c.kind.in_(TELLING))
        newest = tells.scalar_subquery()
        calls = and_(posts.c.game == game, posts.c.id > newest, posts.c.kind == "call", posts.c.live)
        found = await self._posts(or_(posts.c.id == newest, and_(posts.c.game == game, reminds), calls))
        return sorted(found, key=lambda post: (post.kind not in ASKING, post.id))

    async def due_posts(self, now: int = END_OF_TIME) -> list[PostRow]:
        """The posts to be sent or edited, to be tried no later than `now`; each game's oldest first."""
        return await self._posts(is_due, posts.c.retry <= now)

    async def due_posts_of(self, game: str) -> list[PostRow]:
        """The game's posts to be sent or edited, at once or later, oldest first."""
        return await self._posts(is_due, posts.c.game == game)

    async def restored(self) -> list[RestoredRow]:
        """The open games that `./harbour restore` brought back and whose channels were not told yet.

        A change with `tells_restored` takes its game off this list.
        """
        return await self._read(select(restored).order_by(restored.c.game), _each(read_restored))

    # Interactions and ids

    async def seen(self, interaction: int) -> bool:
        """Whether that interaction has had its effect."""
        statement = select(interactions.c.id).where(interactions.c.id == interaction)
        return bool(await self._read(statement, list))

    def new_id(self) -> int:
        """An id for a new post, greater than those before; at most 19 digits."""
        return self._post_ids.next()

    async def new_game_id(self) -> str:
        """A short id that people can read out and that no game has."""
        while True:
            chosen = game_id()
            if not await self._read(select(games.c.id).where(games.c.id == chosen), list):
                return chosen

    # Writing

    async def commit(self, change: Change) -> None:
        """Write all of a change, or nothing; return once it is durable.

        Of a post that is stored already, only what it should be is written, and `gone` when it is set: how
        far it has got is for `note_post` to say.

        Raises:
            AlreadyDone: its interaction has had its effect before.
            Conflict: it does not continue what is stored.
            ChannelTaken: another game is open in its channel.
            NotSaved: the database failed, or the store is closed.
        """
        await self._writer.do(change)
        self._note_changed(change.game.id)

    def note_post(self, post: PostRow) -> None:
        """Keep how far a stored post has got, with the next change or in half a second.

        Written are `message`, `shown`, `attempts`, `retry`, `picture`, `alt`, `attachment`, and `gone` when
        it is set. What the post should be stays as the last change wrote it. Whoever reads posts sees what
        was noted before; a crash may forget it.
        """
        self._writer.note(Progress(post))
        self._note_changed(post.game)

    async def count_login(self, at: int, forget: int) -> None:
        """Keep when the bot logs in, and drop what was kept before that other time. Raises NotSaved."""
        await self._writer.do(Login(at, forget))

    async def logins(self, since: int) -> list[int]:
        """When the bot logged in after that time, oldest first."""
        statement = select(logins.c.at).where(logins.c.at > since).order_by(logins.c.at)
        return await self._read(statement, _each(lambda row: int(row.at)))

    async def last_there(self) -> int:
        """When the bot was last known to be there, in seconds since 1970; 0 if never."""
        found = await self._read(select(presence.c.at).where(presence.c.id == 1), _first_columns)
        return found[0] if found else 0

    async def be_there(self, at: int, away_since: int = 0) -> None:
        """Keep that the bot is there, and was not since that other time (0: it was all the time).

        Deadlines that were not reached before it went lie later by as much. Raises NotSaved.
        """
        await self._writer.do(Presence(at, away_since))
        if away_since:
            self.outages.add(Outage(at, away_since))
            self._outage_since = True

    async def forget_interactions(self, age: int) -> None:
        """Drop the interactions that are so many seconds older than the newest one. Raises NotSaved."""
        await self._writer.do(Forgetting(age))

    # How it is read

    async def _games(self, *conditions: ColumnElement[bool]) -> list[GameRow]:
        return await self._read(
            _GAMES.where(*conditions), lambda rows: read_games(rows, self.outages, self.wishes)
        )

    async def _sound_games(self, *conditions: ColumnElement[bool]) -> list[GameRow]:
        """Those of these games that can be read: one that is damaged keeps nobody from seeing the others."""
        rows = await self._rows(_GAMES.where(*conditions))
        return await asyncio.to_thread(self._sound, rows)

    def _sound(self, rows: Sequence[Fetched]) -> list[GameRow]:
        found: list[GameRow] = []
        for _, lines in groupby(rows, key=lambda row: row.id):
            try:
                found += read_games(lines, self.outages, self.wishes)
            except Damaged as error:
                log.error("%s", error.detail)  # noqa: TRY400 - nothing is wrong with the code
        return found

    async def _posts(self, *conditions: ColumnElement[bool]) -> list[PostRow]:
        await self._writer.noted()
        return await self._read(_POSTS.where(*conditions), _each(read_post))

    async def _read(
        self, statement: Select[*tuple[Any, ...]], decode: Callable[[Sequence[Fetched]], list[Result]]
    ) -> list[Result]:
        """What a statement finds. Raises NotRead, Damaged, AlteredJournal."""
        rows = await self._rows(statement)
        try:
            return decode(rows) if len(rows) <= HANDFUL else await asyncio.to_thread(decode, rows)
        except (AlteredJournal, Damaged) as error:
            log.error("%s", error.detail)  # noqa: TRY400 - nothing is wrong with the code
            raise

    async def _found(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Fetched]:
        """The same; a server that went away has some seconds to come back."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE
        while True:
            try:
                async with self._reading.connect() as connection:
                    return (await connection.execute(statement)).all()
            except SQLAlchemyError as error:
                if not may_pass(error) or loop.time() > give_up:
                    raise
            await asyncio.sleep(PAUSE)

    async def _rows(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Fetched]:
        async with self._readers:
            if self._closed:
                raise NotRead("the store is closed")
            try:
                return await self._found(statement)
            except SQLAlchemyError as error:
                why = report("the stored games could not be read", self._reading.url, error)
                raise (Damaged if is_damage(error) else NotRead)(why) from error


def _beginning(url: URL) -> tuple[int, Outages, PreferenceBook, ServerBook]:
    """What a store knows from its beginning: the greatest id of a post or letter, outages, wishes, settings.

    Raises BadDatabase for a database that cannot be used.
    """
    with opening(url), transaction(url) as connection:
        must_be_ready(connection)
        last_post = connection.scalar(select(func.max(posts.c.id))) or 0
        last_letter = connection.scalar(select(func.max(letters.c.id))) or 0
        known = connection.execute(select(outages.c.ended, outages.c.began)).all()
        wished = PreferenceBook(map(read_preferences, connection.execute(select(wishes)).all()))
        chosen = ServerBook(map(read_server, connection.execute(select(servers)).all()))
        return max(last_post, last_letter), Outages(Outage(*row) for row in known), wished, chosen


def _each(decode: Callable[[Fetched], Result]) -> Callable[[Sequence[Fetched]], list[Result]]:
    return lambda rows: [decode(row) for row in rows]


def _by_urgency(rows: Sequence[Fetched]) -> list[AwaitedRow]:
    """Awaited seats, the most urgent first; after an outage there may be thousands."""
    return sorted(map(read_awaited, rows), key=lambda one: one.urgency)


def _known_games(rows: Sequence[Fetched]) -> list[KnownGame]:
    """Games from rows that hold a member each, those of a game side by side."""
    found: list[KnownGame] = []
    for _, group in groupby(rows, key=lambda row: row.id):
        members_of = list(group)
        game = members_of[0]
        names = tuple(row.name for row in members_of)
        found.append(KnownGame(game.id, game.slug, game.status, game.updated, names))
    return found


def _first_columns(rows: Sequence[Fetched]) -> list[int]:
    return [row[0] for row in rows]


def _first(found: list[Result]) -> Result | None:
    return found[0] if found else None
