"""One direct message is about all of a person's games. If sending it fails, channels mention the person."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.store.errors import NotSaved
from bot.store.rows import Change, LetterRow
from sandbox import AnswerLost, ManualClock, Message, Persona
from tests.bot.harbour import NOON, Harbour
from tests.bot.own_page import be_called, page_of, press
from tests.bot.sessions.test_reminders import DAY, HOUR, at, by_the_day, race_at, reminders
from tests.bot.store.test_db_errors import alter
from tests.bot.store.writers import allow_writing, forbid_writing


async def direct(harbour: Harbour, *people: Persona) -> None:
    """Let these people choose direct messages."""
    for person in people:
        told = await be_called(harbour, person, "direct")
        assert "You get a direct message, one for all your games that wait at the time." in told


async def letters(harbour: Harbour, person: Persona) -> list[Message]:
    """Return a person's direct messages after all due messages were sent."""
    await harbour.bot.wait_until_ready()
    await harbour.bot.postman.go_round()
    return person.sees(person.private_channel())


async def told_on_deck(harbour: Harbour, bo: Persona) -> Message:
    """Let Bo be told only when he comes next. Return the message about that after two more turns."""
    await be_called(harbour, bo, "none")
    await press(harbour, bo, "Tell me when I am next")
    await harbour.skip()
    # An answered question is not announced any more.
    assert await letters(harbour, bo) == []
    await harbour.skip()
    (deck,) = await letters(harbour, bo)
    assert "you are on deck: you come next." in deck.text
    await press(harbour, bo, "Do not tell me when I am next")
    return deck


async def test_who_comes_next_is_told_so_once_though_a_turn_begins_while_others_are_told(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await be_called(harbour, bo, "none")
    await press(harbour, bo, "Tell me when I am next")
    await harbour.start_race(ann, bo, cato, first_player="seat1")
    store = harbour.bot.store
    read = await store.letters(harbour.bot.tables.now())
    assert [letter.why for letter in read] == ["deck"]
    for _ in range(3):
        await harbour.skip()
    with monkeypatch.context() as patched:
        patched.setattr(store, "letters", _answering(read))
        await letters(harbour, bo)
    (deck,) = await letters(harbour, bo)
    assert f"/{harbour.newest.id}))" in deck.text


def _answering(found: object) -> Callable[..., Awaitable[object]]:
    async def answer(*_: object) -> object:
        return found

    return answer


async def test_who_wishes_it_is_called_by_one_direct_message_for_all_games(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    begun = await by_the_day(harbour, ann, bo)
    quay = await race_at(harbour, "quay", ann, bo, pace="day")

    # The posts contain Ann's mention, but do not notify her.
    turns = [
        post for place in (harbour.place, quay) for post in harbour.posts(place) if "Round 1" in post.text
    ]
    assert all(ann.mention in turn.text and ann.id not in turn.pinged for turn in turns)
    (told,) = await letters(harbour, ann)
    assert told.text.count(": yours to decide: you share out the wind: ") == 2
    assert [f"in {place.mention}" in told.text for place in (harbour.place, quay)] == [True, True]
    assert told.text.count(f"Without an answer <t:{begun + DAY}:R> the rules decide.") == 2
    for turn in turns:
        assert f"/{turn.channel.id}/{turn.id}))" in told.text
    assert "/harbour me" in told.text
    assert await letters(harbour, ann) == [told]

    # The bot is killed before it stores that the message was sent. The bot then finds the message by a mark.
    forgotten = harbour.bot.store.told
    monkeypatch.setattr(harbour.bot.store, "told", lambda _: _nothing())
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    _, reminder = await letters(harbour, ann)
    assert reminder.text.count("⏰ still yours to decide") == 2
    assert reminders(harbour) == []
    monkeypatch.setattr(harbour.bot.store, "told", forgotten)
    await harbour.restart()
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    assert len(await letters(harbour, ann)) == 2
    assert await harbour.bot.store.letters() == []

    deck = await told_on_deck(harbour, bo)
    assert bo.id not in harbour.newest.pinged
    assert len(await letters(harbour, ann)) == 3
    assert await letters(harbour, bo) == [deck]
    # At the end everybody is notified as they chose.
    await harbour.resign(bo)
    *_, last = await letters(harbour, ann)
    assert "the game is over, and its last post has the result." in last.text
    assert harbour.newest.pinged == frozenset()


async def _nothing() -> None:
    """Do nothing."""


async def test_closed_direct_messages_fall_back_to_the_channel_once_and_say_so(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    ann.user.takes_dms = False
    begun = await by_the_day(harbour, ann, bo)
    assert await letters(harbour, ann) == []
    await harbour.calm()
    (call,) = reminders(harbour)
    assert "This bot cannot send you direct messages, so it mentions you here from now on." in call.text
    assert call.pinged == {ann.id}
    await letters(harbour, ann)
    await harbour.calm()
    assert len(reminders(harbour)) == 1
    shown = await page_of(harbour, ann)
    assert "You are mentioned in the channel of the game" in shown.text
    assert "A direct message did not reach you" in shown.text
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    assert ann.id in harbour.newest.pinged

    # Direct messages are sent again once Ann accepts and chooses them.
    ann.user.takes_dms = True
    page = shown
    await harbour.told(await ann.choose(page, "direct", custom_id=page.menus[0].custom_id))
    assert "A direct message did not reach you" not in page.text
    await harbour.skip()
    await harbour.skip()
    (told,) = await letters(harbour, ann)
    assert "yours to decide" in told.text


async def test_with_closed_direct_messages_each_game_that_waits_calls_in_its_own_channel(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    ann.user.takes_dms = False
    await by_the_day(harbour, ann, bo)
    places = [
        harbour.place,
        await race_at(harbour, "quay", ann, bo, pace="day"),
        await race_at(harbour, "jetty", ann, bo),
    ]
    over = await race_at(harbour, "reef", ann, bo)
    await direct(harbour, ann)
    for place in places:
        # Bo's turn begins and ends, so Ann is asked again.
        for _ in range(2):
            await harbour.skip(place)
    await harbour.resign(bo, over)

    # The bot is killed after it stored the first mention. The other mentions come after the restart.
    commit, stored = harbour.bot.store.commit, list[str]()

    async def kill(change: Change) -> None:
        if stored:
            raise NotSaved("killed")
        stored.append(change.game.id)
        await commit(change)

    with monkeypatch.context() as patched:
        patched.setattr(harbour.bot.store, "commit", kill)
        assert await letters(harbour, ann) == []
    assert len(stored) == 1
    await harbour.restart()
    for _ in range(2):
        assert await letters(harbour, ann) == []
        await harbour.delivered()
    for place in places:
        (call,) = (post for post in harbour.posts(place) if "⏰" in post.text)
        assert "This bot cannot send you direct messages" in call.text
        assert call.pinged == {ann.id}
    (news,) = (post for post in harbour.posts(over) if "which no direct message could tell you" in post.text)
    assert news.pinged == {ann.id}
    assert await harbour.bot.store.letters() == []


async def test_a_message_is_sent_once_however_long_the_database_cannot_be_written(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    await by_the_day(harbour, ann, bo)
    store = harbour.bot.store
    await forbid_writing(store)
    (told,) = await letters(harbour, ann)
    for _ in range(4):
        # For some minutes, Discord recognises a repeated message by its nonce.
        assert isinstance(harbour.discord.clock, ManualClock)
        harbour.discord.clock.advance(6 * 60)
        assert await letters(harbour, ann) == [told]
    # The bot remembers that the message was sent, so the bot does not search for the message.
    assert harbour.discord.journal.find("GET", "/channels/*/messages") == []
    await allow_writing(store)
    assert await letters(harbour, ann) == [told]
    assert await store.letters() == []


async def test_a_damaged_game_keeps_nobody_from_being_told_of_their_others(harbour: Harbour) -> None:
    """The other games can be listed, too. News about the damaged game is kept until the game can be read."""
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    await by_the_day(harbour, ann, bo)
    quay = await race_at(harbour, "quay", ann, bo, pace="day")
    broken = (await harbour.table()).row
    database = Path(make_url(harbour.settings.database_url).database or "")
    await harbour.stop()
    alter(database, f"UPDATE games SET position = '{{' || position WHERE id = '{broken.id}'")  # noqa: S608
    await harbour.start()
    (told,) = await letters(harbour, ann)
    assert (quay.mention in told.text, harbour.place.mention in told.text) == (True, False)
    assert [letter.game for letter in await harbour.bot.store.letters()] == [broken.id]
    listed = (await harbour.told(await bo.slash("/games"))).text
    assert quay.mention in listed
    assert [row.id for row, _ in await harbour.bot.store.latest_on_server(harbour.discord.guild.id, 10)] == [
        (await harbour.table(quay)).row.id
    ]

    await harbour.stop()
    alter(database, f"UPDATE games SET position = substr(position, 2) WHERE id = '{broken.id}'")  # noqa: S608
    await harbour.start()
    _, later = await letters(harbour, ann)
    assert (quay.mention in later.text, harbour.place.mention in later.text) == (False, True)
    assert await harbour.bot.store.letters() == []


async def test_a_journal_that_was_altered_keeps_no_follower_from_being_told_of_other_games(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, gro = harbour.people("Ann", "Bo", "Gro")
    await by_the_day(harbour, ann, bo)
    quay = await race_at(harbour, "quay", ann, bo, pace="day")
    for place in (harbour.place, quay):
        await harbour.told(await gro.slash("/watch follow", channel=place))
        await harbour.skip(place)
    broken = (await harbour.table()).row
    database = Path(make_url(harbour.settings.database_url).database or "")
    await harbour.stop()
    told_last = "number = (SELECT max(number) FROM entries AS all_of WHERE all_of.game = entries.game)"
    alter(database, f"UPDATE entries SET events = '[' WHERE game = '{broken.id}' AND {told_last}")  # noqa: S608
    await harbour.start()
    await at(harbour, monkeypatch, NOON + HOUR)
    (told,) = await letters(harbour, gro)
    assert (quay.mention in told.text, harbour.place.mention in told.text) == (True, False)
    assert [letter.game for letter in await harbour.bot.store.letters()] == [broken.id]


async def test_a_message_that_discord_took_unnoticed_is_looked_for_before_the_next_try(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    begun = await by_the_day(harbour, ann, bo)
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    (told,) = await letters(harbour, ann)
    assert len(await harbour.bot.store.letters()) == 1
    for number in range(60):
        await ann.say(f"Ahoy {number}.", ann.private_channel())
    # Only news since the last message is sent.
    quay = await race_at(harbour, "quay", ann, bo, pace="day")
    await at(harbour, monkeypatch, begun + HOUR)
    first, second = (one for one in await letters(harbour, ann) if one.author.bot)
    assert first == told
    assert quay.mention in second.text
    assert harbour.place.mention not in second.text
    assert await harbour.bot.store.letters() == []


async def test_what_is_due_later_than_a_message_that_a_crash_left_uncertain_is_told(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    await harbour.start_race(ann, bo, first_player="seat1")
    await letters(harbour, ann)
    row = (await harbour.table()).row
    early, late = row.updated + HOUR, row.updated + 2 * HOUR
    owed = [
        LetterRow(harbour.bot.store.new_id(), ann.id, row.id, "news", 1, 0, when) for when in (late, early)
    ]
    change = Change(replace(row, version=row.version + 1), letters=tuple(owed))
    await harbour.bot.store.commit(change)
    with monkeypatch.context() as patched:
        patched.setattr(harbour.bot.store, "told", lambda _: _nothing())
        await at(harbour, monkeypatch, early)
        assert len(await letters(harbour, ann)) == 2
    await harbour.restart()
    await at(harbour, monkeypatch, late)
    assert len(await letters(harbour, ann)) == 3
    assert await harbour.bot.store.letters() == []


async def test_whoever_lets_no_message_in_is_not_written_to_at_every_round_while_that_cannot_be_kept(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    ann.user.takes_dms = False
    await by_the_day(harbour, ann, bo)
    await forbid_writing(harbour.bot.store)
    sent = len(harbour.discord.journal.find("POST", "/channels/*/messages"))
    for _ in range(4):
        await letters(harbour, ann)
    assert len(harbour.discord.journal.find("POST", "/channels/*/messages")) == sent + 1
    await allow_writing(harbour.bot.store)
