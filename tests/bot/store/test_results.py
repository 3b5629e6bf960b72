"""The store keeps the results of finished games."""

from dataclasses import replace

from bot.store.rows import Change
from bot.store.store import Store
from tests.bot.store.samples import ANN, BOB, at_length, result, running, turn


async def test_a_game_that_ends_is_to_be_recorded_until_its_results_are_kept(store: Store) -> None:
    await store.commit(turn(running(), 1))
    assert await store.unrecorded() == []
    end = turn(running(), 2)
    await store.commit(replace(end, game=end.game.with_status("over")))
    assert await store.unrecorded() == ["HM7KPX"]
    await store.record("HM7KPX", [result("HM7KPX", 1), result("HM7KPX", 2, place=2)])
    assert await store.unrecorded() == []
    # A later change of a finished game, such as forgetting a person, does not record the result again.
    again = replace(at_length(running(), 2), version=3, status="over")
    await store.commit(Change(again))
    assert await store.unrecorded() == []
    ann, bob = await store.results_on(77)
    assert (ann, bob) == (
        replace(result("HM7KPX", 1), user=ANN, name="Ann"),
        replace(result("HM7KPX", 2, place=2), user=BOB, name="Bob ⚓"),
    )
    assert await store.results_of(BOB) == [bob]
    assert await store.results_on(78) == []


async def test_who_leaves_the_lists_is_known_for_it_and_comes_back(store: Store) -> None:
    await store.commit(turn(running(), 1))
    await store.record("HM7KPX", [result("HM7KPX", 1), result("HM7KPX", 2, place=2)])
    for listed in (False, False, True, False):
        await store.list_in_records(ANN, listed=listed)
        assert [one.listed for one in await store.results_on(77)] == [listed, True]
    assert (await store.wishes_of(ANN))["unlisted"] == [{"user": ANN}]
    await store.forget(ANN, [])
    assert (await store.wishes_of(ANN))["unlisted"] == []
