"""Metrics of the bot for a host's Prometheus, counted in a played turn and read over HTTP."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot.service import exporter
from bot.service.config import Settings, SettingsProblem
from bot.service.health import Health
from sandbox import ManualClock, Persona, RateLimits, Sandbox
from tests.bot.harbour import HURRY, PATIENCE
from tests.bot.lobbies import in_lobby
from tests.bot.program import Program
from tests.sandbox.checked import CheckedSandbox

LABELS = {
    "game": {"port_flower"},
    "kind": {"start", "act", "application_command", "autocomplete", "component", "modal_submit"},
    "outcome": {"delivered", "failed", "refused", "gone", "sent", "closed"},
    "status": {"401", "403", "429"},
    "level": {"debug", "info", "warning", "error", "critical"},
}
"""The possible values of labels after some play. They identify neither people nor races."""


@pytest.fixture
def port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number: int = listener.getsockname()[1]
        return number


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(
        clock=ManualClock(datetime.now(UTC)), limits=RateLimits(hurry=HURRY)
    ) as sandbox:
        yield sandbox


@pytest.fixture
async def program(discord: Sandbox, tmp_path: Path, port: int) -> AsyncIterator[Program]:
    """Run a bot with metrics."""
    running = Program(discord, tmp_path / "games.db", METRICS_PORT=str(port))
    await running.start()
    yield running
    running.kill()
    await running.gone()


async def play_a_turn(ann: Persona, bo: Persona) -> None:
    """Start a race, and let the players move until the turn is over."""
    await (await ann.slash("/play", game="port_flower", preset="wild")).settled()
    await (await bo.slash("/game join")).settled()
    await (await in_lobby(ann, ann.home, "start")).settled()
    for person in (ann, bo):
        for _ in range(2):
            for _, action in (await person.complete("/game do", focused="action", action="move"))[:1]:
                await (await person.slash("/game do", action=str(action))).settled()


async def read(port: int) -> list[Metric]:
    """Return the text that Prometheus reads."""
    async with aiohttp.ClientSession() as visitor, visitor.get(f"http://127.0.0.1:{port}/metrics") as page:
        assert page.status == 200
        return list(text_string_to_metric_families(await page.text()))


def total(found: Iterable[Metric], name: str, **labels: str) -> float:
    """Return the sum of the samples with the given name and labels."""
    samples = [sample for metric in found for sample in metric.samples if sample.name == name]
    return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())


async def calm(discord: Sandbox, port: int) -> list[Metric]:
    """Return the metrics when nothing is in progress any more."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await read(port)
            if not any(total(found, f"harbourmaster_{name}") for name in ("interactions", "outbox_games")):
                return found


async def test_a_played_turn_is_counted(discord: Sandbox, program: Program, port: int) -> None:
    await play_a_turn(discord.persona("Ann"), discord.persona("Bo"))
    found = await calm(discord, port)
    assert total(found, "harbourmaster_entries_total", game="port_flower", kind="start") == 1
    assert total(found, "harbourmaster_entries_total", game="port_flower", kind="act") >= 2
    commands = total(found, "harbourmaster_interaction_seconds_count", kind="application_command")
    presses = total(found, "harbourmaster_interaction_seconds_count", kind="component")
    assert presses == 1
    assert commands + presses == len(discord.journal.find("POST", "/interactions/*/callback")) - 4
    assert total(found, "harbourmaster_interaction_seconds_count", kind="autocomplete") == 4
    assert total(found, "harbourmaster_store_seconds_count") >= 5
    assert total(found, "harbourmaster_store_queue") == 0
    assert total(found, "harbourmaster_picture_seconds_count") >= 2
    sent = discord.journal.find("POST", "/channels/*/messages")
    edited = discord.journal.find("PATCH", "/channels/*/messages/*")
    # The answer to a press on the lobby also edits the lobby.
    (press,) = (
        one for one in discord.journal.find("POST", "/interactions/*/callback") if one.body == {"type": 6}
    )
    by_press = discord.journal.find("PATCH", f"/webhooks/*/{press.path.split('/')[3]}/messages/*")
    assert len(by_press) == 1
    delivered = len(sent) + len(edited) + len(by_press)
    assert total(found, "harbourmaster_deliveries_total", outcome="delivered") == delivered
    assert total(found, "harbourmaster_delivery_seconds_count") == delivered
    assert total(found, "harbourmaster_log_lines_total", level="info") >= 3
    assert total(found, "harbourmaster_log_lines_total", level="error") == 0


async def test_labels_tell_nothing_of_people_or_games(discord: Sandbox, program: Program, port: int) -> None:
    await play_a_turn(discord.persona("Ann"), discord.persona("Bo"))
    ours = [metric for metric in await read(port) if metric.name.startswith("harbourmaster_")]
    labels = {pair for metric in ours for sample in metric.samples for pair in sample.labels.items()}
    unexpected = {(name, value) for name, value in labels if value not in LABELS.get(name, set())}
    assert {name for name, _ in unexpected} <= {"le"}


async def test_a_bot_that_discord_reaches_is_ready(discord: Sandbox, program: Program, port: int) -> None:
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as visitor:
        while True:
            async with visitor.get(f"http://127.0.0.1:{port}/readyz") as page:
                if page.status == 200:
                    break
                assert (await page.text()).splitlines()[0] in {
                    "It is starting.",
                    "Discord does not reach it on all connections.",
                }
        async with visitor.get(f"http://127.0.0.1:{port}/healthz") as page:
            assert (page.status, await page.text()) == (200, "alive\n")
        async with visitor.get(f"http://127.0.0.1:{port}/") as page:
            assert page.status == 404
    found = await read(port)
    assert total(found, "harbourmaster_gateway_connections") == 1
    assert total(found, "harbourmaster_store_read_seconds") > 0
    assert total(found, "harbourmaster_overdue") == 0


async def test_only_this_machine_can_read_them(discord: Sandbox, program: Program, port: int) -> None:
    await read(port)
    with pytest.raises(OSError, match=re.escape("127.0.0.2")):
        await asyncio.open_connection("127.0.0.2", port)


def test_without_a_port_nothing_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    monkeypatch.setattr(socket.socket, "listen", lambda *listener: heard.append(listener))
    with exporter.shown(Settings(_env_file=None).metrics_port, Health()):
        assert heard == []


def test_the_port_is_free_again_afterwards(port: int) -> None:
    with exporter.shown(port, Health()):
        pass
    with exporter.shown(port, Health()):
        pass


def test_a_port_that_is_taken_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        with (
            pytest.raises(SettingsProblem, match=f"METRICS_PORT {port} .*in use.* Choose another"),
            exporter.shown(port, Health()),
        ):
            pass
