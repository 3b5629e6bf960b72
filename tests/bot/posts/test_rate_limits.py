"""Discord limits requests of one kind within a time. The bot makes as many requests as are allowed."""

from pathlib import Path

import pytest
from discord import RateLimited

from bot.posts.rate_limits import REST, RateLimit
from sandbox import ManualClock
from tests.bot.harbour import bot_in
from tests.sandbox.checked import CheckedSandbox


@pytest.mark.usefixtures("pointed_back")
async def test_threads_are_opened_one_after_the_other_though_discord_counts_them_for_minutes(
    tmp_path: Path,
) -> None:
    async with CheckedSandbox(clock=ManualClock()) as discord, bot_in(discord, tmp_path) as harbour:
        for person in harbour.people("Ann", "Bo"):
            answer = (await harbour.told(await person.slash("/learn", game="privateer"))).text
            assert "could not open a thread" not in answer
        assert len([one for one in discord.world.channels.values() if "thread" in one.kind.name.lower()]) == 2


async def test_without_requests_left_a_long_window_is_not_waited_for() -> None:
    bucket = RateLimit(30)
    async with bucket:
        bucket.limit, bucket.remaining = 2, 1
        bucket.reset_after, bucket.expires = 300.0, bucket._loop.time() + 300
    async with bucket:
        bucket.remaining = 0
        with pytest.raises(RateLimited):
            await bucket.acquire()
        bucket.limit, bucket.remaining = 2, 1


async def test_a_limit_is_forgotten_once_nothing_is_known_of_it_that_a_new_one_would_not_learn() -> None:
    bucket = RateLimit(30)
    now = bucket._loop.time()
    assert not bucket.is_inactive()
    bucket._last_request = now - REST
    assert bucket.is_inactive()
    bucket.reset_after, bucket.expires = 300.0, now + 300
    assert not bucket.is_inactive()
    bucket.expires = now - 1
    assert not bucket.is_inactive()
    bucket._last_request = now - 300
    assert bucket.is_inactive()
    async with bucket:
        bucket._last_request = now - 300
        assert not bucket.is_inactive()
