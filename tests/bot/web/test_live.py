"""Spectators get all news of a game immediately, and each board is drawn only once."""

import asyncio
from functools import partial

import pytest

from bot.posts.pictures import Pictures
from bot.sessions.table import Table
from bot.store.rows import GameRow
from bot.web import live
from rules.engine.entries import Timeout
from rules.engine.match import TIMEOUT, Advance, Match
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import switch_on, visitor


@pytest.mark.usefixtures("announced")
async def test_watchers_see_a_turn_and_it_is_drawn_once_for_all(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[object]()
    draw = Pictures._draw

    def counted(*given: object) -> object:
        drawn.append(given)
        return draw(*given)  # type: ignore[arg-type]

    async with visitor(watched.port, "192.0.2.8") as fay:
        async with watched.eve.live(watched.page) as one, fay.live(watched.page) as other:
            assert await one.heard() == await other.heard()
            monkeypatch.setattr(Pictures, "_draw", counted)
            await watched.sail("b N4@F2")
            state = await one.heard()
            assert await other.heard() == state
        page = await watched.get()
        assert state in page.headers["ETag"]
        assert "Bo sailed N4 to F6" in page.text
        for person in (watched.eve, fay):
            assert (await person.get(f"{watched.page}/4.png")).status == 200
    # Spectators get the same picture as the channel.
    assert len(drawn) == 1


async def test_who_comes_back_hears_what_they_missed_and_nothing_twice(watched: Watched) -> None:
    async with watched.eve.live(watched.page) as stream:
        known = await stream.heard()
    async with watched.eve.live(watched.page, known) as stream:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(stream.heard(), 1.0)
    await watched.sail("b N4@F2")
    async with watched.eve.live(watched.page, known) as stream:
        assert await stream.heard() != known


async def test_watchers_find_a_bot_that_was_started_again(watched: Watched) -> None:
    async with watched.eve.live(watched.page) as stream:
        known = await stream.heard()
        await watched.harbour.stop()
        assert await stream.heard() == ""
    await watched.harbour.start()
    # After the restart, the game's address and page are the same.
    async with watched.eve.live(watched.page, known) as stream:
        await watched.sail("b N4@F2")
        assert await stream.heard() != known


async def test_watchers_of_a_game_that_is_switched_off_are_let_go(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert live.PERIOD < 60
    async with watched.eve.live(watched.page) as stream:
        await stream.heard()
        await switch_on(watched.harbour, web=False)
        watched.feeds.hear((await watched.harbour.table()).row.id)
        assert await stream.heard() == ""
    async with watched.eve.live(watched.page) as stream:
        assert stream.status == 404
    await watched.harbour.until(lambda: not watched.feeds.watched)


async def test_what_nobody_may_notice_is_not_heard(watched: Watched) -> None:
    """A plan, a wish or a reminder changes the game's row, but not its page."""
    async with watched.eve.live(watched.page) as stream:
        await stream.heard()
        table = await watched.harbour.table()
        await table.set_right(lambda row: row)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(stream.heard(), 1.5)


async def skip(table: Table, now: int) -> None:
    await table.advance(partial(skipped, table.match.position.awaited[0].seat, now), 0)


def skipped(seat: int, now: int, _: GameRow, match: Match) -> Advance:
    return match.enter(Timeout(seat), TIMEOUT, now)


async def test_turns_that_follow_each_other_are_announced_together(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CALM", 3600.0)  # longer than any machine needs for three turns
    async with watched.eve.live(watched.page) as stream:
        before = await stream.heard()
        table, now = await watched.harbour.table(), watched.harbour.bot.now()
        await skip(table, now)
        ((name, feed),) = watched.feeds._feeds.items()
        waiting = feed.task
        assert waiting is not None
        await skip(table, now)
        await skip(table, now)
        assert feed.task is waiting
        waiting.cancel()
        await watched.feeds._look(name, feed)
        state = await stream.heard()
        assert state != before
        assert state in (await watched.get()).headers["ETag"]
