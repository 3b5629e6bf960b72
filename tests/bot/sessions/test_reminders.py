"""Awaited players are reminded at half time and shortly before the end, as often as they wish."""

import pytest

from bot.client import Harbourmaster
from sandbox import Channel, Message, Persona
from tests.bot.harbour import Harbour
from tests.bot.own_page import REMINDERS, be_called

HOUR = 3_600
DAY = 24 * HOUR


async def by_the_day(harbour: Harbour, *people: Persona) -> int:
    """Start a race at the pace of a day. The first person begins. Returns the starting time."""
    await harbour.start_race(*people, first_player="seat1", pace="day")
    return (await harbour.table()).match.position.awaited[0].since


async def race_at(harbour: Harbour, place: str, *people: Persona, **options: str) -> Channel:
    """Start a race of the same people in another channel. The first person begins."""
    channel = harbour.discord.channel(place)
    host, *others = people
    await harbour.told(await host.slash("/play", channel=channel, options={"game": "port_flower"}))
    for option, value in {"first_player": "seat1", **options}.items():
        await harbour.set_option(host, option, value, channel=channel)
    for person in others:
        await harbour.told(await person.slash("/game join", channel=channel))
    await harbour.lobby_control(host, "start", channel=channel)
    return channel


async def at(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, time: int) -> None:
    """Set the time, and let the clock check what is due. The bot was never away."""
    await harbour.pass_time(time)
    monkeypatch.setattr(Harbourmaster, "now", staticmethod(lambda: time))
    assert harbour.bot.timekeeper is not None
    await harbour.bot.timekeeper.remind()
    await harbour.calm()


def reminders(harbour: Harbour) -> list[Message]:
    return [post for post in harbour.posts() if "⏰" in post.text]


async def test_who_is_awaited_is_reminded_twice_and_the_message_is_folded_when_they_answer(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    begun = await by_the_day(harbour, ann, bo)
    turn = harbour.newest
    shown = turn.text
    await at(harbour, monkeypatch, begun + 12 * HOUR - 1)
    assert reminders(harbour) == []
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    (first,) = reminders(harbour)
    assert f"⏰ {ann.mention} (A) shares out the wind" in first.text
    assert f"Without an answer <t:{begun + DAY}:R> the rules decide." in first.text
    assert f"/{turn.id})" in first.text
    assert "says how often you are reminded." in first.text
    assert ann.id in first.pinged

    # There is one reminder, even if the bot is restarted immediately and checks again.
    await harbour.restart()
    for later in (0, 15, 9 * HOUR):
        await at(harbour, monkeypatch, begun + 12 * HOUR + later)
    assert len(reminders(harbour)) == 1
    await at(harbour, monkeypatch, begun + 22 * HOUR)
    await at(harbour, monkeypatch, begun + 23 * HOUR)
    assert len(reminders(harbour)) == 2
    assert turn.text == shown

    await harbour.skip()
    await at(harbour, monkeypatch, begun + 23 * HOUR + 15)
    assert reminders(harbour) == []
    assert "".join(post.text for post in harbour.posts()).count("What was asked here is answered.") == 2
    assert await harbour.awaited() is bo


async def test_everybody_is_reminded_as_often_as_they_wish(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    told = await be_called(harbour, ann, "once", REMINDERS)
    assert "You are reminded once, shortly before your time is up." in told
    await be_called(harbour, bo, "never", REMINDERS)
    begun = await by_the_day(harbour, ann, bo)
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    assert reminders(harbour) == []
    await at(harbour, monkeypatch, begun + 22 * HOUR)
    assert len(reminders(harbour)) == 1
    await harbour.skip()
    await at(harbour, monkeypatch, begun + 22 * HOUR + 12 * HOUR)
    await at(harbour, monkeypatch, begun + 22 * HOUR + 23 * HOUR)
    assert reminders(harbour) == []


async def test_nobody_is_reminded_where_the_table_chose_no_clock(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.race_of_two()
    begun = (await harbour.table()).match.position.awaited[0].since
    await at(harbour, monkeypatch, begun + 20 * DAY)
    assert reminders(harbour) == []


async def test_who_is_due_in_two_games_gets_one_message(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    begun = await by_the_day(harbour, ann, bo)
    quay = await race_at(harbour, "quay", ann, bo, pace="day")
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    # The game at the quay began later, but the time in this channel is extended.
    await harbour.gm(ann, "extend", time="2 d", reason="a train")
    lines = (await harbour.told(await ann.slash("/games"))).text.splitlines()
    assert [quay.mention in line for line in lines] == [True, False]
    for line, place in zip(lines, (quay, harbour.place), strict=True):
        turns = [post for post in harbour.posts(place) if "Round 1" in post.text and post.buttons]
        assert f"/{place.id}/{turns[-1].id})" in line
    told = [post for place in (harbour.place, quay) for post in harbour.posts(place) if "⏰" in post.text]
    assert len(told) == 1
    await at(harbour, monkeypatch, begun + 13 * HOUR)
    assert len([post for post in harbour.posts(quay) if "⏰" in post.text]) <= 1
