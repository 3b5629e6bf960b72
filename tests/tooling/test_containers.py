"""The container image is small and locked down, its bot plays, and the files that describe it agree."""

import asyncio
import json
import os
import re
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from bot.service.config import PROJECT
from sandbox import ManualClock, RateLimits
from tests.bot.harbour import HURRY, PATIENCE
from tests.bot.lobbies import in_lobby
from tests.postgresql import needs_server, server
from tests.sandbox.checked import CheckedSandbox
from tests.tooling.containers import (
    CONTAINERFILE,
    LIMITS,
    SERVICES,
    as_service,
    described,
    image,
    needs_builder,
    podman,
    running,
)

pytestmark = pytest.mark.long

MOST = 250_000_000
"""The maximum number of bytes of an image for a small machine."""

ALONE = ("--network=none", "--no-healthcheck", *LIMITS)
"""No network, because this machine's browsers stop loading when a network bridge appears."""

ONE_NIGHT = """\
#!/bin/sh
# In place of `sleep`: the first night is over at once, and after it nobody waits any longer.
[ "$1" -gt 0 ] && [ "$1" -le 172800 ] && ! [ -e /tmp/slept ] && touch /tmp/slept
"""


@pytest.fixture
def name() -> str:
    return f"harbourmaster-{uuid4().hex[:8]}"


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(
        clock=ManualClock(datetime.now(UTC)), limits=RateLimits(hurry=HURRY)
    ) as sandbox:
        yield sandbox


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def healthy(container: str) -> None:
    """Wait until the image's own check finds nothing wrong with a container."""
    check = described()["Healthcheck"]["Test"][1:]
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(AssertionError):
                await asyncio.to_thread(podman, "exec", container, *check)
                return


# Files


def test_packages_are_installed_from_the_lock_with_their_hashes() -> None:
    lines = CONTAINERFILE.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    commands = [part.split() for line in lines for part in line.removeprefix("RUN ").split("&&")]
    (install,) = [command for command in commands if command[:1] == ["pip"]]
    assert install[-3:] == ["--require-hashes", "--requirement", "/requirements-postgresql.txt"]


def test_only_what_is_named_gets_into_an_image() -> None:
    lines = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    named = {line.removeprefix("!") for line in rules if line.startswith("!")}
    assert all((PROJECT / one).exists() for one in named)
    assert not named & {".env", ".git", "tests", "sandbox", "bench"}


@pytest.mark.parametrize("service", ["bot", "backup"])
def test_a_service_can_write_only_where_it_must(service: str) -> None:
    said = SERVICES[service]
    assert said["read_only"]
    assert said["cap_drop"] == ["ALL"]
    assert said["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in said


def test_two_processes_are_started_also_where_the_mode_is_not_taken_for_granted() -> None:
    assert SERVICES["bot"]["deploy"] == {"mode": "replicated", "replicas": 2}


def test_no_service_opens_a_port_and_no_password_is_written_down() -> None:
    assert not any("ports" in said for said in SERVICES.values())
    words = json.dumps(SERVICES)
    assert all(value.startswith("${") for value in re.findall(r'PASSWORD": "([^"]*)', words))


# The built image


def test_the_image_is_small_and_nobody_in_it_is_root() -> None:
    needs_builder()
    told = described()
    assert told["Size"] <= MOST
    assert told["Config"]["User"] == "10001"


def test_nothing_is_in_the_image_but_the_bot() -> None:
    needs_builder()
    found = podman("run", "--rm", *ALONE, "--entrypoint=ls", image(), "-A", "/opt/harbourmaster")
    bot = {"LICENSE", "bot", "harbour", "pyproject.toml", "render", "requirements-postgresql.txt", "rules"}
    assert set(found.split()) == bot


def test_a_file_of_games_is_made_in_a_volume(name: str) -> None:
    needs_builder()
    begin = ["run", "--rm", "--read-only", *ALONE, f"--volume={name}:/data"]
    try:
        podman(*begin, image(), "migrate")
        assert "harbourmaster.db" in podman(*begin, "--entrypoint=ls", image()).split()
    finally:
        podman("volume", "rm", name)


async def test_a_game_begins_in_a_container_that_can_write_nothing_of_its_own(
    discord: CheckedSandbox, name: str
) -> None:
    needs_builder()
    needs_server()
    with server().blank() as address:

        def process(port: int) -> list[str]:
            return as_service(
                "bot", DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.api_url, METRICS_PORT=str(port),
                DISCORD_GATEWAY_URL=discord.gateway_url, DATABASE_URL=address,
            )  # fmt: skip

        async with running(name, process(free_port())):
            await discord.wait_for_bot("/game")
            ann, bo = discord.persona("Ann"), discord.persona("Bo")
            await (await ann.slash("/play", game="port_flower", preset="printed")).settled()
            await (await bo.slash("/game join")).settled()
            await (await in_lobby(ann, ann.home, "start")).settled()
            await discord.wait_for_message(
                lambda message: bool(message.only_for is None and message.attachments)
            )
            await healthy(name)
            async with running(f"{name}-spare", process(free_port())):
                await healthy(f"{name}-spare")
            with pytest.raises(AssertionError, match="Read-only file system"):
                await asyncio.to_thread(podman, "exec", name, "touch", "/opt/harbourmaster/bot/more.py")
            await asyncio.to_thread(podman, "stop", "--time=30", name)
            code = await asyncio.to_thread(podman, "inspect", "--format={{.State.ExitCode}}", name)
            assert code == "0"


async def test_a_backup_is_made_each_night_and_old_ones_go(name: str, tmp_path: Path) -> None:
    needs_builder()
    needs_server()
    kept, stand_in = tmp_path / "kept", tmp_path / "stand-in"
    for folder in (kept, stand_in):
        folder.mkdir()
    (kept / "games-2026-01-01.db").touch()
    os.utime(kept / "games-2026-01-01.db", (0, 0))
    (stand_in / "sleep").write_text(ONE_NIGHT, encoding="utf-8")
    (stand_in / "sleep").chmod(0o755)
    for path in (tmp_path, kept, kept / "games-2026-01-01.db"):
        os.chown(path, 10001, 10001)
    (path,) = (
        said.removeprefix("PATH=") for said in described()["Config"]["Env"] if said.startswith("PATH=")
    )
    with server().blank() as address:
        told = await asyncio.to_thread(
            podman, "run", "--rm",
            *as_service(
                "backup", f"--volume={kept}:/data", f"--volume={stand_in}:/stand-in:ro", DATABASE_URL=address,
                PATH=f"/stand-in:{path}",
            ),
        )  # fmt: skip
    assert "It was checked and is in order." in told
    (copy,) = kept.glob("games-*.db")
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("SELECT count(*) FROM games").fetchone() == (0,)
