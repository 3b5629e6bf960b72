"""Continuous integration fails if a program that its tests need is missing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.service.config import PROJECT

HIDDEN = "mount -t tmpfs none /usr/lib/postgresql && exec bash .ci/run"
"""Runs the script like on a machine without Debian's PostgreSQL."""

NEEDED = ("apt-get", "chromium-headless-shell", "npm", "podman")
"""Programs that a test provides or removes, whatever this machine has."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project whose `harbour` only prints its arguments. The machine cannot install programs."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(PROJECT / ".ci" / "run", tmp_path / ".ci" / "run")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in NEEDED:
        program(programs / name, "exit 1")
    starter = tmp_path / "harbour"
    starter.write_text('import sys\nprint("harbour", *sys.argv[1:])\n', encoding="utf-8")
    return tmp_path


def program(path: Path, does: str) -> None:
    path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    path.chmod(0o755)


def run(project: Path, *command: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": f"{project / 'programs'}:{os.defpath}", **more}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def test_all_tests_run_where_there_is_a_server(project: Path) -> None:
    (project / "programs" / "initdb").symlink_to("/bin/true")
    done = run(project, "bash", ".ci/run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "harbour test")


def test_tests_run_in_the_whole_browser_where_the_one_without_windows_cannot_be_had(project: Path) -> None:
    (project / "programs" / "initdb").symlink_to("/bin/true")
    (project / "programs" / "chromium-headless-shell").rename(project / "programs" / "chromium")
    done = run(project, "bash", ".ci/run")
    assert (done.returncode, done.stdout) == (0, "harbour test\n")


def test_the_tests_run_on_the_python_that_is_named(project: Path) -> None:
    (project / "programs" / "initdb").symlink_to("/bin/true")
    program(project / "programs" / "another", '[ "$1" = -c ] || echo "another $*"')
    done = run(project, "bash", ".ci/run", PYTHON="another")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "another ./harbour test")


@pytest.mark.skipif(not Path("/usr/lib/postgresql").exists() or os.geteuid() != 0, reason="hides it as root")
def test_without_a_server_it_fails_before_any_test_is_skipped(project: Path) -> None:
    done = run(project, "unshare", "--mount", "bash", "-c", HIDDEN)
    assert done.returncode == 1
    assert (
        done.stdout
        == "PostgreSQL could not be installed, and the tests of games on a server would be skipped.\n"
    )
