"""Backups of all games, made during play, and restored after a loss."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.store import db_copy
from bot.store.db_copy import Holdings
from bot.store.db_move import back_up
from bot.store.errors import BadDatabase
from bot.store.lock import alone_on
from bot.store.migrate import migrate_now
from bot.store.restore import restore
from bot.store.rows import Change, RestoredRow
from bot.store.sqlite import log_of
from bot.store.store import Store
from rules.engine.verify import verify
from tests.bot.program import PROJECT, environment
from tests.bot.store.conftest import NOW
from tests.bot.store.flips import fill, flip
from tests.bot.store.matches import change, opened, stored, take_one, turns
from tests.bot.store.samples import lobby

pytestmark = pytest.mark.files

THEN = datetime(2026, 11, 21, 16, 4, 12, tzinfo=UTC)

OLD = Path(__file__).parent / "databases"

Harbour = Callable[..., tuple[int, str, str]]


@pytest.fixture
def harbour(url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Harbour:
    """Run `./harbour` on the test's database. Returns the exit code, the output and the errors."""
    monkeypatch.setenv("DATABASE_URL", url)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


async def write(url: str, *changes: Change) -> None:
    """Store these changes, and close the store again."""
    store = await Store.open(url, lambda: NOW)
    for made in changes:
        await store.commit(made)
    await store.close()


def destroy(path: Path) -> None:
    """Overwrite a database, and delete its log."""
    path.write_bytes(b"The sea has it. " * 2_000)
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)


async def play(store: Store, games: dict[str, int], afloat: asyncio.Event) -> None:
    """Play matches to their end concurrently. `games` counts the acknowledged entries of each match."""

    async def one(game: str, channel: int) -> None:
        advance = opened(game)
        while True:
            await store.commit(change(advance, channel))
            games[game] = advance.entry.number
            if sum(games.values()) > 30:
                afloat.set()
            if advance.match.finished:
                return
            advance = take_one(advance.match)

    await asyncio.gather(*(one(f"G{number:05}", number) for number in range(10)))


async def test_after_a_disaster_everything_up_to_the_backup_is_there(
    store: Store, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    told: dict[str, int] = {}
    afloat = asyncio.Event()
    playing = asyncio.create_task(play(store, told, afloat))
    await afloat.wait()
    before = dict(told)
    await asyncio.to_thread(back_up, f"sqlite:///{path}", tmp_path / "copy.db")
    await playing
    await store.close()
    destroy(path)

    code, out, err = harbour("restore", tmp_path / "copy.db")
    assert (code, err) == (0, "")
    assert "10 games" in out
    again = await Store.open(f"sqlite:///{path}", lambda: NOW)
    for game, entries in before.items():
        match = await stored(again, game)
        assert match.position.last >= entries
        assert verify(match).problems == ()
    assert before != told
    await again.close()


async def test_a_backup_says_what_it_holds(url: str, harbour: Harbour, tmp_path: Path) -> None:
    ended = lobby("PPPPPP", channel=1).with_status("ended")
    await write(url, *turns(2), Change(ended))
    code, out, _ = harbour("backup", tmp_path / "copy.db")
    assert code == 0
    told = f"{tmp_path}/copy.db holds 2 games (1 open) with 2 entries. It was checked and is in order.\n"
    assert out == told


def test_a_backup_is_a_single_file(harbour: Harbour, tmp_path: Path) -> None:
    harbour("backup", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]


async def test_a_backup_holds_what_is_still_in_the_log(store: Store, url: str, tmp_path: Path) -> None:
    await store.commit(turns(1)[0])
    assert back_up(url, tmp_path / "copy.db") == Holdings(1, 1, 1)


def test_a_backup_is_made_while_the_bot_runs(url: str, harbour: Harbour, tmp_path: Path) -> None:
    with alone_on(url):
        assert harbour("backup", tmp_path / "copy.db")[0] == 0


def test_a_backup_replaces_a_file_only_when_it_is_told_to(harbour: Harbour, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("dear to somebody")
    code, _, err = harbour("backup", copy)
    assert (code, err) == (1, f"{copy} is there already. Name another file, or add --force.\n")
    assert copy.read_text() == "dear to somebody"
    assert harbour("backup", copy, "--force")[0] == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


def test_a_backup_that_fails_leaves_the_older_one(harbour: Harbour, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    harbour("backup", copy)
    older = copy.read_bytes()
    destroy(path)
    assert harbour("backup", copy, "--force")[0] == 1
    assert copy.read_bytes() == older
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_is_never_the_database_itself(harbour: Harbour, path: Path) -> None:
    before = path.read_bytes()
    code, _, err = harbour("backup", path, "--force")
    assert (code, "are the same file" in err) == (1, True)
    assert path.read_bytes() == before


def test_a_backup_goes_where_it_can_be_written(harbour: Harbour, tmp_path: Path) -> None:
    code, _, err = harbour("backup", tmp_path / "nowhere" / "copy.db")
    assert (code, "cannot be opened" in err) == (1, True)


def test_there_is_no_backup_of_nothing(harbour: Harbour, path: Path, tmp_path: Path) -> None:
    path.unlink()
    code, _, err = harbour("backup", tmp_path / "copy.db")
    assert (code, err) == (1, f"There is no file {path}.\n")
    assert not path.exists()


def test_a_backup_does_not_wait_for_ever(
    url: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db_copy, "PATIENCE", 0.0)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadDatabase, match="in use by another program"):
        back_up(url, tmp_path / "copy.db")
    other.close()


async def test_what_a_restored_backup_replaces_is_kept(
    url: str, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    await write(url, turns(1)[0])
    harbour("backup", tmp_path / "copy.db")
    await write(url, turns(2)[1])
    code, out, _ = harbour("restore", tmp_path / "copy.db")
    first, second = out.splitlines()
    assert code == 0
    assert first == f"The database is now what {tmp_path}/copy.db holds: 1 game (1 open) with 1 entry."
    kept = second.removeprefix("What was there before is kept as ").removesuffix(".")
    assert kept.startswith(f"{tmp_path}/games.replaced-")
    assert back_up(f"sqlite:///{kept}", tmp_path / "look.db").entries == 2
    assert back_up(url, tmp_path / "look.db").entries == 1


@pytest.fixture
async def killed(url: str, path: Path, tmp_path: Path) -> None:
    """Make a killed bot's database, with its last commit only in the log."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    alive = Path(shutil.copy(path, elsewhere / path.name))
    store = await Store.open(f"sqlite:///{alive}", lambda: NOW)
    await store.commit(turns(1)[0])
    for file in elsewhere.glob("*.db*"):
        shutil.copy(file, path.parent)
    await store.close()


@pytest.mark.usefixtures("killed")
async def test_what_is_only_in_the_log_of_what_is_replaced_is_kept_too(
    url: str, path: Path, tmp_path: Path
) -> None:
    assert log_of(path).stat().st_size
    back_up(url, tmp_path / "copy.db")
    await write(url, *turns(3)[1:])
    kept = restore(url, tmp_path / "copy.db", THEN).kept
    assert kept == tmp_path / "games.replaced-20261121-160412.db"
    assert back_up(f"sqlite:///{kept}", tmp_path / "look.db").entries == 3
    assert back_up(url, tmp_path / "look.db").entries == 1


@pytest.mark.usefixtures("killed")
def test_the_log_of_a_damaged_database_is_kept_beside_it(url: str, path: Path, tmp_path: Path) -> None:
    back_up(url, tmp_path / "copy.db")
    path.write_bytes(b"The sea has it. " * 2_000)
    log_of(path).write_bytes(log := b"what was committed last")
    kept = restore(url, tmp_path / "copy.db", THEN).kept
    assert isinstance(kept, Path)
    assert kept.read_bytes().startswith(b"The sea has it.")
    assert log_of(kept).read_bytes() == log
    assert back_up(url, tmp_path / "look.db").entries == 1


def test_a_link_to_the_database_leads_to_the_new_one(path: Path, tmp_path: Path) -> None:
    back_up(f"sqlite:///{path}", tmp_path / "copy.db")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    kept = restore(f"sqlite:///{link}", tmp_path / "copy.db", THEN).kept
    assert link.is_symlink()
    assert link.samefile(path)
    assert kept == tmp_path / "games.replaced-20261121-160412.db"


TOUCHES = {"open", "os.rename", "os.remove", "os.chmod", "os.chown", "shutil.copyfile", "sqlite3.connect"}
"""The audit events of Python's file operations. SQLite protects its own files."""


def cut_short(step: int, work: Callable[[], object]) -> bool:
    """Run `work` in a process that ends at a step. Returns whether this cut `work` short."""
    process = os.fork()
    if process == 0:
        left = step

        def watch(event: str, _: object) -> None:
            nonlocal left
            left -= event in TOUCHES
            if not left:
                os._exit(9)

        sys.addaudithook(watch)
        try:
            work()
        except BaseException:  # noqa: BLE001 - this process must not go on as another test run
            os._exit(3)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert code in {0, 9}
    return code == 9


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.usefixtures("killed")
def test_wherever_a_restore_is_interrupted_the_database_is_the_old_or_the_new_one(
    path: Path, tmp_path: Path
) -> None:
    back_up(f"sqlite:///{path}", copy := tmp_path / "copy.db")
    add = sqlite3.connect(path)
    add.execute("INSERT INTO logins (at) VALUES (7)")  # a row that only the old database has
    add.commit()
    found = []
    for step in range(1, 1_000):
        harbour = tmp_path / f"harbour{step}"
        harbour.mkdir()
        for file in path.parent.glob("games.db*"):
            shutil.copy(file, harbour)
        url = f"sqlite:///{harbour}/games.db"
        interrupted = cut_short(step, partial(restore, url, copy, THEN))
        for kept in harbour.glob("games.replaced-*.db"):
            assert logins(kept) == [7]
        assert not migrate_now(url)
        found.append(logins(harbour / "games.db"))
        if not interrupted:
            break
    add.close()
    assert found[-1] == []
    assert found == sorted(found, reverse=True)
    assert found.count([7]) > 10


def logins(database: Path) -> list[int]:
    """Return the data that distinguish the two databases."""
    with closing(sqlite3.connect(database)) as connection:
        return [at for (at,) in connection.execute("SELECT at FROM logins")]


@pytest.mark.parametrize("command", ["migrate", "run"])
def test_no_empty_database_is_made_beside_one_that_was_set_aside(path: Path, command: str) -> None:
    kept = path.rename(path.with_name("games.replaced-20261121-160412.db"))
    settings = environment(DATABASE_URL=f"sqlite:///{path}", DISCORD_TOKEN="any")
    ended = subprocess.run(
        [sys.executable, "-m", "bot", command],
        cwd=PROJECT,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert f"{path} is missing or empty, but {kept.name} is there" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not path.exists()


def test_a_backup_is_restored_where_there_is_no_database(
    harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    harbour("backup", tmp_path / "copy.db")
    path.unlink()
    code, out, _ = harbour("restore", tmp_path / "copy.db")
    assert (code, "kept as" in out) == (0, False)
    assert path.exists()


def test_nothing_is_restored_while_a_bot_is_running(
    url: str, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    harbour("backup", tmp_path / "copy.db")
    before = path.read_bytes()
    with alone_on(url):
        code, _, err = harbour("restore", tmp_path / "copy.db")
    assert (code, err.startswith("Another Harbourmaster (process ")) == (1, True)
    assert path.read_bytes() == before


async def test_a_flipped_bit_in_a_journal_is_noticed(tmp_path: Path) -> None:
    # `python -m tests.bot.store.flips 300 1` flips more bits.
    await fill(tmp_path / "whole.db")
    toll = await asyncio.to_thread(flip, tmp_path / "whole.db", 40, Random(1))
    assert toll.unnoticed == []
    assert toll.refused > 20


@pytest.fixture
async def altered(url: str, path: Path) -> None:
    """Alter one of two games from outside."""
    await write(url, *turns(3), *turns(2, "PPPPPP", channel=2))
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "UPDATE entries SET entry = replace(entry, 'take 1', 'take 2') WHERE game = 'HM7KPX'"
        )
        database.commit()


@pytest.mark.usefixtures("altered")
def test_a_game_that_is_not_what_was_written_is_named_and_copied_only_on_request(
    harbour: Harbour, tmp_path: Path
) -> None:
    flaw = "Game HM7KPX is not what was written: entry 3 does not continue the previous entry."
    for command in ("backup", "restore"):
        code, out, err = harbour(command, tmp_path / "copy.db")
        assert (code, out) == (1, "")
        assert err == f"{flaw} Nothing was changed. Add --anyway to copy it as it is.\n"
        code, out, _ = harbour(command, tmp_path / "copy.db", "--anyway")
        assert code == 0
        assert flaw in out


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE games SET seed = x'00'", "its seed is not the one that was committed to"),
        ("UPDATE games SET position = replace(position, 'left', 'lift')", "its state is not the one at"),
        ("UPDATE games SET position = replace(position, 'last\":3', 'last\":2')", "does not end at its"),
        ("UPDATE games SET position = replace(position, 'free\":0', 'free\":1')", "its data or its players"),
        ("UPDATE games SET creator = 7", "its data or its players were altered"),
        ("UPDATE members SET user = 7 WHERE seat = 2", "its data or its players were altered"),
        ("UPDATE games SET opening = replace(opening, '1000', '1001')", "entry 1 does not continue"),
        ("UPDATE games SET slug = 'chess'", "its opening is another game's"),
        ("UPDATE games SET opening = NULL", "never began"),
        ("DELETE FROM entries WHERE number = 2", "entry 2 does not continue"),
        ("DELETE FROM entries WHERE number = 3", "does not end at its position"),
        ("UPDATE entries SET entry = 'x' WHERE number = 3", "something in it cannot be read"),
        ("UPDATE entries SET events = '[' WHERE number = 3", "something in it cannot be read"),
        ("UPDATE entries SET entry = CAST(x'ff22' AS TEXT) WHERE number = 3", "something in it cannot"),
        ("UPDATE entries SET events = replace(events, 'a', 'c') WHERE number = 3", "events of entry 3 were"),
        ("UPDATE entries SET turn = 'of the tide' WHERE number = 2", "events of entry 2 were"),
    ],
)  # fmt: skip
async def test_what_is_not_as_it_was_written_is_told(
    url: str, path: Path, tmp_path: Path, change: str, told: str
) -> None:
    await write(url, *turns(3))
    with closing(sqlite3.connect(path)) as database:
        database.execute(change)
        database.commit()
    with pytest.raises(BadDatabase, match=told):
        back_up(url, tmp_path / "copy.db")


async def test_all_games_that_are_not_what_was_written_are_told_by_their_names(
    url: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        await write(url, *turns(3, f"G{number:05}", channel=number))
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE entries SET turn = 'of the tide' WHERE number = 2 AND game != 'G00001'")
        database.commit()
    with pytest.raises(BadDatabase) as refused:
        back_up(url, tmp_path / "copy.db")
    assert [line[:11] for line in refused.value.message.splitlines()] == [
        "Game G00000",
        "Game G00002",
        "Game G00003",
    ]
    monkeypatch.setattr(db_copy, "TOLD", 2)
    with pytest.raises(BadDatabase, match="There are 1 more"):
        back_up(url, tmp_path / "copy.db")


LETTER = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '{}', '{}')"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("DROP INDEX games_one_open_in_channel", "lacks the index “games_one_open_in_channel”"),
        (LETTER.format("shown != wanted", "shown >= wanted"), "lacks the index “posts_due”"),
        (LETTER.format("preset VARCHAR", "preseu VARCHAR"), "lacks the column “preset” of “games”"),
        (LETTER.format("DEFAULT ''[]''", "DEFAULT ''[}''"), "lacks the column “former” of “games”"),
        ("DROP TABLE logins", "lacks the column “at” of “logins”"),
        ("CREATE TRIGGER t AFTER DELETE ON posts BEGIN DELETE FROM games; END", "has the trigger “t”"),
        ("PRAGMA foreign_keys = OFF; UPDATE members SET game = 'X'", "rows in “members” that belong to"),
    ],
)  # fmt: skip
async def test_what_a_database_is_not_built_of_any_more_is_told(
    url: str, path: Path, tmp_path: Path, change: str, told: str
) -> None:
    await write(url, *turns(1))
    with closing(sqlite3.connect(path)) as database:
        database.executescript(f"{change};")
        database.commit()
    with pytest.raises(BadDatabase, match=told):
        back_up(url, tmp_path / "copy.db")


def cut_in_half(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def damage_a_page(copy: Path) -> None:
    with copy.open("r+b") as file:
        file.seek(copy.stat().st_size - 4096)
        file.write(b"\xff" * 4096)


def make_newer(copy: Path) -> None:
    database = sqlite3.connect(copy)
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def write_a_letter(copy: Path) -> None:
    copy.write_text("Dear sea, " * 1_000)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (cut_in_half, "damaged"),
        (damage_a_page, "damaged"),
        (make_newer, "newer Harbourmaster"),
        (empty, "no games of Harbourmaster"),
        (write_a_letter, "is not a database"),
        (Path.unlink, "There is no file"),
    ],
)
def test_a_bad_backup_replaces_nothing(
    spoil: Callable[[Path], None], complaint: str, harbour: Harbour, path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    harbour("backup", copy)
    spoil(copy)
    before = path.read_bytes()
    code, out, err = harbour("restore", copy)
    assert (code, out) == (1, "")
    assert complaint in err
    assert err.count("\n") == 1
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


async def test_after_a_restore_every_open_game_owes_its_channel_the_news(url: str, tmp_path: Path) -> None:
    ended = lobby("PPPPPP", channel=1).with_status("ended")
    await write(url, turns(1)[0], Change(lobby("LLLLLL", channel=2, created=999)), Change(ended))
    back_up(url, tmp_path / "copy.db")
    restore(url, tmp_path / "copy.db", THEN)
    store = await Store.open(url, lambda: NOW)
    at = int(THEN.timestamp())
    assert await store.restored() == [RestoredRow("HM7KPX", at, 2_000), RestoredRow("LLLLLL", at, 2_000)]
    await store.commit(replace(turns(2)[1], tells_restored=True))
    assert await store.restored() == [RestoredRow("LLLLLL", at, 2_000)]
    await store.close()


async def test_only_the_last_restore_is_told(url: str, tmp_path: Path) -> None:
    await write(url, turns(1)[0])
    for day in range(2):
        back_up(url, tmp_path / "copy.db")
        restore(url, tmp_path / "copy.db", THEN + timedelta(days=day))
    store = await Store.open(url, lambda: NOW)
    assert [game.at for game in await store.restored()] == [int((THEN + timedelta(days=1)).timestamp())]
    await store.close()


@pytest.mark.parametrize("old", sorted(file.stem for file in OLD.glob("*.sql")))
async def test_a_copy_of_before_the_first_release_is_brought_up_to_date_as_it_is_restored(
    old: str, url: str, harbour: Harbour, tmp_path: Path
) -> None:
    database = sqlite3.connect(tmp_path / "copy.db")
    database.executescript((OLD / f"{old}.sql").read_text(encoding="utf-8"))
    database.close()
    # The hashes of these games are made up.
    code, out, _ = harbour("restore", tmp_path / "copy.db", "--anyway")
    assert code == 0
    assert "is damaged" not in out
    store = await Store.open(url, lambda: NOW)
    assert [game.game for game in await store.restored()] == ["HM7KPX", "PPPPPP"]
    await store.close()
