import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store.migrate import VERSIONS, migrate, migrate_now
from bot.store.schema import metadata

OLD = Path(__file__).parent / "databases"


def tables(path: Path) -> list[tuple[str, str]]:
    """What a database is made of: names and the statements that made them, spaces evened out."""
    database = sqlite3.connect(path)
    rows = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    ).fetchall()
    database.close()
    return [(name, " ".join(sql.split())) for name, sql in rows if name != "alembic_version"]


def test_the_migrations_build_the_tables_the_program_knows(empty_database: Path, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    metadata.create_all(engine)
    assert tables(empty_database) == tables(tmp_path / "made.db")


def test_alembic_finds_nothing_left_to_migrate(empty_database: Path) -> None:
    with create_engine(f"sqlite:///{empty_database}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


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


def test_an_up_to_date_database_is_opened_without_loading_alembic(url: str) -> None:
    program = (
        "import sys; from bot.store.migrate import migrate_now;"
        f"migrate_now({url!r}); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
