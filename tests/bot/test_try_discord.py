"""`./harbour try-discord` against the sandbox: all answers are as expected, and nothing remains."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.trial import NEEDS_A_PERSON, Finding
from bot.cli.try_discord import try_in
from bot.service.config import Settings
from rules.engine.errors import HarbourmasterError
from sandbox import Channel, RateLimits, Sandbox
from sandbox.errors import Refusal
from sandbox.traffic.faults import Refused
from sandbox.world.channels import ChannelKind
from sandbox.world.permissions import Permission
from tests.sandbox.checked import CheckedSandbox

pytestmark = pytest.mark.usefixtures("pointed_back")


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(limits=RateLimits(hurry=100)) as started:
        yield started


def settings_for(discord: Sandbox, folder: Path) -> Settings:
    """Return the settings of a bot in the sandbox, with a database for the trial."""
    return Settings.model_validate(
        {
            "discord_token": discord.token,
            "database_url": f"sqlite:///{folder / 'trial.db'}",
            "discord_api_url": discord.api_url,
            "discord_gateway_url": discord.gateway_url,
        }
    )


async def findings_in(discord: Sandbox, folder: Path, channel: Channel) -> list[Finding]:
    """Try everything in a channel, and return the findings."""
    return await try_in(settings_for(discord, folder), channel.id)


def points(findings: list[Finding]) -> set[str]:
    """Return the points that were tried."""
    return {point for finding in findings for point in finding.points.split(", ")}


@pytest.mark.parametrize("kind", [ChannelKind.TEXT, ChannelKind.ANNOUNCEMENT])
async def test_everything_is_as_expected_and_nothing_is_left(
    discord: CheckedSandbox, tmp_path: Path, kind: ChannelKind
) -> None:
    channel = discord.channel("trials", kind=kind)
    discord.grant_bot(channel, Permission.MANAGE_THREADS)
    findings = await findings_in(discord, tmp_path, channel)
    assert [finding for finding in findings if not finding.expected] == []
    assert channel.messages == {}
    assert discord.world.threads_of(channel) == []
    person = {line.split(":")[0] for line in NEEDS_A_PERSON}
    # Point 12 concerns only the bot's own database. Points 9 and 13 are left to people.
    assert points(findings) | person | {"12"} >= {str(number) for number in range(1, 17)}


async def test_a_thread_that_may_not_be_deleted_is_left_asleep(discord: Sandbox, tmp_path: Path) -> None:
    findings = await findings_in(discord, tmp_path, discord.harbour)
    assert all(finding.expected for finding in findings)
    (thread,) = discord.world.threads_of(discord.harbour)
    assert thread.archived
    assert discord.harbour.messages == {}


async def test_what_discord_does_otherwise_is_told_and_the_rest_tried(
    discord: CheckedSandbox, tmp_path: Path
) -> None:
    discord.deny_bot(discord.harbour, Permission.CREATE_PUBLIC_THREADS)
    discord.faults.arm("GET", "/gateway/bot", Refused(Refusal.MISSING_ACCESS))
    findings = await findings_in(discord, tmp_path, discord.harbour)
    wrong = [finding.told for finding in findings if not finding.expected]
    assert [told.split(":")[0] for told in wrong] == [
        "logins failed",
        "thread failed",
        "sleeping_thread failed",
    ]
    assert discord.harbour.messages == {}


async def test_a_channel_without_posts_cannot_be_tried(discord: Sandbox, tmp_path: Path) -> None:
    forum = discord.channel("forum", kind=ChannelKind.FORUM)
    with pytest.raises(HarbourmasterError, match="text or announcement channel"):
        await findings_in(discord, tmp_path, forum)


async def test_a_channel_that_the_bot_does_not_see_cannot_be_tried(discord: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(HarbourmasterError, match="sees no channel"):
        await try_in(settings_for(discord, tmp_path), 1)


async def test_the_command_prints_what_was_found_and_what_a_person_must_look_at(
    discord: Sandbox, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    monkeypatch.setenv("DISCORD_API_URL", discord.api_url)
    monkeypatch.setenv("DISCORD_GATEWAY_URL", discord.gateway_url)
    assert await asyncio.to_thread(main, ["try-discord", str(discord.harbour.id)]) == 0
    told = capsys.readouterr().out
    assert "DIFFERENT" not in told
    assert all(line in told for line in NEEDS_A_PERSON)
    assert discord.harbour.messages == {}


def test_without_a_token_nothing_is_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["try-discord", "1"]) == 1
    assert "DISCORD_TOKEN is missing" in capsys.readouterr().err
