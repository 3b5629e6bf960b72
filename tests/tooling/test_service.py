"""The unit for systemd: never given up, never hasty, and locked in."""

import shutil
import subprocess

import pytest

from bot.service.config import PROJECT

UNIT = PROJECT / "docs" / "harbourmaster.service"


@pytest.fixture
def settings() -> list[str]:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "=" in line and not line.startswith("#")]


def test_a_bot_that_ended_is_always_started_again_after_a_pause(settings: list[str]) -> None:
    assert {"Restart=always", "RestartSec=10", "StartLimitIntervalSec=0"} <= set(settings)


def test_the_host_is_told_to_use_it() -> None:
    hosting = (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert "cp /opt/harbourmaster/docs/harbourmaster.service /etc/systemd/system/" in hosting


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_finds_little_that_the_service_is_exposed_to() -> None:
    # In tenths: 50 and more is “MEDIUM”, 75 and more “EXPOSED”.
    analyze = ["systemd-analyze", "security", "--offline=true", "--threshold=49", str(UNIT)]
    analyzed = subprocess.run(analyze, capture_output=True, text=True, check=False)
    assert analyzed.returncode == 0, analyzed.stdout
