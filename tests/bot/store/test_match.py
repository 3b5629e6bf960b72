"""A match that was loaded from the store continues as if it had never left memory."""

from bot.store.store import Store
from rules.engine.verify import verify
from tests.bot.store.matches import change, opened, stored, take_one


async def test_a_match_played_from_the_store_alone_is_the_match_played_in_memory(store: Store) -> None:
    live = opened()
    await store.commit(change(live))
    for _ in range(4):
        live = take_one(live.match)
        again = take_one(await stored(store))
        assert again.entry == live.entry
        assert again.match.position == live.match.position
        await store.commit(change(again))
    assert verify(await stored(store)).problems == ()
