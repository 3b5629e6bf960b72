"""Discord took a message and the bot did not learn of it; perhaps it is away until Discord has forgotten."""

import pytest

from bot import outbox
from bot.store.errors import NotSaved
from bot.store.rows import PostRow
from sandbox import AnswerLost, Broken, ManualClock, Permission, Persona
from sandbox.permissions import MEMBER_PERMISSIONS
from tests.bot.harbour import Harbour
from tests.faults.mishaps import SILENCE

A_NIGHT = 8 * 60 * 60
"""Seconds."""


@pytest.fixture
async def bo(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> Persona:
    """Bo, whose turn it is in a race with Ann; the next message arrives without the bot learning of it."""
    _, bo = await harbour.race_of_two()
    monkeypatch.setattr(outbox, "FIRST_WAIT", A_NIGHT)
    monkeypatch.setattr(outbox, "LONGEST_WAIT", A_NIGHT)
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    return bo


async def outage(harbour: Harbour, clock: ManualClock) -> None:
    await harbour.stop()
    clock.advance(A_NIGHT)
    await harbour.start()
    await harbour.calm()


async def test_a_message_that_discord_took_before_is_not_sent_twice(
    harbour: Harbour, clock: ManualClock, bo: Persona
) -> None:
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    posts = [post.id for post in harbour.posts()]
    await outage(harbour, clock)
    assert [post.id for post in harbour.posts()] == posts
    assert await harbour.bot.store.due_posts() == []


async def test_a_message_that_discord_took_unnoticed_keeps_its_picture_when_its_turn_is_over(
    harbour: Harbour, bo: Persona
) -> None:
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    missed = harbour.newest
    (picture,) = missed.pictures
    harbour.discord.faults.arm("GET", "/channels/*/messages", Broken(503))
    await harbour.pass_turn(1, 1, 1, 1)
    assert harbour.newest is not missed
    assert missed.buttons == []
    assert [(kept.data, kept.alt) for kept in missed.pictures] == [(picture.data, picture.alt)]


async def test_where_the_channel_may_not_be_read_discord_itself_prevents_a_second_message(
    harbour: Harbour, bo: Persona
) -> None:
    harbour.discord.guild.everyone.permissions = MEMBER_PERMISSIONS & ~Permission.READ_MESSAGE_HISTORY
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    posts = [post.id for post in harbour.posts()]
    await harbour.restart()
    await harbour.calm()
    assert [post.id for post in harbour.posts()] == posts
    assert await harbour.bot.store.due_posts() == []


async def test_a_message_whose_delivery_could_not_be_stored_is_not_sent_twice(
    harbour: Harbour, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await harbour.race_of_two()
    store, before = harbour.bot.store, len(harbour.posts())
    save, unsaved = store.save_post, list[int]()

    async def fail_once(post: PostRow) -> None:
        if post.message == harbour.newest.id and len(harbour.posts()) > before and not unsaved:
            unsaved.append(post.message)
            clock.advance(SILENCE)
            raise NotSaved("the disk is full")
        await save(post)

    monkeypatch.setattr(store, "save_post", fail_once)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.delivered()
    assert unsaved == [harbour.newest.id]
    assert len(harbour.posts()) == before + 1
