"""All statements of the store use an index, or a table that is small."""

import sqlite3
from dataclasses import replace
from pathlib import Path

from sqlalchemy import event

from bot.store.preferences import Preferences
from bot.store.rows import Change
from bot.store.store import Store
from bot.store.transactions import KEPT, _text
from tests.bot.store.samples import ANN, later, lobby, post, result, running, turn
from tests.bot.store.writers import noticing, writing_file

FOUND_WHOLE = {
    # Each of these indexes contains exactly the rows that the statement needs.
    "SCAN games USING INDEX games_one_open_in_channel",
    "SCAN games USING INDEX games_open_of_creator",
    "SCAN games USING INDEX games_pending",
    "SCAN posts USING INDEX posts_due",
    # An outage changes all deadlines.
    "SCAN awaited USING INDEX awaited_until",
    # The statement returns several counts and reads no table itself.
    "SCAN CONSTANT ROW",
    # The table has only what an earlier run left.
    "SCAN unrecorded",
    # The table has one row for each cluster.
    "SCAN presence",
    # The table has the logins of a day.
    "SCAN logins",
    # Old interactions are searched rarely, and an index would slow down every commit.
    "SCAN interactions",
}


async def ask_everything(store: Store) -> None:
    """Use every method of the store once, except those for a restored backup."""
    await store.commit(Change(lobby(), posts=(post(1),), interaction=9))
    begun = turn(running(), 1, replace(post(1), wanted=2), post(2), interaction=10)
    await store.commit(replace(begun, game=later(begun.game)))
    store.note_post(replace(post(1), shown=1))
    await store.forget_interactions(0)
    await store.game("HM7KPX")
    await store.open_game_in(500)
    await store.latest_game_in(500)
    await store.games_of(ANN)
    await store.open_games()
    await store.open_on_server(77, 25, creator=ANN, id_from="HM", slugs=["nim"])
    await store.count_open(ANN, 77)
    await store.awaited_of(ANN)
    await store.overdue(2_000)
    await store.pending()
    await store.backlog(2_000)
    await store.be_there(2_000)
    await store.be_there(3_000, away_since=2_000)
    await store.last_there()
    await store.to_remind(2_000)
    await store.planned(2_000)
    await store.asked_before(2_000)
    await store.wish(Preferences(ANN, "once"))
    await store.letters(2_000)
    await store.told([])
    await store.entries("HM7KPX")
    await store.entries_between("HM7KPX", 1, 2)
    await store.entries_before("HM7KPX", 2, 50)
    await ask_what_came_of_games(store)
    await store.post(1)
    await store.posts("HM7KPX")
    await store.posts_since("HM7KPX", 1)
    await store.posts_at_hand("HM7KPX")
    await store.due_posts()
    await store.due_posts_of("HM7KPX")
    await store.count_login(1_000, 0)
    await store.logins(0)
    await store.seen(9)
    await store.new_game_id()


async def ask_what_came_of_games(store: Store) -> None:
    await store.begun_games_in(500, 25)
    await store.game_told_by(2**61, 500)
    await store.record("HM7KPX", [result("HM7KPX", 1)])
    await store.unrecorded()
    await store.list_in_records(ANN, listed=False)
    await store.results_on(77)
    await store.results_of(ANN)
    await store.origin_of("HM7KPX")
    await store.set_up(77, lambda settings: replace(settings, hall=500))


async def test_nothing_becomes_slower_with_the_games_that_were_played_before(
    store: Store, path: Path
) -> None:
    said: list[tuple[str, tuple[str | int, ...]]] = []

    def read(_: object, __: object, statement: str, values: tuple[str | int, ...], *___: object) -> None:
        said.append((statement, values))

    def written(statement: str) -> None:
        if statement not in {"BEGIN IMMEDIATE", "COMMIT"}:
            said.append((statement, ()))

    event.listen(store._reading.sync_engine, "before_cursor_execute", read)
    with noticing(await writing_file(store), written):
        await ask_everything(store)
    database = sqlite3.connect(path)
    for statement, parameters in said:
        plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        scans = {step for *_, step in plan if step.startswith("SCAN")}
        assert scans <= FOUND_WHOLE, statement
    database.close()


async def test_everything_can_be_asked(store: Store) -> None:
    await ask_everything(store)
    assert await store.restored() == []


async def test_statements_are_made_into_text_once(store: Store) -> None:
    await ask_everything(store)
    before = _text.cache_info()
    await store.commit(turn(replace(running("PPPPPP", channel=1), version=1), 1, interaction=11))
    assert _text.cache_info().misses == before.misses
    assert before.currsize < KEPT
