"""The bot counts its own logins, before Discord limits them."""

import asyncio
import logging
from dataclasses import dataclass, field

import pytest

from bot.service.logins import DAY, FREE, PAUSE, Logins, TooManyLogins, patience
from bot.store.addresses import read_url
from bot.store.clusters import Cluster
from bot.store.database import transactions_on
from bot.store.errors import NotSaved
from bot.store.store import Store
from tests.bot.harbour import Harbour
from tests.postgresql import needs_server, server

NOON = 1_790_000_000
LIMIT = 1_000
"""Discord's limit of logins in a day."""


@dataclass
class Day:
    """A clock that advances only while somebody waits."""

    now: int = NOON
    waited: list[float] = field(default_factory=list)

    def clock(self) -> int:
        return self.now

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += int(seconds)


def test_however_often_the_bot_is_started_it_never_logs_in_a_thousand_times_in_a_day() -> None:
    now, times = NOON, list[int]()
    while now < NOON + 3 * DAY:
        now += patience([at for at in times if at > now - DAY], now) or 1
        times.append(now)
    assert all(later - earlier > DAY for earlier, later in zip(times, times[LIMIT - 1 :], strict=False))


def test_a_clock_that_was_put_back_holds_nobody_up_for_long() -> None:
    assert patience([NOON] * FREE, NOON - 10 * DAY) == PAUSE


async def test_logins_are_still_counted_after_a_restart(store: Store, url: str) -> None:
    day = Day()
    for _ in range(3):
        await Logins(store, day.clock).enter()
    await store.close()
    again = await Store.open(url, day.clock)
    assert await again.logins(NOON - DAY) == [NOON] * 3
    day.now += 2 * DAY
    await Logins(again, day.clock).enter()
    assert await again.logins(0) == [day.now]
    await again.close()


async def test_who_has_logged_in_too_often_waits_and_the_log_says_why(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    day = Day()
    logins = Logins(store, day.clock, day.pause)
    for _ in range(FREE):
        await logins.turn()
        await logins.enter()
    assert day.waited == []
    with caplog.at_level(logging.WARNING):
        await logins.turn()
    assert day.waited == [PAUSE]
    assert "logged in 500 times within a day, and at 1,000 Discord takes back the token" in caplog.text
    await logins.enter()


async def test_a_connection_that_breaks_again_and_again_is_not_logged_in_on(store: Store) -> None:
    day = Day()
    logins = Logins(store, day.clock, day.pause)
    for _ in range(FREE):
        await logins.enter()
    with pytest.raises(TooManyLogins):
        await logins.enter()
    assert len(await store.logins(0)) == FREE


async def test_nobody_logs_in_uncounted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: int, **__: int) -> None:
        raise NotSaved("the disk is full")

    monkeypatch.setattr(store, "count_login", fail)
    with pytest.raises(TooManyLogins, match="the disk is full"):
        await Logins(store, Day().clock).enter()


async def test_shards_with_the_same_remainder_log_in_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs_server()
    monkeypatch.setattr("bot.service.logins.BETWEEN", 0.3)
    clock = asyncio.get_running_loop().time
    with server().blank() as url:
        stores = []
        for number in range(3):
            held = transactions_on(read_url(url))
            held.cluster = Cluster(number, 3)
            stores.append(await Store.open(url, lambda: NOON, held))
        entered = list[float]()

        async def enter(store: Store, remainder: int) -> None:
            await Logins(store, Day().clock).enter(remainder)
            entered.append(clock())

        first, second, other = stores
        began = clock()
        await enter(first, 0)
        await asyncio.gather(enter(second, 0), enter(other, 1))
        assert entered[1] - entered[0] < 0.3 <= entered[2] - began
        for store in stores:
            await store.close()


async def test_the_bot_counts_a_login_but_no_session_that_it_takes_up_again(harbour: Harbour) -> None:
    store = harbour.bot.store
    assert len(await store.logins(0)) == 1
    resumed = asyncio.create_task(harbour.bot.wait_for("resumed"))
    harbour.discord.gateway.disconnect()
    await resumed
    assert len(await store.logins(0)) == 1
    await harbour.stop()
    # Discord would refuse a login during the pause, and the bot's second attempt would count, too.
    harbour.discord.limits.forget_logins()
    await harbour.start()
    assert len(await harbour.bot.store.logins(0)) == 2
