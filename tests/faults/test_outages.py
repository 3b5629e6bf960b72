"""The bot does not know that Discord accepted a message, sometimes until Discord forgets the nonce."""

import time

import pytest

from bot.client import Harbourmaster
from bot.posts import retries
from sandbox import AnswerLost, Broken, ManualClock, Permission, Persona
from sandbox.world.permissions import MEMBER_PERMISSIONS
from tests.bot.harbour import NOON, Harbour
from tests.bot.store.writers import allow_writing, forbid_writing
from tests.faults.mishaps import SILENCE

SIX_HOURS = 6 * 60 * 60
A_NIGHT = 8 * 60 * 60
"""The length of a night in seconds."""


@pytest.fixture
async def bo(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> Persona:
    """Return Bo, whose turn it is. The bot does not learn that its next message was sent."""
    _, bo = await harbour.race_of_two()
    monkeypatch.setattr(retries, "FIRST_WAIT", A_NIGHT)
    monkeypatch.setattr(retries, "LONGEST_WAIT", A_NIGHT)
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
    await harbour.pass_turn(1, 1, 1, 1)
    harbour.bot.outbox.hurry(harbour.discord.guild.id)
    await harbour.delivered()
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


async def test_a_message_of_which_a_crash_made_the_store_forget_is_not_sent_twice(
    harbour: Harbour, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await harbour.race_of_two()
    monkeypatch.setattr(harbour.bot.store, "note_post", lambda _: None)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    posts = [post.id for post in harbour.posts()]
    clock.advance(SILENCE)
    await harbour.restart()
    await harbour.delivered()
    assert [post.id for post in harbour.posts()] == posts
    told = await harbour.bot.store.posts((await harbour.table()).row.id)
    assert [post.message for post in told] == posts


async def test_while_posts_cannot_be_stored_they_are_shown_all_the_same(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    await harbour.race_of_two()
    store = harbour.bot.store
    harbour.discord.faults.arm("POST", "/channels/*/messages", Broken(503))
    await harbour.skip()
    await forbid_writing(store)
    harbour.bot.outbox.hurry(harbour.discord.guild.id)
    await harbour.calm()
    assert [bool(post.buttons) for post in harbour.posts()[-2:]] == [False, True]
    assert await store.due_posts()
    assert "not written" in caplog.text
    await allow_writing(store)
    await harbour.skip()
    await harbour.delivered()
    told = await store.posts((await harbour.table()).row.id)
    assert [post.message for post in told] == [post.id for post in harbour.posts()]


# Messages about outages


def at(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    """Set the time of the bot, and of any bot that is started later."""
    monkeypatch.setattr(Harbourmaster, "now", staticmethod(lambda: now))
    harbour.bot.tables.now = Harbourmaster.now


async def test_what_is_done_as_soon_as_the_bot_is_back_took_none_of_the_time_it_was_away(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night without the bot is not a player's time, even before the clock's first check."""
    at(harbour, monkeypatch, NOON)
    # Before the change of the clock, the bot may have noted its presence by the machine's clock.
    await harbour.note_presence()
    ann, bo = await harbour.race_of_two()
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.stop()
    at(harbour, monkeypatch, NOON + A_NIGHT)
    await harbour.start()
    await harbour.gm(ann, "end", reason="Ann sails to work")
    await harbour.calm()
    assert "3 turns in less than a minute" in harbour.newest.text


async def test_the_figures_of_a_game_stay_as_they_were_told_whatever_is_found_out_later(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a correction of the clock, an outage may lie in the time of a game that is already over."""
    at(harbour, monkeypatch, NOON)
    ann, bo = await harbour.race_of_two()
    at(harbour, monkeypatch, NOON + 2 * A_NIGHT)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.gm(ann, "end", reason="Ann sails to work")
    await harbour.calm()
    assert "3 turns in 16 h" in harbour.newest.text
    told = (await harbour.told(await ann.slash("/watch stats"))).text
    kept = await harbour.bot.store.results_on(harbour.discord.guild.id)
    await harbour.bot.store.be_there(NOON + A_NIGHT, NOON)
    await harbour.restart()
    assert (await harbour.told(await ann.slash("/watch stats"))).text == told
    await harbour.bot.tables.results.keep((await harbour.table()).row)
    assert await harbour.bot.store.results_on(harbour.discord.guild.id) == kept


# Other people's messages, and wrong clocks


@pytest.fixture(params=[-SIX_HOURS, SIX_HOURS], ids=["clock behind", "clock ahead"])
def wrong_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot's clock be wrong by hours."""
    away: int = request.param
    monkeypatch.setattr(Harbourmaster, "now", staticmethod(lambda: int(time.time()) + away))


async def chat(person: Persona, messages: int) -> None:
    for number in range(messages):
        await person.say(f"Ahoy {number}!")


async def test_a_turn_that_discord_took_unnoticed_is_found_among_thousands_of_messages(
    wrong_clock: None, harbour: Harbour, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await harbour.race_of_two()
    monkeypatch.setattr(retries, "FIRST_WAIT", A_NIGHT)
    # No command caused this turn. Only the previous post is known to be older than the turn's post.
    await chat(ann, 1500)
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    await harbour.skip()
    missed = harbour.newest
    await chat(ann, 1500)
    await outage(harbour, clock)
    posts = [post for post in harbour.posts() if post.author.bot]
    assert posts[-1] is missed
    assert [post.message for post in await harbour.bot.store.posts((await harbour.table()).row.id)] == [
        post.id for post in posts
    ]


async def test_a_lobby_that_discord_took_unnoticed_is_found_in_a_channel_with_a_past(
    wrong_clock: None, harbour: Harbour, clock: ManualClock
) -> None:
    (ann,) = harbour.people("Ann")
    await chat(ann, 1500)
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    await ann.slash("/play", game="port_flower")
    await harbour.until(lambda: not harbour.discord.faults.waiting)
    await chat(ann, 1500)
    await outage(harbour, clock)
    (lobby,) = [post for post in harbour.posts() if post.author.bot]
    await harbour.told(await ann.press(lobby, "Options"))
    # The time of the command that opened the lobby is known. The lobby is among the first messages after it.
    assert len(harbour.discord.journal.find("GET", "/channels/*/messages")) == 1


async def test_of_two_posts_under_way_neither_is_lost_or_doubled(
    harbour: Harbour, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.race_of_two()
    monkeypatch.setattr(retries, "FIRST_WAIT", A_NIGHT)
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    await harbour.skip()
    await harbour.skip()
    await outage(harbour, clock)
    told = [post.message for post in await harbour.bot.store.posts((await harbour.table()).row.id)]
    assert told == [post.id for post in harbour.posts()]
    assert [bool(post.buttons) for post in harbour.posts()[-2:]] == [False, True]


async def test_a_message_that_was_deleted_before_the_bot_knew_of_it_is_posted_once_more(
    harbour: Harbour, bo: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    posts = len(harbour.posts())
    harbour.discord.world.delete_message(harbour.newest)
    await harbour.restart()
    await harbour.calm()
    assert len(harbour.posts()) == posts
    assert harbour.newest.pinged
