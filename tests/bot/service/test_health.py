"""The health check for monitoring programs: whether the bot is alive and can work."""

import asyncio
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from prometheus_client import REGISTRY

from bot.service import exporter, health
from bot.service.health import Health
from bot.store.store import Store
from tests.bot.blank import lay_blank
from tests.bot.store.samples import running, turn


@dataclass
class Discord:
    """A connection to Discord whose state a test sets."""

    connected: bool = True
    beats: list[float] = field(default_factory=lambda: [0.1, 0.3])

    def is_connected(self) -> bool:
        return self.connected

    def connections(self) -> list[float]:
        return self.beats


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite:///{lay_blank(tmp_path / 'games.db')}", lambda: 0)
    yield opened
    await opened.close()


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def seen(store: Store, discord: Discord) -> Health:
    """Return what the health check knows after it has checked the bot."""
    found = Health()
    watching = asyncio.create_task(found.watch(store, discord, period=0.001))
    await asyncio.sleep(0.2)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    return found


def number(name: str) -> float | None:
    return REGISTRY.get_sample_value(f"harbourmaster_{name}")


def test_a_bot_that_was_just_started_is_alive_and_not_ready() -> None:
    assert Health().stuck() == ()
    assert Health().troubles() == ("It is starting.",)


async def test_a_bot_that_can_do_its_work_is_ready(store: Store) -> None:
    assert (await seen(store, Discord())).troubles() == ()
    assert (number("gateway_connections"), number("gateway_seconds")) == (2, 0.3)
    assert (number("overdue"), number("overdue_seconds")) == (0, 0)


async def test_a_bot_that_discord_does_not_reach_is_not_ready(store: Store) -> None:
    found = await seen(store, Discord(connected=False, beats=[]))
    assert found.troubles() == ("Discord does not reach it on all connections.",)
    assert found.stuck() == ()
    assert number("gateway_connections") == 0


async def test_a_bot_whose_database_does_not_answer_is_not_ready(store: Store) -> None:
    await store.close()
    assert (await seen(store, Discord())).troubles() == ("The database does not answer.",)


@pytest.mark.parametrize(("late", "is_ready"), [(30, True), (90, False)])
async def test_a_deadline_that_nobody_acts_on_is_told(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: int, is_ready: bool
) -> None:
    await store.commit(turn(running(), 1))
    deadline = 100_000
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("UPDATE awaited SET until = ?", (deadline,))
        database.commit()
    monkeypatch.setattr(time, "time", lambda: deadline + late)
    found = await seen(store, Discord())
    told = () if is_ready else (f"A deadline passed {late} s ago, and nothing was done.",)
    assert found.troubles() == told
    assert (number("overdue"), number("overdue_seconds")) == (1, late)


async def test_what_breaks_while_it_is_looked_at_is_told_and_looked_at_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Discord(beats=None)  # type: ignore[arg-type]
    found = await seen(store, broken)
    assert found.troubles() == ("The check failed; the log says why.",)
    assert found.stuck() == ()
    assert caplog.text.count("could not be checked") > 1


async def test_a_bot_whose_loop_does_not_move_is_not_alive(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await seen(store, Discord())
    later = time.monotonic() + health.STUCK + 5
    monkeypatch.setattr(time, "monotonic", lambda: later)
    (told,) = found.stuck()
    assert told.startswith("The event loop has not moved for 3")
    assert found.troubles() == found.stuck()


async def test_each_page_answers_with_its_status(
    store: Store, unused_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await seen(store, Discord())
    with exporter.shown(unused_port, found):
        assert await asyncio.to_thread(page, unused_port, "healthz") == (200, "alive\n")
        assert await asyncio.to_thread(page, unused_port, "readyz?verbose") == (200, "ready\n")
        status, text = await asyncio.to_thread(page, unused_port, "metrics")
        assert (status, "harbourmaster_overdue 0.0" in text) == (200, True)
        for other in ("", "metrics/", "favicon.ico", "healthz/../metrics"):
            assert (await asyncio.to_thread(page, unused_port, other))[0] == 404
        monkeypatch.setattr(found, "_troubles", ("One.", "Another."))
        assert await asyncio.to_thread(page, unused_port, "readyz") == (503, "One.\nAnother.\n")
        assert await asyncio.to_thread(page, unused_port, "healthz") == (200, "alive\n")
        monkeypatch.setattr(found, "_moved", time.monotonic() - 60)
        assert (await asyncio.to_thread(page, unused_port, "healthz"))[0] == 503


def page(port: int, path: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()
