"""The bot reads and writes all games through a `Store`.

    await migrate(url)
    store = await Store.open(url, time.time)
    await store.commit(Change(game, entry, posts, interaction))
    await store.close()

When `commit` returns, the change is on the disk and survives any crash. When `commit` raises `Unclear`, the
change was stored completely or not at all. After any other error, nothing has changed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
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
    true,
)
from sqlalchemy.exc import SQLAlchemyError

from bot.store import writing
from bot.store.addresses import PATIENCE, read_url
from bot.store.clusters import WHOLE, Cluster, cluster_of
from bot.store.codecs import Fetched
from bot.store.columns import (
    GAMES,
    POST,
    PREFERENCES,
    SERVER,
    read_entry,
    read_finished,
    read_games,
    read_journal,
    read_result,
)
from bot.store.database import reading_engine, transactions_on
from bot.store.db_errors import is_damage, may_pass, report
from bot.store.errors import AlteredJournal, Damaged, NotRead, StoreError
from bot.store.ids import PostIds, Seconds, game_id
from bot.store.migrate import ready
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
    errands,
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
from bot.store.transactions import Alone, Transactions
from bot.store.writer import Writer
from rules.engine.entry import EntryKind, Role

END_OF_TIME = 2**63 - 1

READERS = 3
"""The number of connections for reads."""

PAUSE = 0.05
"""The seconds before a failed read is retried."""

HANDFUL = 20
"""The maximum number of rows that are decoded in the event loop. More rows are decoded in a thread."""

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_COUNTING = frozenset({"first", "last", "entry"})
"""The columns with numbers of entries, from which people could count secret entries."""

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
_POSTS = select(posts).order_by(posts.c.game, posts.c.id)


class Store:
    """All games in one database. All tasks of one event loop may share a store."""

    def __init__(
        self,
        url: URL,
        clock: Seconds,
        last_post: int,
        known: Outages,
        wishes: PreferenceBook,
        servers: ServerBook,
        transactions: Transactions,
    ) -> None:
        """Call `Store.open` instead."""
        self._reading = reading_engine(url, READERS)
        self._readers = asyncio.Semaphore(READERS)
        self._transactions = transactions
        self.cluster = transactions.cluster
        self._ours = self.cluster.where(games.c.guild)
        self._writer: Writer[writing.Job] = Writer(self._transactions, writing.write)
        self._post_ids = PostIds(clock, last_post)
        self.outages = known
        self.wishes = wishes
        self.servers = servers
        self.listeners: list[Callable[[str], None]] = []
        """Functions that are called with a game's id after the game or the delivery of its posts changed."""
        self._setting_up = asyncio.Lock()
        self._changed: set[str] = set()
        self._outage_since = False
        """Whether an outage has moved deadlines since the last call of `changed_servers`."""
        self._closed = False

    @classmethod
    async def open(cls, url: str, clock: Seconds, transactions: Transactions | None = None) -> "Store":
        """Open an up-to-date database (see `bot.store.migrate`). Raises BadDatabase.

        `transactions` write for the cluster of the process, by default for all servers.
        """
        address = read_url(url)
        session = transactions or transactions_on(address)
        known = await asyncio.to_thread(_beginning, address, session.cluster)
        return cls(address, clock, *known, session)

    async def overtaken(self) -> None:
        """Wait until another process has taken the cluster of this process."""
        await self._transactions.overtaken()

    async def close(self) -> None:
        """Finish all accepted writes, then close the database."""
        self._closed = True
        await self._writer.close()
        # Once all slots for reads are taken here, no read is in progress.
        for _ in range(READERS):
            await self._readers.acquire()
        await self._reading.dispose()
        for _ in range(READERS):
            self._readers.release()

    # Games

    async def game(self, game: str) -> GameRow | None:
        """Return the game with the id `game`."""
        return _first(await self._games(games.c.id == game))

    async def open_game_in(self, channel: int) -> GameRow | None:
        """Return the open game of a channel; `None` if there is none."""
        return _first(await self._games(games.c.channel == channel, is_open))

    async def latest_game_in(self, channel: int) -> GameRow | None:
        """Return the open game of a channel, or else the channel's last changed game."""
        latest = (
            select(games.c.id)
            .where(games.c.channel == channel)
            .order_by(is_open.desc(), games.c.updated.desc(), games.c.created.desc())
            .limit(1)
        )
        return _first(await self._games(games.c.id == latest.scalar_subquery()))

    async def begun_games_in(self, channel: int, most: int) -> list[KnownGame]:
        """Return at most `most` begun games of a channel, last changed first."""
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
        """Return the id of the channel's game to which the post `message` belongs; empty if there is none."""
        await self._writer.noted()
        there = select(posts.c.game).join(games, games.c.id == posts.c.game).where(games.c.channel == channel)
        telling = there.where(posts.c.message == message).limit(1)
        return _first(await self._read(telling, _first_columns)) or ""

    async def games_of(self, user: int) -> list[GameRow]:
        """Return the readable open games in which the user has a seat, oldest first."""
        theirs = select(members.c.game).where(members.c.user == user)
        return await self._sound_games(games.c.id.in_(theirs), is_open)

    async def open_games(self) -> list[GameRow]:
        """Return all open games, oldest first."""
        return await self._games(is_open)

    async def open_on_server(
        self, guild: int, most: int, *, creator: int = 0, id_from: str = "", slugs: Collection[str] = ()
    ) -> list[OpenGame]:
        """Return at most `most` open games of a server, newest first.

        The games have a slug in `slugs`, or an id that begins with `id_from`. If `creator` is not 0, the user
        `creator` opened these games.
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
        """Return at most `most` open games of a server and the id of each game's newest message.

        The last changed game comes first. An id is 0 before a message is sent. Unreadable games are omitted.
        """
        await self._writer.noted()
        order = (games.c.updated.desc(), games.c.created, games.c.id)
        latest = select(games.c.id).where(games.c.guild == guild, is_open).order_by(*order).limit(most)
        found = {row.id: row for row in await self._sound_games(games.c.id.in_(latest))}
        told = and_(posts.c.kind.in_(["lobby", "turn"]), posts.c.game.in_(found), not_(posts.c.gone))
        newest = select(posts.c.game, func.max(posts.c.message)).where(told).group_by(posts.c.game)
        messages = dict(await self._read(newest, _each(tuple)))
        ordered = sorted(found.values(), key=lambda row: (-row.updated, row.created, row.id))
        return [(row, messages.get(row.id, 0)) for row in ordered]

    async def open_channels_of(self, guild: int) -> list[int]:
        """Return the channels of a server's open games."""
        there = select(games.c.channel).where(games.c.guild == guild, is_open)
        return await self._read(there, _first_columns)

    async def count_open(self, creator: int, guild: int) -> OpenGames:
        """Count the open games that the user `creator` has opened, and those on the server `guild`."""
        number = func.count()
        own = select(number).where(games.c.creator == creator, is_open)
        lobbies = own.where(games.c.status == "lobby")
        there = select(number).where(games.c.guild == guild, is_open)
        own_there = there.where(games.c.creator == creator)
        counts = select(*(count.scalar_subquery() for count in (lobbies, own, there, own_there)))
        (found,) = await self._read(counts, _each(lambda row: OpenGames(*row)))
        return found

    async def awaited_of(self, user: int) -> list[AwaitedRow]:
        """Return the user's awaited seats in running games, most urgent first."""
        return await self._awaited(members.c.user == user)

    async def overdue(self, now: int) -> list[AwaitedRow]:
        """Return the seats whose time is up, most overdue first."""
        return await self._awaited(has_deadline, awaited.c.until <= now, self._ours)

    async def asked_before(self, time: int) -> list[AwaitedRow]:
        """Return the seats with a deadline that were asked before `time`, nearest deadline first."""
        return await self._awaited(has_deadline, awaited.c.since < time, self._ours)

    async def backlog(self, now: int) -> Backlog:
        """Return the backlog of deadlines, posts and direct messages at the time `now`."""
        number = func.count()
        late = and_(has_deadline, awaited.c.until <= now, self._of_ours(awaited.c.game))
        counts = (
            select(number).select_from(awaited).where(late),
            select(func.coalesce(func.min(awaited.c.until), 0)).where(late),
            select(number).select_from(posts).where(is_due, self._of_ours(posts.c.game)),
            select(number).select_from(letters).where(letters.c.at <= now, self._of_ours(letters.c.game)),
        )
        found = select(*(count.scalar_subquery() for count in counts))
        (backlog,) = await self._read(found, _each(lambda row: Backlog(*row)))
        return backlog

    async def pending(self) -> list[str]:
        """Return the ids of games in which the bot must act automatically, oldest change first."""
        found = select(games.c.id).where(is_pending, self._ours).order_by(games.c.updated)
        return await self._read(found, _first_columns)

    # People

    async def games_that_know(self, user: int) -> list[GameRow]:
        """Return all games that hold anything about the user, oldest first."""
        seated = select(members.c.game).where(members.c.user == user)
        # Discord's ids are so long that no other number contains them.
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
        """Return the rows about the user outside games, by table name, without columns of entry numbers."""
        found = {}
        for table in writing.OF_PEOPLE:
            of_user = select(table).where(table.c.user == user)
            rows = await self._read(of_user, _each(lambda row: row._asdict()))
            found[table.name] = [{key: row[key] for key in row if key not in _COUNTING} for row in rows]
        return found

    async def forget(self, user: int, games: Collection[str]) -> None:
        """Delete all rows about the user outside games, and call `unname` for `games`. Raises NotSaved."""
        left = writing.leave(self._for_others("forget", user))
        await self._writer.do([*writing.part(user), *writing.unname(games), *left])
        self.wishes.drop(user)
        await self._transactions.wipe()

    async def unname(self, games: Collection[str]) -> None:
        """Replace the descriptions of all boards of `games`, which may contain names. Raises NotSaved."""
        await self._writer.do(writing.unname(games))
        await self._transactions.wipe()

    async def planned(self, now: int) -> list[AwaitedRow]:
        """Return the seats whose plans are due, most urgent first."""
        return await self._awaited(has_plan, awaited.c.planned <= now, self._ours)

    async def to_remind(self, now: int) -> list[AwaitedRow]:
        """Return the seats whose reminders are due, most urgent first."""
        return await self._awaited(is_reminded, awaited.c.remind <= now, self._ours)

    async def wish(self, wanted: Preferences, told_from: int = END_OF_TIME) -> None:
        """Store preferences. Make the person's messages due at `told_from` at the latest. Raises NotSaved."""
        left = writing.leave(self._for_others("wishes", wanted.user))
        await self._writer.do([*writing.wish(wanted, told_from), *left])
        self.wishes.put(wanted)

    async def reread_wishes(self, user: int) -> None:
        """Read the preferences of a user again, because another process changed them. Raises NotRead."""
        found = await self._read(select(wishes).where(wishes.c.user == user), _each(PREFERENCES.read))
        if found:
            self.wishes.put(found[0])
        else:
            self.wishes.drop(user)

    async def letters(self, now: int = END_OF_TIME) -> list[LetterRow]:
        """Return the direct messages that are due at the time `now`, in the order of their ids."""
        due = select(letters).where(letters.c.at <= now, self._of_ours(letters.c.game))
        found = await self._read(due, _each_as(LetterRow))
        return sorted(found, key=lambda one: one.id)

    async def told(self, done: Iterable[LetterRow]) -> None:
        """Delete direct messages that were sent or are out of date. Raises NotSaved."""
        await self._writer.do(writing.told(done))

    async def last_look(self, user: int, game: str) -> Look | None:
        """Return the last entry of the game that the user was shown; `None` if no entry was shown."""
        theirs = select(looks).where(looks.c.user == user, looks.c.game == game)
        return _first(await self._read(theirs, _each_as(Look)))

    async def note_look(self, look: Look) -> None:
        """Store that a user was shown what happened in a game. Raises NotSaved."""
        await self._writer.do(writing.look(look))

    # Servers

    async def set_up(self, guild: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Change the settings of a server with `change`, store the result, and return it. Raises NotSaved."""
        # Without the lock, two changes at the same time could start from the same settings.
        async with self._setting_up:
            settings = change(self.servers.of(guild))
            await self._writer.do(writing.settings(settings))
            self.servers.put(settings)
            return settings

    async def changed_servers(self) -> set[int]:
        """Return the servers on which games or deliveries have changed since the last call.

        An outage adds all servers with dashboards. Without dashboards, no change is recorded.
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
        """Store the results of a finished game in place of earlier results. Raises NotSaved and NotRead.

        Returns the ids of the games whose posts show changed ratings: games of the same kind on the same
        server that did not end earlier. The recorded game itself is included only if `late` is true.
        """
        await self._writer.do(writing.record(game, results, late=late))
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
        """Return the ids of finished games whose results are not stored yet."""
        found = select(unrecorded.c.game).where(self._of_ours(unrecorded.c.game))
        return await self._read(found, _first_columns)

    async def results_on(self, guild: int) -> list[ResultRow]:
        """Return the results of a server's finished games, in the order of their ends."""
        there = _RESULTS.where(results.c.guild == guild)
        ordered = there.order_by(results.c.ended, results.c.game, results.c.seat)
        return await self._read(ordered, _each(read_result))

    async def finished_on(self, guild: int) -> list[FinishedGame]:
        """Return a server's finished games with stored results."""
        theirs = select(results.c.game).where(results.c.guild == guild)
        found = select(games.c.id, games.c.channel, games.c.opening).where(games.c.id.in_(theirs))
        return await self._read(found, _each(read_finished))

    async def origin_of(self, game: str) -> str:
        """Return the source of an imported game; empty for other games."""
        found = select(results.c.origin).where(results.c.game == game).limit(1)
        return _first(await self._read(found, _first_columns)) or ""

    async def results_of(self, user: int) -> list[ResultRow]:
        """Return the user's results in finished games, on all servers."""
        theirs = _RESULTS.where(members.c.user == user)
        return await self._read(theirs.order_by(results.c.ended), _each(read_result))

    async def unlisted(self, users: Sequence[int]) -> frozenset[int]:
        """Return those of `users` who do not want to be in lists of records."""
        found = select(unlisted.c.user).where(unlisted.c.user.in_(users))
        return frozenset(await self._read(found, _first_columns))

    async def list_in_records(self, user: int, *, listed: bool) -> None:
        """Store whether the user wants to be in lists of records. Raises NotSaved."""
        await self._writer.do(writing.listing(user, listed=listed))

    # Journals

    async def entries(self, game: str, after: int = 0) -> list[EntryRow]:
        """Return the game's journal after entry number `after`, in order. Raises AlteredJournal."""
        following = entries.c.number > after
        return await self._read(_ENTRIES.where(entries.c.game == game, following), read_journal)

    async def acts_of(self, game: str, role: Role, kinds: Collection[EntryKind]) -> list[EntryRow]:
        """Return the journal entries that were made in the given role or are of the given kinds, in order."""
        # A text in an entry cannot contain these marks, because its quotation marks are escaped.
        marks = (f'"role":"{role}"', *(f'"kind":"{kind}"' for kind in sorted(kinds)))
        wanted = or_(*(entries.c.entry.contains(mark, autoescape=True) for mark in marks))
        return await self._read(_ENTRIES.where(entries.c.game == game, wanted), _each(read_entry))

    async def entries_before(self, game: str, number: int, most: int) -> list[EntryRow]:
        """Return at most `most` entries of the game's journal before entry `number`, newest first."""
        newest = select(entries).where(entries.c.game == game, entries.c.number < number)
        return await self._read(newest.order_by(entries.c.number.desc()).limit(most), _each(read_entry))

    async def entries_between(self, game: str, first: int, last: int) -> list[EntryRow]:
        """Return the entries `first..last` of the game's journal, in order."""
        between = entries.c.number.between(first, last)
        return await self._read(_ENTRIES.where(entries.c.game == game, between), _each(read_entry))

    # Posts

    async def post(self, post: int) -> PostRow | None:
        """Return the post with the id `post`."""
        return _first(await self._posts(posts.c.id == post))

    async def posts(self, game: str) -> list[PostRow]:
        """Return the game's posts, oldest first."""
        return await self._posts(posts.c.game == game)

    async def posts_since(self, game: str, entry: int) -> list[PostRow]:
        """Return the game's posts that show entry number `entry` or a later entry, oldest first."""
        return await self._posts(posts.c.game == game, posts.c.last >= entry)

    async def turn_after(self, post: PostRow, *, noted: bool = True) -> PostRow | None:
        """Return the game's first post after `post` that shows a turn and can be delivered.

        If `noted` is false, waiting notes are not written first, so the state of delivery may be outdated.
        """
        later = _POSTS.where(posts.c.game == post.game, posts.c.id > post.id, _tells_turns)
        if noted:
            await self._writer.noted()
        return await self._first_post(later)

    async def lobby_after(self, post: PostRow) -> PostRow | None:
        """Return the first post of the game's lobby after `post`, whether it was delivered or not."""
        later = _POSTS.where(posts.c.game == post.game, posts.c.id > post.id, posts.c.kind == "lobby")
        return await self._first_post(later)

    async def turn_before(self, post: PostRow) -> PostRow | None:
        """Return the game's last post before `post` that shows a turn and can be delivered."""
        earlier = select(posts).where(posts.c.game == post.game, posts.c.id < post.id, _tells_turns)
        await self._writer.noted()
        return await self._first_post(earlier.order_by(posts.c.id.desc()))

    async def messages_in(self, channel: int) -> set[int]:
        """Return the message ids of all posts in a channel."""
        await self._writer.noted()
        there = select(posts.c.message).where(posts.c.channel == channel)
        return set(await self._read(there, _first_columns))

    async def posts_at_hand(self, game: str) -> list[PostRow]:
        """Return the posts for players' actions: open reminders and calls, then the newest turn or lobby."""
        # A new turn closes all earlier calls, so open calls are newer than the newest turn.
        tells = select(func.max(posts.c.id)).where(posts.c.game == game, posts.c.kind.in_(TELLING))
        newest = tells.scalar_subquery()
        calls = and_(posts.c.game == game, posts.c.id > newest, posts.c.kind == "call", posts.c.live)
        found = await self._posts(or_(posts.c.id == newest, and_(posts.c.game == game, reminds), calls))
        return sorted(found, key=lambda post: (post.kind not in ASKING, post.id))

    async def due_posts(self, now: int = END_OF_TIME) -> list[PostRow]:
        """Return the posts that must be sent or edited at the time `now`, oldest first within each game."""
        return await self._posts(is_due, posts.c.retry <= now, self._of_ours(posts.c.game))

    async def due_posts_of(self, game: str) -> list[PostRow]:
        """Return the game's posts that must be sent or edited, now or later, oldest first."""
        return await self._posts(is_due, posts.c.game == game)

    async def restored(self) -> list[RestoredRow]:
        """Return the open games whose channels must still be notified of a restore, in the order of ids."""
        owed = select(restored).where(self._of_ours(restored.c.game)).order_by(restored.c.game)
        return await self._read(owed, _each_as(RestoredRow))

    # Interactions and ids

    async def seen(self, interaction: int) -> bool:
        """Return whether a change with the given interaction was stored."""
        statement = select(interactions.c.id).where(interactions.c.id == interaction)
        return bool(await self._read(statement, list))

    def new_id(self) -> int:
        """Return an id for a new post, which is greater than all earlier ids and has at most 19 digits."""
        return self._post_ids.next()

    async def new_game_id(self) -> str:
        """Return a short unused id that people can read aloud."""
        while True:
            chosen = game_id()
            if not await self._read(select(games.c.id).where(games.c.id == chosen), list):
                return chosen

    # Writing

    async def commit(self, change: Change) -> None:
        """Write a change completely or not at all. The change is durable when this returns.

        Of a post that is stored already, only the content is written, and `gone` if true; see `note_post`.

        Raises AlreadyDone if the change's interaction was already carried out, Conflict if the change does
        not continue the stored data, ChannelTaken if another game is open in its channel, Damaged if the
        database is damaged, and NotSaved if the database failed or the store is closed.
        """
        await self._writer.do(change)
        self._note_changed(change.game.id)

    def note_post(self, post: PostRow) -> None:
        """Store the state of a post's delivery, with the next change or within half a second.

        Only the columns in `PROGRESS` are written, and `gone` if true. A crash may lose the state.
        """
        self._writer.note(writing.delivery(post))
        self._note_changed(post.game)

    async def count_login(self, at: int, forget: int) -> None:
        """Store a login of the bot, and delete logins before the time `forget`. Raises NotSaved."""
        await self._writer.do(writing.login(at, forget))

    async def logins(self, since: int) -> list[int]:
        """Return the times of the bot's logins after `since`, oldest first."""
        statement = select(logins.c.at).where(logins.c.at > since).order_by(logins.c.at)
        return await self._read(statement, _first_columns)

    async def last_there(self) -> int:
        """Return when a process last served servers of this cluster, in seconds since 1970; 0 for never."""
        rows = await self._rows(select(presence))
        here = (row.at for row in rows if self.cluster.shares_with(Cluster(row.cluster, row.clusters)))
        return max(here, default=0)

    async def be_there(self, at: int, away_since: int = 0) -> None:
        """Store that the bot is online at the time `at`.

        If `away_since` is not 0, also store an outage since that time, which moves open deadlines. Raises
        NotSaved.
        """
        await self._writer.do(writing.be_there(at, away_since, self.cluster))
        if away_since:
            self.outages.add(Outage(at, away_since))
            self._outage_since = True

    # Between processes

    async def leave(self, guild: int, kind: writing.ErrandKind, person: int, data: str) -> None:
        """Leave an errand to the process that serves the server `guild`. Raises NotSaved."""
        errand = writing.ClusterErrand(cluster_of(guild, self.cluster.of), kind, person, data)
        await self._writer.do(writing.leave([errand]))

    async def leave_to_others(self, kind: writing.ErrandKind) -> None:
        """Leave an errand to the processes of all other clusters. Raises NotSaved."""
        if left := self._for_others(kind):
            await self._writer.do(writing.leave(left))

    async def errands(self) -> list[writing.ClusterErrand]:
        """Return the errands that were left to this process, oldest first. Raises NotRead."""
        mine = errands.c.cluster % self.cluster.of == self.cluster.number
        return await self._read(
            select(errands).where(mine).order_by(errands.c.id), _each_as(writing.ClusterErrand)
        )

    async def finish(self, errand: writing.ClusterErrand) -> None:
        """Delete a finished errand. Raises NotSaved."""
        await self._writer.do(writing.finish(errand))

    async def hear(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever there may be errands, until the task is cancelled."""
        await self._transactions.hear(writing.ERRANDS, wake)

    def alone(self, what: Alone, number: int) -> AbstractAsyncContextManager[None]:
        """Lock the activity `what`, with its `number`, against all other processes within the block.

        Raises NotSaved if the lock cannot be taken. If one process serves all servers, no lock is taken.
        """
        return self._transactions.alone(what, number)

    def _for_others(self, kind: writing.ErrandKind, person: int = 0) -> tuple[writing.ClusterErrand, ...]:
        return tuple(writing.ClusterErrand(number, kind, person) for number in self.cluster.others)

    def _of_ours(self, game: ColumnElement[str]) -> ColumnElement[bool]:
        """Return the SQL condition that the game with the id `game` is on a server of this process."""
        return true() if self.cluster == WHOLE else game.in_(select(games.c.id).where(self._ours))

    async def forget_interactions(self, age: int) -> None:
        """Delete interactions more than `age` seconds older than the newest interaction. Raises NotSaved."""
        await self._writer.do(writing.forget_interactions(age))

    # How it is read

    async def _games(self, *conditions: ColumnElement[bool]) -> list[GameRow]:
        return await self._read(
            GAMES.where(*conditions), lambda rows: read_games(rows, self.outages, self.wishes)
        )

    async def _sound_games(self, *conditions: ColumnElement[bool]) -> list[GameRow]:
        """Return the games that meet the conditions, except damaged games."""
        rows = await self._rows(GAMES.where(*conditions))
        return await asyncio.to_thread(self._sound, rows)

    def _sound(self, rows: Sequence[Fetched]) -> list[GameRow]:
        found: list[GameRow] = []
        for _, lines in groupby(rows, key=lambda row: row.id):
            try:
                found += read_games(lines, self.outages, self.wishes)
            except Damaged as error:
                log.error("%s", error.detail)  # noqa: TRY400 - nothing is wrong with the code
        return found

    async def _awaited(self, *conditions: ColumnElement[bool]) -> list[AwaitedRow]:
        found = await self._read(_AWAITED.where(*conditions), _each_as(AwaitedRow))
        return sorted(found, key=lambda one: one.urgency)

    async def _posts(self, *conditions: ColumnElement[bool]) -> list[PostRow]:
        await self._writer.noted()
        return await self._read(_POSTS.where(*conditions), _each(POST.read))

    async def _first_post(self, found: Select[*tuple[Any, ...]]) -> PostRow | None:
        return _first(await self._read(found.limit(1), _each(POST.read)))

    async def _read(
        self, statement: Select[*tuple[Any, ...]], decode: Callable[[Sequence[Fetched]], list[Result]]
    ) -> list[Result]:
        """Return the decoded results of a statement. Raises NotRead, Damaged or AlteredJournal."""
        rows = await self._rows(statement)
        try:
            return decode(rows) if len(rows) <= HANDFUL else await asyncio.to_thread(decode, rows)
        except (AlteredJournal, Damaged) as error:
            log.error("%s", error.detail)  # noqa: TRY400 - nothing is wrong with the code
            raise

    async def _found(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Fetched]:
        """Return the rows that a statement finds. If the connection fails, retry for `PATIENCE` seconds."""
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


def _beginning(url: URL, cluster: Cluster) -> tuple[int, Outages, PreferenceBook, ServerBook]:
    """Return the last id of posts and direct messages, the cluster's outages, all preferences and settings.

    Raises BadDatabase if the database cannot be used.
    """
    with ready(url) as connection:
        last_post = connection.scalar(select(func.max(posts.c.id))) or 0
        last_letter = connection.scalar(select(func.max(letters.c.id))) or 0
        known = [
            Outage(row.ended, row.began)
            for row in connection.execute(select(outages)).all()
            if cluster.shares_with(Cluster(row.cluster, row.clusters))
        ]
        wished = PreferenceBook(map(PREFERENCES.read, connection.execute(select(wishes)).all()))
        chosen = ServerBook(map(SERVER.read, connection.execute(select(servers)).all()))
        return max(last_post, last_letter), Outages(known), wished, chosen


async def read_due(what: str, reading: Awaitable[Result]) -> Result | None:
    """Return the result of `reading`. If the store fails, log a warning about `what` and return `None`."""
    try:
        return await reading
    except StoreError as error:
        log.warning("%s cannot be read at the moment: %s", what, error)
        return None


def _each(decode: Callable[[Fetched], Result]) -> Callable[[Sequence[Fetched]], list[Result]]:
    return lambda rows: [decode(row) for row in rows]


def _each_as(kind: type[Result]) -> Callable[[Sequence[Fetched]], list[Result]]:
    """Return a decoder of rows whose columns are the fields of the class `kind`."""
    return _each(lambda row: kind(**row._asdict()))


def _known_games(rows: Sequence[Fetched]) -> list[KnownGame]:
    """Return the games from rows that hold one member each. The rows of a game must be adjacent."""
    found: list[KnownGame] = []
    for _, group in groupby(rows, key=lambda row: row.id):
        members_of = list(group)
        game = members_of[0]
        names = tuple(row.name for row in members_of)
        found.append(KnownGame(game.id, game.slug, game.status, game.updated, names))
    return found


def _first_columns(rows: Sequence[Fetched]) -> list[Any]:
    return [row[0] for row in rows]


def _first(found: list[Result]) -> Result | None:
    return found[0] if found else None
