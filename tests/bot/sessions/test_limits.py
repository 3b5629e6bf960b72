"""Limits on the number of open games of a person and of a server, and pages of growing lists."""

import asyncio
from functools import partial

import pytest

from bot.narration import logbook
from bot.narration.logbook import NoPage
from bot.sessions.limits import Limits
from bot.sessions.lobby import LobbyRefusal
from bot.sessions.timekeeper import FORGETS_EVERY
from bot.store.rows import OpenGames
from tests.bot.harbour import Harbour


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (OpenGames(2, 2, 2), "You have 2 lobbies open"),
        (OpenGames(1, 3, 3), "You have opened 3 games"),
        (OpenGames(0, 0, 4), "This server has 4 open games"),
    ],
)
def test_one_more_than_may_be_is_refused_with_what_to_do(found: OpenGames, told: str) -> None:
    limits = Limits(lobbies_of_person=2, games_of_person=3, games_of_server=4)
    with pytest.raises(LobbyRefusal, match=told):
        limits.admit(found)
    limits.admit(OpenGames(1, 2, 3))


async def test_nobody_opens_lobbies_without_end(harbour: Harbour) -> None:
    harbour.bot.limits = Limits(lobbies_of_person=1)
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    threads = len(harbour.discord.world.channels)
    elsewhere = harbour.discord.channel("cove")
    for options in ({}, {"thread": True}):
        reply = await harbour.told(
            await ann.slash("/play", channel=elsewhere, options={"game": "acrana", **options})
        )
        assert "as many as one person may" in reply.text
    assert len(harbour.discord.world.channels) == threads + 1
    practice = await harbour.told(await ann.slash("/learn", channel=elsewhere, game="port_flower"))
    assert "as many as one person may" in practice.text
    assert "is open" in (await harbour.told(await bo.slash("/play", channel=elsewhere, game="acrana"))).text


async def test_of_two_lobbies_opened_at_once_the_one_too_many_is_refused(harbour: Harbour) -> None:
    harbour.bot.limits = Limits(lobbies_of_person=1)
    (ann,) = harbour.people("Ann")
    channels = [harbour.discord.channel(name) for name in ("north", "south", "west")]
    replies = await asyncio.gather(
        *(ann.slash("/play", channel=channel, options={"game": "acrana"}) for channel in channels)
    )
    told = [(await harbour.told(reply)).text for reply in replies]
    assert sorted("as many as one person may" in text for text in told) == [False, True, True]
    assert len(await harbour.bot.store.open_games()) == 1


async def test_a_lobby_that_has_begun_or_was_closed_makes_room(harbour: Harbour) -> None:
    harbour.bot.limits = Limits(lobbies_of_person=1)
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    elsewhere = harbour.discord.channel("cove")
    for _ in range(2):
        opened = await harbour.told(await ann.slash("/play", channel=elsewhere, game="acrana"))
        assert "is open" in opened.text
        await harbour.lobby_control(ann, "close", channel=elsewhere)


async def test_interactions_are_forgotten_while_the_bot_runs(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, asked = harbour.bot.timekeeper, list[int]()
    assert clock is not None

    async def forget(age: int) -> None:
        asked.append(age)

    monkeypatch.setattr(harbour.bot.store, "forget_interactions", forget)
    # `first` is after the clock's own first check, which uses the machine's time.
    first = max(harbour.bot.now(), harbour.bot.tables.now()) + FORGETS_EVERY
    for now in (first, first + FORGETS_EVERY - 1, first + FORGETS_EVERY):
        harbour.bot.tables.now = partial(int, now)
        await clock.forget()
    assert asked == [86_400, 86_400]


def test_a_long_list_has_pages_with_the_first_lines_first() -> None:
    lines = [f"game {number} " + "x" * 1_000 for number in range(1, 9)]
    first, last = logbook.listed(lines, 1), logbook.listed(lines, 3)
    assert first.startswith("game 1 ")
    assert "on page 2" in first
    assert (last.startswith("game 7 "), "on page" in last) == (True, False)
    with pytest.raises(NoPage, match="the last is 3"):
        logbook.listed(lines, 4)


async def test_the_list_of_one_s_games_has_pages(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    assert "in its lobby" in (await harbour.told(await ann.slash("/games"))).text
    assert "There is no page 2" in (await harbour.told(await ann.slash("/games", page=2))).text
