"""Two bots on one database by mistake."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.errors import BadDatabase
from bot.store.lock import InUse, alone_on
from bot.store.migrate import migrate_now

ROOT = Path(__file__).parents[3]

HOLDER = """
import sys
from bot.store.lock import alone_on
with alone_on(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(url: str) -> "subprocess.Popen[str]":
    """Another process that plays on that database."""
    program = subprocess.Popen(
        [sys.executable, "-c", HOLDER, url],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "held\n"
    return program


def test_a_second_bot_on_a_database_is_told_which_one_is_running(url: str, path: Path) -> None:
    with holder(url) as first:
        with pytest.raises(InUse) as refused, alone_on(url):
            pass
        assert f"(process {first.pid} on " in refused.value.message
        assert str(path) in refused.value.message
        first.kill()


def test_the_lock_of_a_killed_bot_is_gone(url: str) -> None:
    with holder(url) as first:
        first.kill()
    with alone_on(url):
        pass


def test_the_lock_is_free_again_when_the_bot_has_stopped(url: str) -> None:
    for _ in range(2):
        with alone_on(url):
            pass


def test_bots_on_different_databases_do_not_mind_each_other(url: str, tmp_path: Path) -> None:
    with alone_on(url), alone_on(f"sqlite:///{tmp_path}/others.db"):
        pass


def test_a_database_may_be_migrated_while_a_bot_plays_on_it(url: str) -> None:
    with alone_on(url):
        assert not migrate_now(url)


def test_a_lock_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    with (
        pytest.raises(BadDatabase, match="Check that its folder exists"),
        alone_on(f"sqlite:///{tmp_path}/nowhere/games.db"),
    ):
        pass


def test_the_bot_refuses_to_run_beside_another_one(url: str) -> None:
    with alone_on(url):
        second = subprocess.run(
            [sys.executable, "-m", "bot", "run"],
            cwd=ROOT,
            env={"DATABASE_URL": url, "DISCORD_TOKEN": "token"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert second.returncode == 1
    assert second.stderr.startswith("Another Harbourmaster (process ")
    assert second.stderr.endswith("Two would post everything twice: stop that one first.\n")
