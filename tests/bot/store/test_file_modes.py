"""Who may read the database and the files next to it, which contain seeds and hands."""

import os
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.store.db_move import back_up
from bot.store.lock import alone_on
from bot.store.migrate import migrate, migrate_now
from bot.store.restore import restore
from bot.store.store import Store
from tests.bot.store.matches import turns

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no modes and no owners like these")

THEN = datetime(2026, 11, 21, 16, 4, 12, tzinfo=UTC)
SOMEBODY = 54_321

as_administrator = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only an administrator gives files away"
)


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Let everybody read new files by default."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def owners(folder: Path) -> dict[str, tuple[int, int]]:
    return {file.name: (file.stat().st_uid, file.stat().st_gid) for file in folder.iterdir()}


async def test_a_new_database_and_its_side_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with alone_on(url):
        await migrate(url)
        store = await Store.open(url, lambda: 0)
        await store.commit(turns(1)[0])
        assert modes(tmp_path) == dict.fromkeys(
            ["games.db", "games.db-lock", "games.db-shm", "games.db-wal"], 0o600
        )
        await store.close()


@pytest.fixture
def open_to_all(path: Path) -> None:
    path.chmod(0o644)


@pytest.mark.usefixtures("open_to_all")
async def test_a_database_that_others_could_read_is_closed_to_them(path: Path, url: str) -> None:
    store = await Store.open(url, lambda: 0)
    await store.commit(turns(1)[0])
    assert set(modes(path.parent).values()) == {0o600}
    await store.close()


@pytest.mark.usefixtures("open_to_all")
def test_a_backup_and_what_a_restore_writes_are_for_their_owner_alone(path: Path, url: str) -> None:
    back_up(url, path.with_name("copy.db"))
    restore(url, path.with_name("copy.db"), THEN)
    assert modes(path.parent) == dict.fromkeys(
        ["copy.db", "games.db", "games.db-lock", "games.replaced-20261121-160412.db"], 0o600
    )


@as_administrator
@pytest.mark.parametrize("there", [True, False], ids=["a database", "no database"])
def test_what_an_administrator_restores_belongs_to_whom_the_database_belonged_to(
    path: Path, url: str, tmp_path: Path, *, there: bool
) -> None:
    back_up(url, tmp_path / "copy.db")
    service = tmp_path / "service"
    service.mkdir()
    if there:
        shutil.copy(path, service / "games.db")
    for file in (service, *service.iterdir()):
        os.chown(file, SOMEBODY, SOMEBODY)
    restore(f"sqlite:///{service}/games.db", tmp_path / "copy.db", THEN)
    assert set(owners(service).values()) == {(SOMEBODY, SOMEBODY)}
    assert len(owners(service)) == 2 + there


@as_administrator
def test_a_database_that_an_administrator_makes_belongs_to_whom_its_folder_belongs_to(tmp_path: Path) -> None:
    os.chown(tmp_path, SOMEBODY, SOMEBODY)
    url = f"sqlite:///{tmp_path}/games.db"
    with alone_on(url):
        migrate_now(url)
    assert set(owners(tmp_path).values()) == {(SOMEBODY, SOMEBODY)}
