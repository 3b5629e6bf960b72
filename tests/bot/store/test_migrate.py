import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store.columns import story_checksum
from bot.store.migrate import VERSIONS, migrate, migrate_now
from bot.store.rows import Former
from bot.store.schema import metadata
from bot.store.store import Store
from tests.bot.store.conftest import NOW

OLD = Path(__file__).parent / "databases"
"""One database of each version, as SQL: written by the program of its time and never changed since."""


def description(path: Path) -> list[tuple[object, ...]]:
    """What a database is made of, however it came to be: tables, columns, references and indexes."""
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


@pytest.mark.parametrize("version", VERSIONS)
async def test_games_of_every_older_version_are_still_there(version: str, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    database = sqlite3.connect(path)
    database.executescript((OLD / f"{version}.sql").read_text(encoding="utf-8"))
    database.close()
    await migrate(f"sqlite:///{path}")

    store = await Store.open(f"sqlite:///{path}", lambda: NOW)
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


async def test_what_was_known_of_outages_before_entries_kept_it_is_taken_off_their_time(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.db"
    database = sqlite3.connect(path)
    database.executescript((OLD / "0031.sql").read_text(encoding="utf-8"))
    at = "json_set(entry, '$.at', 1000 * number)"
    database.execute(f"UPDATE entries SET entry = {at}, checksum = 'as it was'")  # noqa: S608
    outages = [(500, 1_300), (1_200, 1_500), (1_900, 2_100)]
    database.executemany("INSERT INTO outages (began, ended) VALUES (?, ?)", outages)
    database.commit()
    database.close()
    await migrate(f"sqlite:///{path}")

    database = sqlite3.connect(path)
    (first, second) = database.execute("SELECT away, checksum, turn, events FROM entries ORDER BY number")
    database.close()
    assert first[:2] == (0, "as it was")
    assert second[:2] == (600, story_checksum(second[2], second[3], 600))


async def test_who_handed_a_seat_over_before_names_were_kept_is_still_known(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    database = sqlite3.connect(path)
    database.executescript((OLD / "0005.sql").read_text(encoding="utf-8"))
    database.execute('UPDATE games SET opening = replace(opening, \'["Ann","Bob"]\', \'["801","802"]\')')
    for number, newcomer in ((3, "803"), (4, "804")):
        entry = (
            f'{{"number":{number},"kind":"substitute","actor":{{"role":"gm"}},"seat":2,"what":"{newcomer}"}}'
        )
        database.execute("INSERT INTO entries VALUES ('HM7KPX', ?, '', ?, '[]')", (number, entry))
    database.commit()
    database.close()
    await migrate(f"sqlite:///{path}")

    store = await Store.open(f"sqlite:///{path}", lambda: NOW)
    game = await store.game("HM7KPX")
    assert game is not None
    assert game.former == (Former(2, 2, 802, ""), Former(2, 3, 803, ""))
    assert [game.seated(entry)[2].user for entry in (2, 3, 4)] == [802, 803, 802]
    await store.close()
