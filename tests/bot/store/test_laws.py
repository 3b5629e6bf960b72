"""A store keeps its promises for requests in any order, for any number at a time, and after any power cut.

A burst is a handful of changes and deliveries that wait at the same time. `Ledger` has the expected result,
because it applies a burst one by one to plain dictionaries. In some bursts the disk is copied in the middle
of writing, as a power cut would leave it. The test continues with the copy.
"""

import asyncio
import copy
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Executable

from bot.store.errors import AlreadyDone, ChannelTaken, Conflict
from bot.store.rows import OPEN, Change, GameRow, GameStatus, Member, PostRow
from bot.store.store import Store
from bot.store.transactions import DriverSession, Parameters
from tests.bot.blank import lay_blank
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import ANN, BOB, CID, at_length, entry, post, running
from tests.bot.store.writers import noticing, writing_file
from tests.postgresql import needs_server, server

GAMES = ("CCCCCC", "DDDDDD", "FFFFFF")
INTERACTIONS = range(1, 6)


@dataclass(frozen=True)
class Move:
    """A change of a game. `lag` is the error of the length of the game's journal; only 0 is correct.

    `strays` and `slips` are the errors of the versions of the game and of its post.
    """

    game: str
    channel: int
    status: GameStatus
    members: tuple[Member, ...]
    appends: bool
    lag: int
    strays: int
    slips: int
    interaction: int
    gone: bool

    def on(self, ledger: "Ledger") -> Change:
        length = ledger.lengths.get(self.game, 0) + self.lag
        row = replace(running(self.game, channel=self.channel), status=self.status, members=self.members)
        version = ledger.games[self.game].version + 1 if self.game in ledger.games else 1
        row = replace(at_length(row, length + self.appends), version=version + self.strays)
        told = post(GAMES.index(self.game) + 1, self.game)
        wanted = ledger.posts[told.id].wanted + 1 if told.id in ledger.posts else 1
        told = replace(told, wanted=wanted + self.slips, gone=self.gone)
        return Change(row, entry(length + 1) if self.appends else None, (told,), self.interaction)


@dataclass(frozen=True)
class Delivered:
    """A delivery, with the progress of a post."""

    post: int
    shown: int
    gone: bool

    def on(self, ledger: "Ledger") -> PostRow | None:
        if self.post not in ledger.posts:
            return None  # a post that was never due has no delivery
        return replace(post(self.post), shown=self.shown, message=self.post * 100, gone=self.gone, wanted=99)


@dataclass
class Ledger:
    """The contents that a store must have."""

    games: dict[str, GameRow] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    posts: dict[int, PostRow] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)

    def commit(self, change: Change) -> type[Exception] | None:
        row = change.game
        assert row.position is not None
        if change.interaction in self.seen:
            return AlreadyDone
        if row.position.last - (change.entry is not None) != self.lengths.get(row.id, 0):
            return Conflict
        if row.version != (self.games[row.id].version + 1 if row.id in self.games else 1):
            return Conflict
        if any(
            post.wanted != (self.posts[post.id].wanted + 1 if post.id in self.posts else 1)
            for post in change.posts
        ):
            return Conflict
        others = [game for game in self.games.values() if game.id != row.id and game.status in OPEN]
        if row.status in OPEN and row.channel in [game.channel for game in others]:
            return ChannelTaken
        self.games[row.id] = row
        self.lengths[row.id] = row.position.last
        self.seen |= {change.interaction} - {0}
        for told in change.posts:
            self.tell(told)
        return None

    def tell(self, told: PostRow) -> None:
        old = self.posts.get(told.id, told)
        self.posts[told.id] = replace(told, shown=old.shown, message=old.message, gone=old.gone or told.gone)

    def deliver(self, row: PostRow) -> None:
        old = self.posts[row.id]
        self.posts[row.id] = replace(old, shown=row.shown, message=row.message, gone=old.gone or row.gone)

    def do(self, job: Change | PostRow) -> type[Exception] | None:
        if isinstance(job, Change):
            return self.commit(job)
        self.deliver(job)
        return None


async def contents(store: Store) -> Ledger:
    """Return the contents of the store, after checking its journals."""
    found = Ledger(seen={number for number in INTERACTIONS if await store.seen(number)})
    for game in GAMES:
        journal = await store.entries(game)
        assert journal == [entry(number) for number in range(1, len(journal) + 1)]
        row = await store.game(game)
        if row is not None:
            found.games[game], found.lengths[game] = row, len(journal)
        found.posts |= {told.id: told for told in await store.posts(game)}
    return found


async def check_the_lists(store: Store, ledger: Ledger) -> None:
    """Check that lists over several games agree with the games."""
    rows = ledger.games.values()
    assert {row.id for row in await store.open_games()} == {row.id for row in rows if row.status in OPEN}
    assert {row.id for row in await store.due_posts()} == {row.id for row in ledger.posts.values() if row.due}
    for user in (ANN, BOB, CID):
        awaited = {
            (row.id, seat.seat)
            for row in rows
            for seat in (row.position.awaited if row.position and row.status == "running" else ())
            if seat.seat in row.seats_of(user)
        }
        assert {(seat.game, seat.seat) for seat in await store.awaited_of(user)} == awaited


tables = st.sampled_from(
    [
        (Member(1, ANN, "Ann"), Member(2, BOB, "Bob")),
        (Member(1, ANN, "Ann"), Member(2, CID, "Cid")),
        (Member(1, ANN, "Ann"),),
    ]
)
moves = st.builds(
    Move,
    game=st.sampled_from(GAMES),
    channel=st.integers(1, 3),
    status=st.sampled_from(("running", "running", "paused", "lobby", "ended", "over")),
    members=tables,
    appends=st.booleans(),
    lag=st.sampled_from((0, 0, 0, 0, 0, 0, 1, -1)),
    strays=st.sampled_from((0, 0, 0, 0, 0, 0, 1, -1)),
    slips=st.sampled_from((0, 0, 0, 0, 0, 0, 1, -1)),
    interaction=st.sampled_from((0, 0, *INTERACTIONS)),
    gone=st.sampled_from((False, False, True)),
)
deliveries = st.builds(Delivered, post=st.integers(1, 3), shown=st.integers(0, 4), gone=st.booleans())
bursts = st.tuples(
    st.lists(st.one_of(moves, moves, deliveries), min_size=1, max_size=6),
    st.sampled_from((0, 0, 0, 2, 4, 6, 8, 10, 12, 14)),
)


@asynccontextmanager
async def power_cut(store: Store, path: Path, statement: int) -> AsyncIterator[Path]:
    """Copy the disk just before the store's statement number `statement` from now on (0: never)."""
    image = path.with_name(f"{path.stem}-.db")
    said = count(1)

    def notice(_: str) -> None:
        if next(said) == statement:
            for suffix in ("", "-wal"):
                shutil.copy(f"{path}{suffix}", f"{image}{suffix}")

    with noticing(await writing_file(store), notice):
        yield image


async def deliver(store: Store, post: PostRow) -> None:
    """Store the progress of a post, and wait until it is written."""
    store.note_post(post)
    await store.posts(post.game)


async def do_at_once(store: Store, ledger: Ledger, burst: Sequence[Move | Delivered]) -> list[Ledger]:
    """Make all requests of a burst together. Returns the ledger before each request, and after the last."""
    stages, calls, expected = [copy.deepcopy(ledger)], [], []
    for step in burst:
        job = step.on(ledger)
        if job is not None:
            calls.append(store.commit(job) if isinstance(job, Change) else deliver(store, job))
            expected.append(ledger.do(job))
            stages.append(copy.deepcopy(ledger))
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert [None if result is None else type(result) for result in results] == expected
    return stages


async def play(path: Path, plan: Sequence[tuple[Sequence[Move | Delivered], int]]) -> None:
    store, ledger = await Store.open(f"sqlite:///{path}", lambda: NOW), Ledger()
    try:
        for burst, statement in plan:
            async with power_cut(store, path, statement) as image:
                stages = await do_at_once(store, ledger, burst)
            assert await contents(store) == ledger
            if image.exists():
                await store.close()
                path, store = image, await Store.open(f"sqlite:///{image}", lambda: NOW)
                ledger = await contents(store)
                assert ledger in stages
            await check_the_lists(store, ledger)
    finally:
        await store.close()


async def play_on_server(url: str, plan: Sequence[tuple[Sequence[Move | Delivered], int]]) -> None:
    """Play on a server, which cuts the writing connection at these statements. Nobody must notice."""
    store, ledger = await Store.open(url, lambda: NOW), Ledger()
    try:
        for burst, statement in plan:
            with cut_at(statement):
                await do_at_once(store, ledger, burst)
            assert await contents(store) == ledger
            await check_the_lists(store, ledger)
    finally:
        await store.close()


@contextmanager
def cut_at(statement: int) -> Iterator[None]:
    """End the writing connection at its statement number `statement // 2` from now on (0: never)."""
    said, execute = count(1), DriverSession.execute

    def cut(session: DriverSession, spoken: Executable, values: Parameters) -> object:
        if next(said) == statement // 2:
            session._connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())", None)
        return execute(session, spoken, values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DriverSession, "execute", cut)
        yield


@settings(max_examples=15)
@given(plan=st.lists(bursts, min_size=1, max_size=6))
def test_a_store_on_a_server_does_so_wherever_its_connection_is_cut(
    plan: list[tuple[list[Move | Delivered], int]],
) -> None:
    needs_server()
    with server().blank() as url:
        asyncio.run(play_on_server(url, plan))


@settings(max_examples=30)
@given(plan=st.lists(bursts, min_size=1, max_size=6))
def test_a_store_does_what_doing_one_thing_after_another_would_do(
    plan: list[tuple[list[Move | Delivered], int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = lay_blank(Path(folder) / "games.db")
        asyncio.run(play(path, plan))
