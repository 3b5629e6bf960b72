"""Two bots on the same database by mistake."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import pytest

from bot.store import lock
from bot.store.db_move import back_up
from bot.store.errors import BadDatabase
from bot.store.lock import InUse, alone_on
from bot.store.migrate import migrate_now
from bot.store.store import Store

ROOT = Path(__file__).parents[3]

HOLDER = """
import sys
from bot.store.lock import alone_on
with alone_on(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(url: str) -> "subprocess.Popen[str]":
    """Start another process that plays on the same database."""
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


@pytest.mark.skipif(sys.platform != "linux", reason="only there the lock is on the database itself")
@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_database_has_one_lock_by_whichever_name(
    url: str, path: Path, tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    link(other := tmp_path / "elsewhere" / "other.db", path)
    with holder(url) as first:
        with (
            pytest.raises(InUse, match=f"is running on the database {other}"),
            alone_on(f"sqlite:///{other}"),
        ):
            pass
        first.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only there the lock is on the database itself")
def test_a_lock_file_that_is_deleted_lets_nobody_in(url: str, path: Path) -> None:
    with holder(url) as first:
        path.with_name("games.db-lock").unlink()
        with pytest.raises(InUse), alone_on(url):
            pass
        first.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only there the lock is on the database itself")
async def test_what_else_opens_and_closes_the_database_does_not_take_the_lock_away(
    url: str, path: Path
) -> None:
    with alone_on(url):
        await (await Store.open(url, lambda: 0)).close()
        back_up(url, path.with_name("copy.db"))
        with pytest.raises(InUse), alone_on(url):
            pass


def test_a_database_that_was_replaced_while_one_asked_for_its_lock_is_asked_for_again(
    url: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced: list[object] = []

    def replace_first(database: Path, file: FileIO) -> bool:
        if not replaced:
            replaced.append(shutil.copy(path, path.with_name("copy.db")))
            path.with_name("copy.db").replace(path)
        return is_still(database, file)

    is_still = lock._is_still
    monkeypatch.setattr(lock, "_is_still", replace_first)
    with alone_on(url), pytest.raises(InUse), alone_on(url):
        pass
    assert replaced


def test_asking_for_the_lock_leaves_no_empty_database(tmp_path: Path) -> None:
    with alone_on(f"sqlite:///{tmp_path}/new.db"):
        pass
    assert [file.name for file in tmp_path.glob("new*")] == ["new.db-lock"]


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


@pytest.mark.files
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
    assert second.stderr.endswith("Two bots would post everything twice. Stop the other bot first.\n")
