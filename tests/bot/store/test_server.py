"""A database server on bad days: nothing acknowledged is lost, and nothing is done twice."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from secrets import token_hex

import pytest
from sqlalchemy import Executable, delete
from sqlalchemy.exc import DBAPIError

from bot.service.config import Settings
from bot.store import postgresql
from bot.store import store as store_module
from bot.store.addresses import read_url
from bot.store.database import transaction
from bot.store.errors import BadDatabase, NotRead, NotSaved, Unclear
from bot.store.lock import InUse, alone_on
from bot.store.migrate import HEAD, migrate_now
from bot.store.rows import Change
from bot.store.schema import games
from bot.store.store import Store
from bot.store.transactions import DriverSession, Parameters
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import entry, lobby, post, running, turn
from tests.bot.store.wire import Wire
from tests.bot.store.writers import counted, tell_writer, transactions_of
from tests.postgresql import Server, needs_server, server

ROOT = Path(__file__).parents[3]

PAGE = 8_192
"""The bytes by which the server's files grow."""


@pytest.fixture
def there() -> Iterator[Server]:
    """Return a running server. If a test stops the server, it is restarted after the test."""
    needs_server()
    found = server()
    yield found
    if found.process.poll() is not None:
        found.start()


@pytest.fixture
def url(there: Server) -> Iterator[str]:
    with there.blank() as address:
        yield address
        if there.process.poll() is not None:
            there.start()


@pytest.fixture
def wire(there: Server) -> Iterator[Wire]:
    laid = Wire(there.port)
    yield laid
    laid.close()


@pytest.fixture
async def far(url: str, wire: Wire, there: Server) -> AsyncIterator[Store]:
    """Return a store that reaches its server through the wire."""
    opened = await Store.open(url.replace(str(there.port), str(wire.port)), lambda: NOW)
    yield opened
    wire.mend()
    await opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wait for a server that is gone."""
    for module in (postgresql, store_module):
        monkeypatch.setattr(module, "PATIENCE", 0.2)


@contextmanager
def saying(statement: int, said: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Execute `said` just before the writer's statement number `statement`. The next statement is 1."""
    numbers, execute = count(1), DriverSession.execute

    def instead(session: DriverSession, spoken: Executable, values: Parameters) -> object:
        if next(numbers) == statement:
            session._connection.cursor().execute(said, None)
        return execute(session, spoken, values)

    with monkeypatch.context() as patch:
        patch.setattr(DriverSession, "execute", instead)
        yield


async def play(store: Store, games: int = 5, turns: int = 6) -> list[BaseException | None]:
    """Play `games` games concurrently. Returns the error of each turn, or `None`."""

    async def one(number: int) -> list[BaseException | None]:
        row = running(f"G{number:05}", channel=number)
        steps = [turn(row, step, interaction=100 * number + step) for step in range(1, turns + 1)]
        return [await outcome(store, step) for step in steps]

    return [told for one_game in await asyncio.gather(*map(one, range(games))) for told in one_game]


async def outcome(store: Store, change: Change) -> BaseException | None:
    """Return the error of a change, or `None`."""
    (told,) = await asyncio.gather(store.commit(change), return_exceptions=True)
    return told


# The connection


async def test_a_server_that_is_killed_and_started_anew_interrupts_nobody(
    store: Store, there: Server
) -> None:
    playing = asyncio.create_task(play(store, turns=40))
    while not await store.entries("G00000", after=5):
        pass
    there.kill()
    there.start()
    assert set(await playing) == {None}
    for number in range(5):
        assert await store.entries(f"G{number:05}") == [entry(step) for step in range(1, 41)]


@pytest.mark.usefixtures("impatient")
async def test_while_a_server_is_away_people_are_told_so_and_afterwards_all_goes_on(
    store: Store, there: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await store.commit(turn(running(), 1))
    there.kill()
    with pytest.raises(NotSaved) as refused:
        await store.commit(turn(running(), 2))
    assert not isinstance(refused.value, Unclear)
    with pytest.raises(NotRead):
        await store.entries("HM7KPX")
    assert "The database blank on 127.0.0.1 cannot be reached" in caplog.text
    assert "Traceback" not in caplog.text
    there.start()
    await store.commit(turn(running(), 2))
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]


@pytest.mark.parametrize("statement", range(1, 8))
async def test_wherever_the_connection_that_writes_is_cut_the_change_is_made_once(
    store: Store, statement: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.commit(turn(running(), 1, post(1), interaction=8))
    with saying(statement, "SELECT pg_terminate_backend(pg_backend_pid())", monkeypatch):
        await store.commit(turn(running(), 2, replace(post(1), wanted=2), interaction=9))
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]
    assert await store.posts("HM7KPX") == [replace(post(1), wanted=2)]


async def test_connections_that_read_are_made_anew(store: Store, there: Server) -> None:
    await store.commit(Change(lobby()))
    await asyncio.gather(*(store.game("HM7KPX") for _ in range(3)))
    there.cut("blank")
    assert await asyncio.gather(*(store.game("HM7KPX") for _ in range(3))) == [lobby()] * 3


async def test_a_change_whose_answer_is_lost_on_the_way_is_made_once(
    far: Store, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[bool] = []
    is_committed = postgresql.PostgresTransactions._is_committed

    def ask(transactions: postgresql.PostgresTransactions, number: str, give_up: float) -> bool:
        found.append(is_committed(transactions, number, give_up))
        return found[-1]

    monkeypatch.setattr(postgresql.PostgresTransactions, "_is_committed", ask)
    wire.lose_answer_to(b"COMMIT\0")
    await far.commit(turn(running(), 1, interaction=9))
    assert found == [True]
    assert await far.entries("HM7KPX") == [entry(1)]
    await far.commit(turn(running(), 2))


async def test_a_change_that_is_lost_on_its_way_is_made_anew(far: Store, wire: Wire) -> None:
    await far.commit(turn(running(), 1))
    begun = counted(far)
    wire.lose_answer_to(b"READ COMMITTED\0")
    await far.commit(turn(running(), 2))
    assert begun == [None]
    assert await far.entries("HM7KPX") == [entry(1), entry(2)]


async def test_a_server_that_took_over_and_never_heard_of_a_transaction_has_not_committed_it(
    store: Store,
) -> None:
    await store.commit(turn(running(), 1))
    transactions = transactions_of(store)
    assert isinstance(transactions, postgresql.PostgresTransactions)
    assert not transactions._is_committed(str(2**40), 0)


@pytest.mark.usefixtures("impatient")
async def test_who_cannot_be_told_whether_it_was_saved_is_told_that(far: Store, wire: Wire) -> None:
    await far.commit(turn(running(), 1))
    wire.lose_answer_to(b"COMMIT\0", comes_back=False)
    with pytest.raises(Unclear, match="not known yet whether this was saved"):
        await far.commit(turn(running(), 2, interaction=9))
    wire.mend()
    assert await far.entries("HM7KPX") == [entry(1), entry(2)]
    assert await far.seen(9)
    await far.commit(turn(running(), 3))


# Errors of a server


@pytest.mark.parametrize("number", ["40001", "40P01"])
async def test_where_others_come_between_it_is_tried_again(
    store: Store, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = counted(store)
    with saying(2, f"DO $$ BEGIN RAISE SQLSTATE '{number}'; END $$", monkeypatch):
        await store.commit(turn(running(), 1, interaction=9))
    assert begun == [None]
    assert await store.entries("HM7KPX") == [entry(1)]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("53100", "its server's disk is full"),
        ("53200", "lacks resources"),
        ("25006", "may not be written"),
        ("42501", "Give its user the right"),
        ("57014", "took too long"),
        ("58030", "Check the disk"),
        ("XX001", "is damaged"),
    ],
)
async def test_what_the_server_cannot_do_is_refused_for_all_and_told_to_the_host(
    number: str, told: str, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    changes = [turn(running("PPPPPP", channel=1), 1), turn(running(), 1)]
    refusing = f"DO $$ BEGIN RAISE SQLSTATE '{number}'; END $$"
    with saying(2, refusing, monkeypatch):
        refused = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    if number != "XX001":  # One of the changes caused the damage, and the other is saved.
        assert [type(one) for one in refused] == [NotSaved] * 2
        assert told in caplog.text
    for change, refusal in zip(changes, refused, strict=True):
        assert (await store.game(change.game.id) is None) == (refusal is not None)
    await store.commit(turn(running("CCCCCC", channel=3), 1))


async def test_a_disk_that_is_full_refuses_changes_until_there_is_room(
    store: Store, there: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await store.commit(turn(running(), 1))
    [(folder,)] = there.say("SHOW data_directory")
    [(file,)] = there.say(
        "SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE relname = 'games'", "blank"
    )
    backend = await tell_writer(store, "SELECT pg_backend_pid()")
    large = replace(lobby("PPPPPP", channel=1), options={"chart": token_hex(40_000)})
    there.limit_files(backend, (Path(folder) / file).stat().st_size + PAGE // 2)
    with pytest.raises(NotSaved):
        await store.commit(Change(large))
    assert "its server's disk is full" in caplog.text
    assert await store.game("PPPPPP") is None
    there.limit_files(backend, None)
    await store.commit(Change(large))
    assert await store.game("PPPPPP") == large


async def test_a_row_that_does_not_fit_is_not_told_in_the_log(
    store: Store, there: Server, caplog: pytest.LogCaptureFixture
) -> None:
    there.say("ALTER TABLE games ADD CONSTRAINT none CHECK (slug = '') NOT VALID", "blank")
    try:
        with pytest.raises(NotSaved) as refused:
            await store.commit(turn(running(), 1))
    finally:
        there.say("ALTER TABLE games DROP CONSTRAINT none", "blank")
    assert "CheckViolation" in caplog.text
    for told in (caplog.text, refused.value.detail):
        assert "Failing row" not in told
        assert "left" not in told


async def test_everything_else_goes_on_while_a_change_waits_for_a_slow_server(
    store: Store, there: Server
) -> None:
    await store.commit(turn(running(), 1))
    with there.connection("blank") as other:
        other.execute("BEGIN; LOCK TABLE entries IN EXCLUSIVE MODE")
        waiting = asyncio.create_task(store.commit(turn(running(), 2)))
        for _ in range(20):
            assert await store.entries("HM7KPX") == [entry(1)]
        assert not waiting.done()
        other.execute("ROLLBACK")
    await waiting
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]


async def test_a_change_is_refused_while_another_program_does_not_stop_writing(
    store: Store, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await tell_writer(store, "SET lock_timeout = 10")
    with transaction(read_url(url)), pytest.raises(NotSaved):
        await store.commit(Change(lobby()))
    assert "is in use by another program" in caplog.text
    await store.commit(Change(lobby()))
    assert await store.game("HM7KPX") == lobby()


async def test_of_several_servers_the_one_that_takes_changes_is_found_again(
    url: str, wire: Wire, there: Server
) -> None:
    hosts = f"?host=127.0.0.1:{wire.port}&host=127.0.0.1:{there.port}&target_session_attrs=read-write"
    store = await Store.open(f"{url.partition('@')[0]}@/blank{hosts}", lambda: NOW)
    await store.commit(turn(running(), 1))
    wire.close()
    await store.commit(turn(running(), 2))
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]
    await store.close()


async def test_a_connection_that_reads_cannot_write(store: Store) -> None:
    for _ in range(2):
        async with store._reading.connect() as connection:
            with pytest.raises(DBAPIError, match="read-only transaction"):
                await connection.execute(delete(games))


# Who may write


def test_databases_of_one_server_have_locks_of_their_own(url: str, there: Server) -> None:
    with there.fresh() as other, alone_on(url), alone_on(there.url(other)):
        pass


def test_a_bot_that_is_alone_keeps_what_breaks_in_it(url: str) -> None:
    with pytest.raises(OSError, match="of its own"), alone_on(url):
        raise OSError("of its own")


def test_a_second_bot_is_told_of_the_first(url: str) -> None:
    told = pytest.raises(InUse, match=r"\(process \d+ on .+\) is running on the database blank")
    with alone_on(url), told, alone_on(url):
        pass


# Unusable databases


def complaint(url: str) -> str:
    """Return the error about an address."""
    with pytest.raises(BadDatabase) as refused:
        migrate_now(url)
    with pytest.raises(BadDatabase), alone_on(url):
        migrate_now(url)
    assert "secret" not in refused.value.message
    return refused.value.message


def test_a_server_that_is_not_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    said = complaint(f"postgresql://ann:secret@127.0.0.1:{port}/games")
    assert said.startswith("The database games on 127.0.0.1 cannot be reached: connection failed")
    assert said.endswith("Connection refused. Check that its server runs and that DATABASE_URL is right.")


def test_a_database_that_is_not_on_the_server(there: Server) -> None:
    assert '"nowhere" does not exist' in complaint(there.url("nowhere"))


def test_a_database_that_cannot_hold_all_names(there: Server) -> None:
    with there.fresh() as name:
        there.say(f"CREATE DATABASE {name}ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
        try:
            assert "SQL_ASCII, which cannot hold all names" in complaint(there.url(f"{name}ascii"))
        finally:
            there.say(f"DROP DATABASE {name}ascii WITH (FORCE)")


def test_a_database_of_another_program(there: Server) -> None:
    with there.fresh() as name:
        there.say("CREATE TABLE bookmarks (address TEXT)", name)
        assert "belongs to another program" in complaint(there.url(name))


def test_a_database_of_a_newer_program(url: str, there: Server) -> None:
    there.say("UPDATE alembic_version SET version_num = '9999'", "blank")
    try:
        assert "newer Harbourmaster" in complaint(url)
    finally:
        there.say(f"UPDATE alembic_version SET version_num = '{HEAD}'", "blank")  # noqa: S608


def test_a_server_that_is_too_old(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "OLDEST", 99)
    assert "99 or newer is needed" in complaint(url)


def test_where_its_driver_is_missing_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.store.postgresql")
    monkeypatch.delattr("bot.store.postgresql")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'psycopg[binary]'" in complaint("postgresql://ann:secret@host/games")


def test_who_keeps_games_in_a_file_loads_nothing_for_servers() -> None:
    program = "import sys, bot.cli.run; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_settings_that_are_shown_do_not_show_the_password() -> None:
    settings = Settings.model_validate({"database_url": "postgresql://ann:secret@host/games"})
    assert settings.database_url.endswith("@host/games")
    assert "secret" not in f"{settings} {settings!r}"


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_a_server_is_spoken_to_in_one_way_by_whatever_name(kind: str) -> None:
    assert read_url(f"{kind}://host/games").drivername == "postgresql+psycopg"
