"""The clock acts once, even if the bot dies at a commit or two clocks run at the same time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.sessions.timekeeper import Timekeeper
from bot.store.errors import NotSaved
from bot.store.rows import Change
from tests.bot.direct_messages.test_letters import direct, letters
from tests.bot.harbour import Harbour
from tests.bot.sessions.test_reminders import DAY, HOUR, at, by_the_day, reminders


def dying(
    commit: Callable[[Change], Awaitable[None]], *, stored: bool
) -> Callable[[Change], Awaitable[None]]:
    """Return a commit that fails as if the bot died, after the change is stored or without storing it."""

    async def die(change: Change) -> None:
        if stored:
            await commit(change)
        raise NotSaved("killed")

    return die


@pytest.mark.parametrize("stored", [False, True], ids=["before it is stored", "after it is stored"])
async def test_reminder_letter_and_deadline_happen_once_over_kills(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, bo)
    begun = await by_the_day(harbour, ann, bo)

    async def killed_at(time: int) -> None:
        """Let the clock work at a time, die at the commit, and work again after a restart."""
        await at(harbour, monkeypatch, time - 1)
        store = harbour.bot.store
        with monkeypatch.context() as patched:
            patched.setattr(store, "commit", dying(store.commit, stored=stored))
            await _work(harbour, monkeypatch, time)
        await harbour.restart()
        for _ in range(2):
            await _work(harbour, monkeypatch, time)
        await harbour.delivered()

    await killed_at(begun + 12 * HOUR)
    assert len(reminders(harbour)) == 1
    await killed_at(begun + DAY)
    assert [line.entry.kind for line in await harbour.journal()].count("timeout") == 1
    assert await harbour.awaited() is bo
    assert len(await letters(harbour, bo)) == 1
    await killed_at(begun + DAY + 12 * HOUR)
    assert len(await letters(harbour, bo)) == 2
    assert reminders(harbour) == []

    # Two clocks run at the same time. The store accepts the change of only one clock.
    await at(harbour, monkeypatch, begun + 2 * DAY)
    other = Timekeeper(harbour.bot.tables, lambda: True)
    assert harbour.bot.timekeeper is not None
    await asyncio.gather(harbour.bot.timekeeper.look(), other.look())
    assert [line.entry.kind for line in await harbour.journal()].count("timeout") == 2


async def _work(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, time: int) -> None:
    """Let the clock do everything that is due at a time."""
    await at(harbour, monkeypatch, time)
    assert harbour.bot.timekeeper is not None
    await harbour.bot.timekeeper.look()
    await harbour.calm()
