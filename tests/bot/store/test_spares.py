"""Several processes on one database: a lock of the writing connection decides which of them plays."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from bot.store import postgresql, spare
from bot.store.addresses import read_url
from bot.store.clusters import Cluster
from bot.store.errors import BadDatabase, NotSaved, Unclear
from bot.store.lock import InUse, alone_on
from bot.store.migrate import HEAD
from bot.store.postgresql import PostgresTransactions
from bot.store.rows import Change
from bot.store.spare import Spare
from bot.store.store import Store
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import entry, later, lobby, running, turn
from tests.bot.store.wire import Wire
from tests.postgresql import Server, needs_server, server


@pytest.fixture
def there() -> Server:
    needs_server()
    return server()


@pytest.fixture
def name(there: Server) -> Iterator[str]:
    """Give a separate database, because a server releases the locks of cut connections late."""
    with there.fresh("blank") as made:
        yield made


@pytest.fixture
def url(there: Server, name: str) -> str:
    return there.url(name)


def taken(url: str, clusters: int = 1) -> PostgresTransactions:
    """Return a free cluster for a process that asks for one."""
    found = Spare(read_url(url), clusters).look()
    assert isinstance(found, PostgresTransactions), found
    return found


def refused(url: str, clusters: int = 1) -> str:
    """Return the reason why no cluster is free."""
    waiting = Spare(read_url(url), clusters)
    found = waiting.look()
    waiting.let_go()
    assert isinstance(found, str)
    return found


@asynccontextmanager
async def playing(url: str, transactions: PostgresTransactions | None = None) -> AsyncIterator[Store]:
    """Open the store of a process that holds a cluster."""
    store = await Store.open(url, lambda: NOW, transactions or taken(url))
    yield store
    await store.close()


async def cut(there: Server, store: Store) -> None:
    """End the writing connection, and no other."""
    transactions = store._transactions
    assert isinstance(transactions, PostgresTransactions)
    assert transactions._connection is not None
    there.say(f"SELECT pg_terminate_backend({transactions._connection.info.backend_pid}, 5000)")


async def test_a_process_that_lost_its_connection_takes_its_cluster_again(url: str, there: Server) -> None:
    async with playing(url) as store:
        await store.commit(Change(lobby()))
        await cut(there, store)
        await store.commit(Change(later(lobby())))
        assert refused(url) == spare.NONE_FREE


async def test_who_plays_notices_a_lost_connection_before_a_spare_does(url: str, there: Server) -> None:
    async with playing(url, held := taken(url)) as store:
        waiting = Spare(read_url(url), 1)
        await cut(there, store)
        assert waiting.look() == spare.JUST_LEFT
        for _ in range(2):  # The first call notices that the connection ended, the second makes another.
            held._look_after()
        assert waiting.look() == spare.NONE_FREE
        waiting.let_go()
    assert postgresql.LOOKS_EVERY * 2 < spare.PERIOD


async def test_where_the_connection_that_writes_is_ended_nobody_else_writes_beside(
    url: str, there: Server
) -> None:
    async with playing(url) as first:
        await first.commit(turn(running(), 1))
        await cut(there, first)
        waiting = Spare(read_url(url), 1)
        assert waiting.look() == spare.JUST_LEFT
        found = waiting.look()
        assert isinstance(found, PostgresTransactions)
        async with playing(url, found) as second:
            with pytest.raises(NotSaved):
                await first.commit(turn(running(), 2))
            await second.commit(turn(running(), 2))
        # The lock is free again, but the first process has outdated data about its games.
        with pytest.raises(NotSaved):
            await first.commit(turn(running(), 3))
        await asyncio.wait_for(first.overtaken(), 5)
        assert await first.entries("HM7KPX") == [entry(1), entry(2)]


async def test_who_was_overtaken_before_the_answer_came_is_told_that_it_is_not_known(
    url: str, there: Server, name: str
) -> None:
    wire = Wire(there.port)
    held = taken(url.replace(str(there.port), str(wire.port)))
    async with playing(url, held) as first:
        await first.commit(turn(running(), 1))
        take_again = held._take_again

        def overtaken_first(connection: postgresql.Connection) -> None:
            there.say("UPDATE clusters SET holding = 7", name)
            take_again(connection)

        held._take_again = overtaken_first  # type: ignore[method-assign]
        wire.lose_answer_to(b"COMMIT\0")
        with pytest.raises(Unclear):
            await first.commit(turn(running(), 2))
        with pytest.raises(NotSaved):
            await first.commit(turn(running(), 3))
    wire.close()


async def test_a_commit_whose_answer_is_lost_is_known_by_a_number_of_the_process(
    url: str, there: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(there.port)
    # Simulate a server that gave the transaction's number to another, committed transaction.
    monkeypatch.setattr(postgresql, "_STATUS", "SELECT 'committed', %s")
    async with playing(url, taken(url.replace(str(there.port), str(wire.port)))) as store:
        await store.commit(turn(running(), 1))
        wire.lose_answer_to(b"COMMIT\0")
        await store.commit(turn(running(), 2))
        wire.lose_answer_to(b"READ COMMITTED\0")
        await store.commit(turn(running(), 3))
        assert await store.entries("HM7KPX") == [entry(number) for number in (1, 2, 3)]
    wire.close()


async def test_a_process_that_left_in_order_is_replaced_at_once(url: str) -> None:
    async with playing(url):
        pass
    async with playing(url):
        pass


def test_each_process_takes_another_cluster_and_one_more_waits(url: str) -> None:
    held = [taken(url, 2), taken(url, 2)]
    assert [one.cluster for one in held] == [Cluster(0, 2), Cluster(1, 2)]
    assert refused(url, 2) == spare.NONE_FREE
    for one in held:
        asyncio.run(one.close())


def test_processes_that_count_clusters_otherwise_wait(url: str) -> None:
    held = taken(url, 2)
    assert refused(url, 4) == spare.OTHER_CLUSTERS.format(2)
    asyncio.run(held.close())


def test_a_command_that_needs_the_database_for_itself_is_refused_while_anybody_plays(url: str) -> None:
    held = taken(url, 2)
    with pytest.raises(InUse, match=r"process \d+ on"), alone_on(url):
        pass
    asyncio.run(held.close())
    with alone_on(url):
        assert refused(url) == spare.NOT_NOW


async def test_who_lost_its_connection_does_not_come_back_after_a_command(url: str, there: Server) -> None:
    async with playing(url) as store:
        await store.commit(Change(lobby()))
        await cut(there, store)
        with alone_on(url):
            pass
        with pytest.raises(NotSaved):
            await store.commit(Change(later(lobby())))


async def test_a_spare_waits_while_the_server_is_away_and_until_it_is_told_to_stop(
    url: str, there: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spare, "PERIOD", 0.01)
    caplog.set_level("INFO")
    held, stopped, heard = taken(url), asyncio.Event(), list[str]()

    def hear(why: str) -> None:
        if heard and heard[-1] == why:
            return
        heard.append(why)
        if why == spare.NONE_FREE:
            there.kill()
        else:
            there.start()
            stopped.set()

    assert await Spare(read_url(url), 1).wait(stopped, hear) is None
    assert heard[0] == spare.NONE_FREE
    assert "cannot be reached" in heard[1]
    assert [text for text in heard if text in caplog.text] == heard
    held._let_go()


# Tables of other versions


def test_tables_of_a_newer_program_are_left_alone(url: str, there: Server, name: str) -> None:
    there.say("UPDATE alembic_version SET version_num = '9.9'", name)
    assert refused(url) == spare.TOO_NEW.format("9.9")


def test_tables_are_made_by_the_first_process(there: Server) -> None:
    with there.fresh() as name:
        asyncio.run(taken(there.url(name)).close())


def test_older_tables_are_brought_up_to_date_when_nobody_plays(url: str, there: Server, name: str) -> None:
    held = taken(url, 2)
    there.say("UPDATE alembic_version SET version_num = '1.3'; DROP TABLE errands", name)
    for table in ("presence", "outages"):
        there.say(f"ALTER TABLE {table} DROP COLUMN cluster, DROP COLUMN clusters", name)
    assert refused(url, 2) == spare.TOO_OLD.format("1.3", HEAD)
    asyncio.run(held.close())
    asyncio.run(taken(url, 2).close())


def test_a_database_that_cannot_be_reached_at_first_is_no_reason_to_wait() -> None:
    waiting = Spare(read_url("postgresql://ann:secret@127.0.0.1:1/games"), 1)
    with pytest.raises(BadDatabase, match="cannot be reached"):
        waiting.look()
