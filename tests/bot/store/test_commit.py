import asyncio
from dataclasses import replace

import pytest

from bot.store.errors import AlreadyDone, ChannelTaken, Conflict
from bot.store.rows import Change
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError
from tests.bot.store.samples import at_length, entry, later, lobby, post, running, turn


async def outcomes(store: Store, *changes: Change) -> list[type[BaseException] | None]:
    """Return the results of changes that wait at the same time."""
    results = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    return [None if result is None else type(result) for result in results]


async def test_an_interaction_has_its_effect_once(store: Store) -> None:
    await store.commit(Change(lobby(), interaction=9))
    with pytest.raises(AlreadyDone):
        await store.commit(Change(replace(lobby(), preset="printed"), interaction=9))
    assert await store.game("HM7KPX") == lobby()


async def test_an_interaction_that_arrives_twice_at_once_has_its_effect_once(store: Store) -> None:
    twice = turn(running(), 1, interaction=9)
    assert await outcomes(store, twice, twice) == [None, AlreadyDone]


async def test_an_interaction_is_seen_after_its_commit_and_not_before(store: Store) -> None:
    assert not await store.seen(2**62)
    await store.commit(Change(lobby(), interaction=2**62))
    assert await store.seen(2**62)


async def test_a_refused_change_s_interaction_may_come_again(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.commit(turn(running(), 2, interaction=9))
    assert not await store.seen(9)


async def test_interactions_are_forgotten_by_their_age_on_discord_s_clock(store: Store) -> None:
    old, new = 1_000_000 << 22, 1_060_000 << 22
    await store.commit(Change(lobby(), interaction=old))
    await store.commit(Change(later(lobby()), interaction=new))
    await store.forget_interactions(60)
    assert await store.seen(old)
    await store.forget_interactions(59)
    assert not await store.seen(old)
    assert await store.seen(new)


async def test_where_no_interaction_is_known_none_is_forgotten(store: Store) -> None:
    await store.forget_interactions(0)
    assert not await store.seen(9)


async def test_changes_without_an_interaction_follow_each_other(store: Store) -> None:
    assert await outcomes(store, Change(lobby()), Change(later(lobby()))) == [None, None]


async def test_of_two_changes_to_one_lobby_as_it_stood_the_first_is_kept(store: Store) -> None:
    await store.commit(Change(lobby()))
    first, second = (replace(later(lobby()), preset=preset) for preset in ("printed", "wild"))
    assert await outcomes(store, Change(first), Change(second)) == [None, Conflict]
    with pytest.raises(Conflict):
        await store.commit(Change(second))
    assert await store.game("HM7KPX") == first


@pytest.mark.parametrize("changes", [-1, 0, 2])
async def test_a_change_must_be_the_next_of_its_game(store: Store, changes: int) -> None:
    await store.commit(Change(lobby()))
    await store.commit(Change(later(lobby())))
    with pytest.raises(Conflict):
        await store.commit(Change(later(lobby(), 1 + changes)))
    assert await store.game("HM7KPX") == later(lobby())


async def test_a_game_that_is_stored_cannot_be_opened_again(store: Store) -> None:
    await store.commit(Change(lobby().with_status("cancelled")))
    with pytest.raises(Conflict):
        await store.commit(Change(lobby()))


@pytest.mark.parametrize("wanted", [1, 2, 4])
async def test_a_post_must_be_the_next_version_of_what_is_stored(store: Store, wanted: int) -> None:
    await store.commit(turn(running(), 1, post(1)))
    await store.commit(turn(running(), 2, replace(post(1), wanted=2)))
    with pytest.raises(Conflict):
        await store.commit(turn(running(), 3, replace(post(1), wanted=wanted, last=9)))
    assert await store.posts("HM7KPX") == [replace(post(1), wanted=2)]
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]


async def test_changes_that_wait_together_may_go_on_with_a_post(store: Store) -> None:
    changes = [turn(running(), number, replace(post(1), wanted=number)) for number in (1, 2, 3)]
    assert await outcomes(store, *changes) == [None, None, None]
    assert await store.posts("HM7KPX") == [replace(post(1), wanted=3)]


@pytest.mark.parametrize("number", [1, 2, 4])
async def test_an_entry_must_follow_the_last_one(store: Store, number: int) -> None:
    await store.commit(turn(running(), 1))
    await store.commit(turn(running(), 2))
    with pytest.raises(Conflict):
        await store.commit(turn(running(), number))
    assert await store.entries("HM7KPX") == [entry(1), entry(2)]
    assert await store.game("HM7KPX") == at_length(running(), 2)


async def test_of_two_entries_for_one_place_the_first_is_kept(store: Store) -> None:
    assert await outcomes(store, turn(running(), 1), turn(running(), 1)) == [None, Conflict]


async def test_entries_that_wait_together_continue_each_other(store: Store) -> None:
    changes = [turn(running(), number) for number in (1, 2, 3)]
    assert await outcomes(store, *changes) == [None, None, None]
    assert await store.entries("HM7KPX") == [entry(1), entry(2), entry(3)]
    assert await store.game("HM7KPX") == changes[-1].game


async def test_a_change_without_an_entry_must_stand_at_the_end_of_the_journal(store: Store) -> None:
    await store.commit(turn(running(), 1))
    await store.commit(turn(running(), 2))
    with pytest.raises(Conflict):
        await store.commit(Change(at_length(running(), 1)))
    assert await store.game("HM7KPX") == at_length(running(), 2)


async def test_a_channel_has_one_open_game(store: Store) -> None:
    await store.commit(Change(lobby()))
    with pytest.raises(ChannelTaken):
        await store.commit(Change(lobby("PPPPPP")))
    assert await store.game("PPPPPP") is None


async def test_of_two_games_opened_in_a_channel_at_once_the_first_gets_it(store: Store) -> None:
    assert await outcomes(store, Change(lobby()), Change(lobby("PPPPPP"))) == [None, ChannelTaken]


async def test_a_channel_is_free_again_in_the_moment_its_game_ends(store: Store) -> None:
    await store.commit(Change(lobby()))
    ended = Change(later(lobby()).with_status("cancelled"))
    assert await outcomes(store, ended, Change(lobby("PPPPPP"))) == [None, None]
    assert await store.open_game_in(500) == lobby("PPPPPP")


async def test_a_game_moves_only_to_a_free_channel(store: Store) -> None:
    await store.commit(Change(lobby()))
    await store.commit(Change(lobby("PPPPPP", channel=501)))
    with pytest.raises(ChannelTaken):
        await store.commit(Change(later(lobby(channel=501))))
    await store.commit(Change(later(lobby(channel=502))))
    assert await store.open_game_in(500) is None
    assert await store.open_game_in(502) == later(lobby(channel=502))


async def test_games_that_change_places_at_once_are_all_kept(store: Store) -> None:
    # Both games are written together. One game moves to a channel before the other game has left it.
    await store.commit(Change(lobby("PPPPPP", channel=1)))
    await store.commit(Change(lobby("CCCCCC", channel=2)))
    moves = [
        Change(later(lobby("PPPPPP", channel=3))),
        Change(later(lobby("CCCCCC", channel=1))),
        Change(later(lobby("PPPPPP", channel=2), 2)),
    ]
    assert await outcomes(store, *moves) == [None, None, None]
    assert await store.open_game_in(1) == moves[1].game
    assert await store.open_game_in(2) == moves[2].game


async def test_a_refusal_concerns_only_its_own_change(store: Store) -> None:
    changes = [turn(running("PPPPPP", channel=1), 1), turn(running("CCCCCC", channel=2), 7), Change(lobby())]
    assert await outcomes(store, *changes) == [None, Conflict, None]
    assert [row.id for row in await store.open_games()] == ["HM7KPX", "PPPPPP"]


async def test_a_refused_change_writes_none_of_its_parts(store: Store) -> None:
    await store.commit(turn(running(), 1, post(1)))
    with pytest.raises(Conflict):
        await store.commit(turn(running(), 3, post(2), interaction=9))
    assert await store.posts("HM7KPX") == [post(1)]
    assert await store.entries("HM7KPX") == [entry(1)]
    assert not await store.seen(9)


@pytest.mark.parametrize("refusal", [AlreadyDone(), ChannelTaken(), Conflict("why")])
def test_every_refusal_is_a_sentence_for_people(refusal: HarbourmasterError) -> None:
    assert refusal.message.endswith(".")
    assert "why" not in refusal.message
