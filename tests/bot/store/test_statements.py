"""What the store says to a database, whatever it is asked."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import ClauseElement, Engine, event, make_url

from bot.store.rows import Change
from bot.store.store import Store
from tests.bot.store.samples import ANN, later, lobby, post, running, turn

Values = tuple[str | int, ...] | list[tuple[str | int, ...]]

FOUND_WHOLE = {
    # Both indexes hold only what is looked for.
    "SCAN games USING INDEX games_one_open_in_channel",
    "SCAN posts USING INDEX posts_due",
    # An age is asked for once in a while, and an index would cost every commit.
    "SCAN interactions",
}


async def ask_everything(store: Store) -> None:
    """Use all of the store once."""
    await store.commit(Change(lobby(), posts=(post(1),), interaction=9))
    begun = turn(running(), 1, replace(post(1), wanted=2), post(2), interaction=10)
    await store.commit(replace(begun, game=later(begun.game)))
    await store.save_post(replace(post(1), shown=1))
    await store.forget_interactions(0)
    await store.game("HM7KPX")
    await store.open_game_in(500)
    await store.latest_game_in(500)
    await store.games_of(ANN)
    await store.open_games()
    await store.open_on_server(77, 25, creator=ANN, id_from="HM", slugs=["nim"])
    await store.awaited_of(ANN)
    await store.overdue(2_000)
    await store.entries("HM7KPX")
    await store.entries_between("HM7KPX", 1, 2)
    await store.entries_before("HM7KPX", 2, 50)
    await store.post(1)
    await store.posts("HM7KPX")
    await store.newest_post("HM7KPX")
    await store.due_posts()
    await store.due_posts_of("HM7KPX")
    await store.seen(9)
    await store.new_game_id()


@contextmanager
def listening(store: Store, moment: str, listener: Callable[..., None]) -> Iterator[None]:
    engines: tuple[Engine, Engine] = (store._reading.sync_engine, store._writer._engine.sync_engine)
    for engine in engines:
        event.listen(engine, moment, listener)
    yield
    for engine in engines:
        event.remove(engine, moment, listener)


async def test_nothing_becomes_slower_with_the_games_that_were_played_before(
    store: Store, path: Path
) -> None:
    said: list[tuple[str, tuple[str | int, ...]]] = []

    def note(_: object, __: object, statement: str, values: Values, *___: object) -> None:
        if not statement.startswith("BEGIN"):
            said.append((statement, values[0] if isinstance(values, list) else values))

    with listening(store, "before_cursor_execute", note):
        await ask_everything(store)
    database = sqlite3.connect(path)
    for statement, parameters in said:
        plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        scans = {step for *_, step in plan if step.startswith("SCAN")}
        assert scans <= FOUND_WHOLE, statement
    database.close()


async def test_every_statement_can_also_be_said_to_postgresql(store: Store) -> None:
    said: list[ClauseElement] = []

    def note(_: object, statement: object, *__: object) -> None:
        if isinstance(statement, ClauseElement):
            said.append(statement)

    with listening(store, "before_execute", note):
        await ask_everything(store)
    assert len(said) > 20
    dialect = make_url("postgresql+asyncpg://").get_dialect()()
    for statement in said:
        statement.compile(dialect=dialect)
