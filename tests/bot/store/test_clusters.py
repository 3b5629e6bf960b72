"""The games that a process sees in a database of several clusters, and the times when it was away."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import column, literal, select

from bot.store.addresses import read_url
from bot.store.clusters import WHOLE, Cluster, cluster_of
from bot.store.database import transaction, transactions_on
from bot.store.rows import Change, GameRow, LetterRow
from bot.store.schema import games
from bot.store.store import Store
from rules.engine.time_control import TimeControl
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import post, running, turn

CLUSTERS = st.integers(1, 40).flatmap(lambda of: st.builds(Cluster, st.integers(0, of - 1), st.just(of)))
GUILDS = st.integers(0, 2**63 - 1)


@given(GUILDS, st.integers(1, 40), st.integers(1, 500))
def test_a_server_is_in_one_cluster_and_so_is_its_shard(guild: int, of: int, recommended: int) -> None:
    (own,) = [one for one in (Cluster(number, of) for number in range(of)) if one.has(guild)]
    count, shards = own.shards(recommended)
    assert count >= recommended
    assert (guild >> 22) % count in shards


@given(CLUSTERS, CLUSTERS, GUILDS)
def test_clusters_that_were_counted_otherwise_share_servers_or_not(
    one: Cluster, other: Cluster, guild: int
) -> None:
    if one.has(guild) and other.has(guild):
        assert one.shares_with(other)
    assert one.shares_with(other) == any(
        one.has(number << 22) and other.has(number << 22) for number in range(one.of * other.of)
    )
    assert (one.key == other.key) == (one == other)


def test_the_only_cluster_has_the_key_of_before() -> None:
    assert WHOLE.key == 1


async def opened(url: str, cluster: Cluster) -> Store:
    """Open the store of a process of the given cluster."""
    transactions = transactions_on(read_url(url))
    transactions.cluster = cluster
    return await Store.open(url, lambda: NOW, transactions)


@pytest.fixture
async def stores(url: str) -> AsyncIterator[list[Store]]:
    """Open the stores of two processes."""
    found = [await opened(url, Cluster(number, 2)) for number in (0, 1)]
    yield found
    for one in found:
        await one.close()


def test_the_database_finds_the_servers_that_the_program_counts(url: str) -> None:
    with transaction(read_url(url)) as connection:
        for guild in (0, 77, 178389379291488142, 2**63 - 1):
            for of in (2, 3, 16):
                number = cluster_of(guild, of)
                named = select(literal(guild, games.c.guild.type).label("guild")).subquery()
                for each in range(of):
                    found = connection.scalar(
                        select(column("guild"))
                        .select_from(named)
                        .where(Cluster(each, of).where(named.c.guild))
                    )
                    assert found == (guild if each == number else None)


def at(cluster: int, game: str) -> GameRow:
    """Return a running game on a server of one of two clusters. Its time is up."""
    row = running(game, channel=900 + cluster)
    assert row.opening is not None
    opening = row.opening.model_copy(update={"pace": TimeControl(turn=1_000)})
    return replace(row, guild=cluster << 22, opening=opening, pending="play")


async def test_each_process_sees_what_is_due_on_its_own_servers(stores: list[Store]) -> None:
    for number, store in enumerate(stores):
        row = at(number, f"G0000{number}")
        letter = LetterRow(50 + number, 801, row.id, "asked", 1, 1, 10)
        change = turn(row, 1, post(10 + number, row.id))
        await store.commit(replace(change, letters=(letter,)))
        await store.commit(
            Change(replace(change.game, status="over", version=change.game.version + 1, pending=""))
        )
    for number, store in enumerate(stores):
        own = f"G0000{number}"
        assert [one.game for one in await store.due_posts()] == [own]
        assert [one.game for one in await store.letters()] == [own]
        assert await store.unrecorded() == [own]
        backlog = await store.backlog(NOW)
        assert (backlog.posts, backlog.letters) == (1, 1)
        assert len(await store.posts("G00000")) == 1


async def test_games_wait_for_the_process_of_their_server(stores: list[Store]) -> None:
    for number, store in enumerate(stores):
        await store.commit(turn(at(number, f"G0000{number}"), 1))
    assert [await store.pending() for store in stores] == [["G00000"], ["G00001"]]


async def test_each_process_was_away_for_itself(stores: list[Store], url: str) -> None:
    first, second = stores
    await first.be_there(100)
    await second.be_there(150)
    assert [await one.last_there() for one in stores] == [100, 150]
    await first.be_there(900, away_since=100)
    assert (first.outages.last_ended, second.outages.last_ended) == (900, 0)
    again = await opened(url, Cluster(1, 2))
    assert again.outages.last_ended == 0
    await again.close()
    # The server belongs to the first and the third of four clusters.
    for number, ended in enumerate((900, 0, 900, 0)):
        later = await opened(url, Cluster(number, 4))
        assert later.outages.last_ended == ended
        assert await later.last_there() == (900 if ended else 150)
        await later.close()
    whole = await opened(url, WHOLE)
    assert whole.outages.between(0, 1_000) == 800
    await whole.close()


async def test_deadlines_of_other_processes_games_are_not_put_off(stores: list[Store]) -> None:
    for number, store in enumerate(stores):
        await store.commit(turn(at(number, f"G0000{number}"), 1))
    before = [(await store.awaited_of(802))[0].until for store in stores]
    await stores[0].be_there(500_000, away_since=1_002)
    after = {one.game: one.until for one in await stores[0].awaited_of(802)}
    assert after["G00000"] > before[0] > 0
    assert after["G00001"] == before[1]
