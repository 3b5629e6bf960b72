import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store.db_move import move
from bot.store.errors import BadDatabase
from bot.store.migrate import BEFORE, HEAD, VERSIONS, migrate, migrate_now
from bot.store.schema import metadata
from bot.store.store import Store
from tests.bot.store.conftest import NOW
from tests.postgresql import needs_server, server

OLD = Path(__file__).parent / "databases"
"""SQL dumps of databases at release 1.0: upgraded through all versions, or made by the last version alone."""

FROZEN = sorted(file.stem for file in OLD.glob("*.sql"))


def description(path: Path) -> list[tuple[object, ...]]:
    """Return the structure of a database: tables, columns, references and indexes."""
    database = sqlite3.connect(path)
    columns = database.execute(
        'SELECT tables.name, tables.wr, columns.name, columns.type, columns."notnull", columns.pk'
        " FROM pragma_table_list() AS tables, pragma_table_info(tables.name) AS columns"
    ).fetchall()
    references = database.execute(
        'SELECT tables.name, keys."from", keys."table", keys."to"'
        " FROM pragma_table_list() AS tables, pragma_foreign_key_list(tables.name) AS keys"
    ).fetchall()
    indexes = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    found = [*columns, *references, *indexes]
    database.close()
    return sorted((row for row in found if row[0] != "alembic_version"), key=repr)


def test_the_migrations_build_the_tables_the_program_knows(path: Path, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    metadata.create_all(engine)
    engine.dispose()
    assert description(path) == description(tmp_path / "made.db")


def test_alembic_finds_nothing_left_to_migrate(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_versions_are_those_of_the_folder() -> None:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    steps = ScriptDirectory.from_config(config).walk_revisions()
    assert tuple(step.revision for step in steps) == VERSIONS[::-1]


def test_migrating_says_whether_there_was_anything_to_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert migrate_now(url)
    assert not migrate_now(url)


async def test_two_programs_that_start_together_migrate_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert sorted(await asyncio.gather(migrate(url), migrate(url))) == [False, True]


def lay(old: str, path: Path, version: str = BEFORE) -> str:
    """Load a database from before 1.0 into a file. Returns its address."""
    database = sqlite3.connect(path)
    database.executescript((OLD / f"{old}.sql").read_text(encoding="utf-8"))
    database.execute("UPDATE alembic_version SET version_num = ?", (version,))
    database.commit()
    database.close()
    return f"sqlite:///{path}"


async def look_into(url: str) -> None:
    """Check that a migrated database has all its games."""
    store = await Store.open(url, lambda: NOW)
    assert [game.id for game in await store.open_games()] == ["HM7KPX", "PPPPPP"]
    game = await store.game("HM7KPX")
    assert game is not None
    assert game.opening is not None
    assert game.position is not None
    assert game.names() == {1: "Ann", 2: "Bob ⚓"}
    assert [line.entry.what for line in await store.entries("HM7KPX")] == ["take 2", "take 2"]
    assert [seat.since for seat in await store.awaited_of(801)] == [1_002]
    assert [(post.message, post.shown, post.wanted) for post in await store.posts("HM7KPX")] == [
        (2**61, 1, 2),
        (0, 0, 1),
    ]
    assert await store.seen(2**62)
    await store.close()


@pytest.mark.parametrize("old", FROZEN)
async def test_a_database_of_before_the_first_release_is_taken_over(old: str, tmp_path: Path) -> None:
    url = lay(old, tmp_path / "old.db")
    await migrate(url)
    await look_into(url)
    with closing(sqlite3.connect(tmp_path / "old.db")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]


@pytest.mark.parametrize("old", FROZEN)
async def test_a_database_of_before_the_first_release_is_carried_to_a_server(
    old: str, tmp_path: Path
) -> None:
    needs_server()
    url = lay(old, tmp_path / "old.db")
    with server().blank() as there:
        # The hashes of these games are made up.
        await asyncio.to_thread(move, url, there, lambda flaws: None)
        await look_into(there)


@pytest.mark.parametrize("version", ["0001", "0032"])
async def test_a_database_that_is_older_still_is_left_as_it_is(version: str, tmp_path: Path) -> None:
    url = lay("0033", tmp_path / "old.db", version)
    with pytest.raises(BadDatabase, match=f"in version {version}. Bring it to version 0033"):
        await migrate(url)
    with pytest.raises(BadDatabase, match=f"in version {version}. Bring it to version 0033"):
        move(url, f"sqlite:///{tmp_path / 'new.db'}")


def test_an_up_to_date_database_is_opened_without_loading_alembic(url: str) -> None:
    program = (
        "import sys; from bot.store.migrate import migrate_now;"
        f"migrate_now({url!r}); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_most_talkative_log_does_not_tell_what_is_said_to_the_database(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "migrate"],
        cwd=Path(__file__).parents[3],
        env={"DATABASE_URL": f"sqlite:///{tmp_path / 'new.db'}", "LOG_LEVEL": "DEBUG"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "INSERT" not in done.stderr
