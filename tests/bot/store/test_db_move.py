"""Moving a database from a file to a server and back, with all its contents."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from bot.__main__ import main
from bot.store import db_move
from bot.store.addresses import read_url
from bot.store.database import transaction
from bot.store.db_move import back_up, move
from bot.store.errors import BadDatabase
from bot.store.lock import alone_on
from bot.store.migrate import migrate_now
from bot.store.preferences import Preferences
from bot.store.restore import restore
from bot.store.rows import Change
from bot.store.schema import metadata
from bot.store.store import Store
from rules.engine.verify import verify
from tests.bot.store.conftest import NOW
from tests.bot.store.matches import change, opened, stored, take_one, turns
from tests.bot.store.samples import ANN, lobby, result
from tests.postgresql import needs_server, server

THEN = datetime(2026, 11, 21, 16, 4, 12, tzinfo=UTC)

Made = Callable[[str], str]
"""Return the address of an empty database of the given kind."""

BOTH = pytest.mark.parametrize("source", ["sqlite", "postgresql"])
EITHER = pytest.mark.parametrize("target", ["sqlite", "postgresql"])


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    """Make new databases, which are deleted after the test."""
    needs_server()
    names, files = list[str](), count()

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / f'{next(files)}.db'}"
        names.append(f"moved{len(names)}")
        server().say(f"CREATE DATABASE {names[-1]}")
        return server().url(names[-1])

    yield make
    for name in names:
        server().say(f"DROP DATABASE {name} WITH (FORCE)")


async def fill(url: str) -> None:
    """Store some data in each table of a database."""
    migrate_now(url)
    store = await Store.open(url, lambda: NOW)
    for made in turns(3):
        await store.commit(made)
    for made in turns(8, "PPPPPP", 501):
        await store.commit(made)
    await store.commit(Change(lobby("CCCCCC", channel=502), interaction=2**62))
    await store.record("CCCCCC", [result("CCCCCC", 1)])
    await store.wish(Preferences(ANN, "once", on_deck=True))
    await store.be_there(3_000, away_since=2_000)
    await store.count_login(4_000, 0)
    await store.close()


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables."""

    def rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        found = {table.name: connection.execute(select(table)).all() for table in metadata.sorted_tables}
        return {name: sorted((tuple(row) for row in rows), key=repr) for name, rows in found.items()}

    with transaction(read_url(url)) as connection:
        return rows(connection)


async def plays_on(url: str) -> None:
    """Play a moved match to its end. The database must assign its own numbers correctly."""
    store = await Store.open(url, lambda: NOW)
    match = await stored(store, "PPPPPP")
    while not match.finished:
        advance = take_one(match)
        await store.commit(change(advance, 501))
        match = advance.match.with_journal([line.entry for line in await store.entries("PPPPPP")])
    assert verify(match).problems == ()
    await store.count_login(4_500, 0)
    assert await store.logins(0) == [4_000, 4_500]
    await store.close()


@BOTH
@EITHER
async def test_a_whole_installation_goes_from_one_database_to_another(
    source: str, target: str, made: Made
) -> None:
    here, there = made(source), made(target)
    await fill(here)
    before = contents(here)
    assert all(before[name] for name in ("games", "entries", "interactions", "outages", "wishes", "results"))
    holdings = await asyncio.to_thread(move, here, there)
    assert (holdings.games, holdings.entries) == (3, 11)
    assert contents(here) == before == contents(there)
    await plays_on(there)


@BOTH
@EITHER
async def test_a_backup_of_either_is_restored_into_either(
    source: str, target: str, made: Made, tmp_path: Path
) -> None:
    here, there = made(source), made(target)
    await fill(here)
    before = contents(here)
    assert back_up(here, tmp_path / "copy.backup").entries == 11
    assert (tmp_path / "copy.backup").stat().st_mode & 0o777 == 0o600
    assert restore(there, tmp_path / "copy.backup", THEN).kept is None
    after = contents(there)
    assert [row[0] for row in after.pop("restored")] == ["CCCCCC", "HM7KPX", "PPPPPP"]
    assert before.pop("restored") == []
    assert after == before
    await plays_on(there)


async def test_what_a_restore_on_a_server_replaces_is_kept_there(made: Made, tmp_path: Path) -> None:
    url = made("postgresql")
    await fill(url)
    back_up(url, tmp_path / "copy.db")
    await plays_on(url)
    kept = restore(url, tmp_path / "copy.db", THEN).kept
    assert kept == "the schema replaced_20261121_160412 of moved0 on 127.0.0.1"
    played = server().say("SELECT count(*) FROM replaced_20261121_160412.entries", "moved0")
    assert played[0][0] > 11
    assert len(contents(url)["entries"]) == 11
    await plays_on(url)


@pytest.mark.parametrize("is_filled", [True, False])
async def test_a_server_of_an_older_version_is_restored_and_copied_to(
    made: Made, tmp_path: Path, is_filled: bool
) -> None:
    here, there = made("sqlite"), made("postgresql")
    await fill(here)
    back_up(here, tmp_path / "copy.backup")
    migrate_now(there)
    if is_filled:
        await fill(there)
    server().say(
        "ALTER TABLE servers DROP COLUMN web; ALTER TABLE servers DROP COLUMN page;"
        " DROP TABLE clusters; DROP TABLE errands;"
        " ALTER TABLE presence DROP COLUMN cluster; ALTER TABLE presence DROP COLUMN clusters;"
        " ALTER TABLE outages DROP COLUMN cluster; ALTER TABLE outages DROP COLUMN clusters;"
        " UPDATE alembic_version SET version_num = '1.0'",
        "moved0",
    )
    if not is_filled:
        move(here, there)
        assert contents(there) == contents(here)
        return
    with pytest.raises(BadDatabase, match="is not empty"):
        move(here, there)
    assert restore(there, tmp_path / "copy.backup", THEN).kept is not None
    assert contents(there)["games"] == contents(here)["games"]


async def test_a_restore_that_breaks_off_leaves_a_server_as_it_was(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = made("postgresql")
    await fill(url)
    back_up(url, tmp_path / "copy.db")
    await plays_on(url)
    before = contents(url)

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(db_move, "copy_rows", broken)
    with pytest.raises(BadDatabase):
        restore(url, tmp_path / "copy.db", THEN)
    assert contents(url) == before
    assert server().say("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'replaced%'", "moved0") == [
        (0,)
    ]


async def test_a_backup_of_a_server_is_of_one_moment_while_games_are_played(
    made: Made, tmp_path: Path
) -> None:
    url = made("postgresql")
    migrate_now(url)
    store = await Store.open(url, lambda: NOW)
    afloat = asyncio.Event()

    async def play(game: str, channel: int) -> None:
        advance = opened(game)
        while not advance.match.finished:
            await store.commit(change(advance, channel))
            advance = take_one(advance.match)
            if advance.entry.number > 3:
                afloat.set()

    playing = asyncio.gather(*(play(f"G{number:05}", number) for number in range(10)))
    await afloat.wait()
    # The backup checks that every journal ends at its game's position.
    await asyncio.to_thread(back_up, url, tmp_path / "copy.db")
    await playing
    await store.close()


@BOTH
async def test_games_that_are_not_what_was_written_are_named_and_not_copied(
    source: str, made: Made, tmp_path: Path
) -> None:
    here, there = made(source), made("postgresql")
    await fill(here)
    with transaction(read_url(here)) as connection:
        connection.exec_driver_sql(
            "UPDATE entries SET entry = replace(entry, 'Ann', 'Bob') WHERE number = 2 AND game = 'PPPPPP'"
        )
    told: list[str] = []
    with pytest.raises(BadDatabase, match="Game PPPPPP is not what was written: entry 3 does not continue"):
        move(here, there)
    with pytest.raises(BadDatabase, match="Game PPPPPP is not what was written"):
        back_up(here, tmp_path / "copy.backup")
    assert not (tmp_path / "copy.backup").exists()
    assert move(here, there, told.extend).games == 3
    assert len(told) == 1


@EITHER
async def test_what_holds_games_is_not_replaced(target: str, made: Made) -> None:
    here, there = made("sqlite"), made(target)
    await fill(here)
    await fill(there)
    before = contents(there)
    with pytest.raises(BadDatabase, match=r"is not empty\."):
        move(here, there)
    assert contents(there) == before


async def test_a_server_whose_tables_are_empty_takes_games(made: Made) -> None:
    here, there = made("sqlite"), made("postgresql")
    await fill(here)
    migrate_now(there)
    move(here, there)
    assert contents(there) == contents(here)


@BOTH
@EITHER
async def test_nobody_plays_while_a_database_moves(source: str, target: str, made: Made) -> None:
    here, there = made(source), made(target)
    await fill(here)
    for used in (here, there):
        with alone_on(used), pytest.raises(BadDatabase, match="Stop the other bot first"):
            move(here, there)


async def test_rows_that_arrive_otherwise_than_they_left_are_noticed(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = made("sqlite"), made("postgresql")
    await fill(here)
    migrate_now(there)
    with transaction(read_url(there)) as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION slip() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN NEW.events := '[]'; RETURN NEW; END $$"
        )
        connection.exec_driver_sql(
            "CREATE TRIGGER slips BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION slip()"
        )
    with pytest.raises(BadDatabase, match="The rows of “entries” were not copied correctly"):
        move(here, there)
    assert contents(there)["games"] == []


def test_a_database_is_not_carried_to_itself(made: Made) -> None:
    url = made("postgresql")
    with pytest.raises(BadDatabase, match="are the same database"):
        move(url, url)


async def test_on_the_command_line_it_says_what_was_carried(
    made: Made, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, there = made("sqlite"), made("postgresql")
    await fill(here)
    assert main(["copy", here, there]) == 0
    told = capsys.readouterr().out
    assert told.startswith("3 games (3 open) with 11 entries are in both databases now. Every journal was")
    monkeypatch.setenv("DATABASE_URL", there)
    assert main(["backup", str(tmp_path / "copy.backup")]) == 0
    assert main(["restore", str(tmp_path / "copy.backup")]) == 0
    told = capsys.readouterr().out
    assert "is kept as the schema replaced_" in told
    assert main(["copy", "mysql://host/games", there]) == 1
    assert "SQLite or PostgreSQL only" in capsys.readouterr().err
