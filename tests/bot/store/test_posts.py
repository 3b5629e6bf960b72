import asyncio
from dataclasses import replace

import pytest

from bot.store.rows import Change, PostKind, PostRow
from bot.store.store import Store
from tests.bot.store.samples import lobby, post, running, turn


@pytest.fixture
async def afloat(store: Store) -> Store:
    """Return a store with one game and its post 1, which has not been sent."""
    await store.commit(turn(running(), 1, post(1)))
    return store


async def test_a_post_is_read_as_it_was_written(afloat: Store) -> None:
    assert await afloat.post(1) == post(1)
    assert await afloat.post(2) is None


async def test_a_game_s_posts_are_read_oldest_first(afloat: Store) -> None:
    await afloat.commit(turn(running(), 2, post(9), post(8)))
    await afloat.commit(Change(lobby("PPPPPP", channel=1), posts=(post(5, "PPPPPP"),)))
    assert await afloat.posts("HM7KPX") == [post(1), post(8), post(9)]
    assert await afloat.posts_at_hand("HM7KPX") == [post(9)]
    assert await afloat.posts_at_hand("CCCCCC") == []


async def test_open_calls_and_reminders_are_at_hand_with_the_newest_turn(afloat: Store) -> None:
    def calling(identity: int, kind: PostKind, *, live: bool = True) -> PostRow:
        return replace(post(identity), kind=kind, live=live)

    older, closed = calling(2, "reminder"), calling(3, "reminder", live=False)
    call, answered = calling(10, "call"), calling(11, "call", live=False)
    await afloat.commit(turn(running(), 2, calling(4, "late"), older, closed, post(9), call, answered))
    assert await afloat.posts_at_hand("HM7KPX") == [older, call, post(9)]


async def test_progress_of_a_delivery_is_kept(afloat: Store) -> None:
    sent = replace(
        post(1),
        message=2**62,
        shown=1,
        attempts=2,
        retry=7,
        picture="board.png",
        alt="A board",
        attachment=2**61,
    )
    afloat.note_post(sent)
    assert await afloat.post(1) == sent


async def test_a_delivery_does_not_overwrite_what_the_post_should_be_by_now(afloat: Store) -> None:
    read = await afloat.post(1)
    assert read is not None
    newer = replace(post(1), wanted=2, last=5, live=False, called=(), turn="turn 5")
    await afloat.commit(turn(running(), 2, newer))
    afloat.note_post(replace(read, message=70, shown=1))
    assert await afloat.post(1) == replace(newer, message=70, shown=1)


async def test_a_change_does_not_overwrite_how_far_the_post_has_got(afloat: Store) -> None:
    afloat.note_post(replace(post(1), message=70, shown=1, attempts=3, retry=8, picture="a.png", alt="A"))
    await afloat.commit(turn(running(), 2, replace(post(1), wanted=2)))
    expected = replace(post(1), wanted=2, message=70, shown=1, attempts=3, retry=8, picture="a.png", alt="A")
    assert await afloat.post(1) == expected


async def test_a_delivery_and_a_change_at_once_keep_what_both_say(afloat: Store) -> None:
    afloat.note_post(replace(post(1), message=70, shown=1))
    change = asyncio.create_task(afloat.commit(turn(running(), 2, replace(post(1), wanted=2, last=5))))
    afloat.note_post(replace(post(1), message=70, shown=1, attempts=1))
    await change
    assert await afloat.post(1) == replace(post(1), wanted=2, last=5, message=70, shown=1, attempts=1)


async def test_a_post_given_up_by_a_change_is_not_revived_by_a_delivery(afloat: Store) -> None:
    await afloat.commit(turn(running(), 2, replace(post(1), wanted=2, gone=True)))
    afloat.note_post(replace(post(1), message=70))
    assert await afloat.post(1) == replace(post(1), wanted=2, message=70, gone=True)


async def test_a_post_given_up_by_a_delivery_is_not_revived_by_a_change(afloat: Store) -> None:
    afloat.note_post(replace(post(1), gone=True))
    await afloat.commit(turn(running(), 2, replace(post(1), wanted=2)))
    assert await afloat.post(1) == replace(post(1), wanted=2, gone=True)


async def test_a_delivery_makes_no_post(afloat: Store) -> None:
    afloat.note_post(post(2))
    assert await afloat.post(2) is None


async def test_a_post_is_due_until_what_is_shown_is_what_is_wanted(afloat: Store) -> None:
    assert await afloat.due_posts() == [post(1)]
    afloat.note_post(replace(post(1), shown=1))
    assert await afloat.due_posts() == []
    await afloat.commit(turn(running(), 2, replace(post(1), wanted=2)))
    assert await afloat.due_posts() == [replace(post(1), wanted=2, shown=1)]


async def test_a_post_given_up_is_never_due(afloat: Store) -> None:
    afloat.note_post(replace(post(1), gone=True))
    assert await afloat.due_posts() == []
    assert await afloat.due_posts_of("HM7KPX") == []


async def test_a_failed_post_is_due_again_when_its_time_has_come(afloat: Store) -> None:
    waiting = replace(post(1), attempts=1, retry=600)
    afloat.note_post(waiting)
    assert await afloat.due_posts(599) == []
    assert await afloat.due_posts(600) == [waiting]
    assert await afloat.due_posts() == [waiting]


async def test_a_game_s_due_posts_are_all_that_wait_however_long(afloat: Store) -> None:
    await afloat.commit(turn(running(), 2, post(3), post(2)))
    await afloat.commit(Change(lobby("PPPPPP", channel=1), posts=(post(4, "PPPPPP"),)))
    afloat.note_post(replace(post(1), retry=600))
    afloat.note_post(replace(post(2), shown=1))
    assert await afloat.due_posts_of("HM7KPX") == [replace(post(1), retry=600), post(3)]
