"""The systemd units always restart the bot, with pauses, are locked down, and work in every version."""

import shutil
import subprocess
from pathlib import Path

import pytest

from bot.service.config import PROJECT

UNIT = PROJECT / "docs" / "harbourmaster.service"
TEMPLATE = PROJECT / "docs" / "harbourmaster@.service"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")


def settings(unit: Path) -> list[str]:
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "=" in line and not line.startswith("#")]


def analyzed(*arguments: str) -> str:
    """Return systemd's output. The test fails if systemd reports an error."""
    analyze = ["systemd-analyze", *arguments]
    done = subprocess.run(analyze, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_bot_that_ended_is_always_started_again_after_a_pause() -> None:
    assert {"Restart=always", "RestartSec=10", "StartLimitIntervalSec=0"} <= set(settings(UNIT))


def test_one_of_several_has_only_a_name_and_a_file_of_its_own() -> None:
    one, several = settings(UNIT), settings(TEMPLATE)
    assert [line for line in one if line not in several] == [
        "Description=Harbourmaster, sea games in Discord"
    ]
    assert [line for line in several if line not in one] == [
        "Description=Harbourmaster %i, sea games in Discord",
        "EnvironmentFile=/opt/harbourmaster/%i.env",
    ]


@pytest.mark.parametrize("unit", [UNIT, TEMPLATE], ids=lambda unit: unit.name)
def test_the_host_is_told_to_use_it(unit: Path) -> None:
    hosting = (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert f"cp /opt/harbourmaster/docs/{unit.name} /etc/systemd/system/" in hosting


@needs_systemd
@pytest.mark.parametrize("unit", [UNIT, TEMPLATE], ids=lambda unit: unit.name)
def test_systemd_knows_every_word_of_it(unit: Path, tmp_path: Path) -> None:
    # systemd looks for the program, which is not installed here.
    text = unit.read_text(encoding="utf-8").replace("/opt/harbourmaster", str(PROJECT))
    here = tmp_path / unit.name
    here.write_text(text, encoding="utf-8")
    assert analyzed("verify", "--man=no", str(here)) == ""


@needs_systemd
@pytest.mark.parametrize("unit", [UNIT, TEMPLATE], ids=lambda unit: unit.name)
def test_systemd_finds_little_that_the_service_is_exposed_to(unit: Path) -> None:
    # The score is in tenths: from 50 on it is “MEDIUM”, from 75 on “EXPOSED”.
    analyzed("security", "--offline=true", "--threshold=49", str(unit))
