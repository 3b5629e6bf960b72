"""`/watch follow`: direct messages about a game, their contents, and how they are stopped."""

import pytest

from bot.following.message_text import MOST, Followed, followed_text, not_counting
from bot.sessions.outbox_planner import MOMENT
from bot.sessions.undo_path import Chapter, undo_paths_in
from bot.store.errors import NotSaved
from bot.store.preferences import Preferences
from rules.engine.entries import End
from rules.engine.registry import games
from sandbox import Message, Permission, Persona
from tests.bot.direct_messages.test_letters import letters
from tests.bot.following.test_digest import stored
from tests.bot.harbour import NOON, Harbour, labels
from tests.bot.own_page import be_quiet, go_away, page_of
from tests.bot.sessions.test_clock_kills import dying
from tests.bot.sessions.test_reminders import HOUR, at
from tests.engine.table import MASTER
from tests.laws import Table


async def come(harbour: Harbour, person: Persona, count: int) -> Message:
    """Return a person's newest direct message once all due letters are sent. `count` must have come."""
    found = await sent(harbour, person)
    assert len(found) == count
    return found[-1]


async def sent(harbour: Harbour, person: Persona) -> list[Message]:
    """Return the direct messages to a person, without answers to presses on them."""
    return [one for one in await letters(harbour, person) if one.only_for is None]


def now(harbour: Harbour) -> int:
    """Return the time by the bot's clock."""
    return harbour.bot.tables.now()


async def a_moment_later(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let so much time pass that all collected news is due."""
    await at(harbour, monkeypatch, now(harbour) + MOMENT)


async def test_who_follows_a_game_is_told_of_it_and_can_end_that_anywhere(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await harbour.race_of_two()
    eve, fay = harbour.people("Eve", "Fay")
    page = (await harbour.told(await eve.slash("/watch at"))).message
    await harbour.told(await eve.press(page, "Follow"))
    panel = eve.sees()[-1]
    assert panel.only_for is eve.user
    assert "You follow **Sailing Port Flower**" in panel.text
    assert "a direct message at each turn" in panel.text
    assert labels(panel) == ["Each turn", "Each round", "Only the end", "Unfollow"]
    await harbour.told(await eve.press(page, "◀ Back"))
    assert "Following…" in labels(page)
    await harbour.told(await fay.slash("/watch follow", how="end"))
    # Bo plays, so his own turns notify him anyway.
    await harbour.told(await bo.slash("/watch follow"))

    # One message narrates two turns in quick succession. Earlier turns are left out.
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.skip()
    await harbour.skip()
    assert await letters(harbour, eve) == []
    await a_moment_later(harbour, monkeypatch)
    told = await come(harbour, eve, 1)
    assert told.text.count("Sailing Port Flower") == 1
    assert "F6" in told.text
    assert f"/{harbour.newest.channel.id}/{harbour.newest.id})" in told.text
    assert told.pictures[0].alt == harbour.newest.pictures[0].alt
    assert labels(told) == ["Unfollow"]
    assert told.pinged == frozenset()
    assert await letters(harbour, fay) == []
    # The post that mentions Bo narrates the turn before his own. His next letter repeats this turn.
    assert "F6" in (await come(harbour, bo, 1)).text

    # The bot is killed before it stores that the message was sent. The bot then finds the message by a mark.
    await harbour.skip()
    await a_moment_later(harbour, monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(harbour.bot.store, "told", lambda _: _nothing())
        second = await come(harbour, eve, 2)
    assert "F6" not in second.text
    later = now(harbour)
    await harbour.restart()
    await at(harbour, monkeypatch, later)
    await come(harbour, eve, 2)
    assert await harbour.bot.store.letters() == []

    await ends(harbour, monkeypatch, eve, second)
    await by_the_round_and_at_the_end(harbour, monkeypatch, eve, fay, bo)


async def _nothing() -> None:
    """Do nothing."""


async def ends(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, eve: Persona, letter: Message) -> None:
    """Eve stops following by a button of the direct message."""
    await harbour.skip()
    done = await harbour.told(await eve.press(letter, "Unfollow"))
    assert "You do not follow **Sailing Port Flower**" in done.text
    assert "any more" in done.text
    await a_moment_later(harbour, monkeypatch)
    await come(harbour, eve, 2)
    assert "You do not follow" in (await harbour.told(await eve.slash("/watch follow", how="stop"))).text


async def by_the_round_and_at_the_end(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, eve: Persona, fay: Persona, bo: Persona
) -> None:
    panel = (await harbour.told(await eve.slash("/watch follow"))).message
    await harbour.told(await eve.press(panel, "Each round"))
    assert "at each round" in panel.text
    table = await harbour.table()
    begun = table.match.game.round(table.match.shown)
    while table.match.game.round(table.match.shown) == begun:
        await a_moment_later(harbour, monkeypatch)
        await come(harbour, eve, 2)
        await harbour.skip()
    await a_moment_later(harbour, monkeypatch)
    await come(harbour, eve, 3)
    assert await letters(harbour, fay) == []
    heard = len(await letters(harbour, bo))
    await harbour.resign(bo)
    await a_moment_later(harbour, monkeypatch)
    # A round notifies a limited number of followers. The next round notifies the other followers.
    monkeypatch.setattr("bot.direct_messages.sender.ONLOOKERS_AT_ONCE", 1)
    await harbour.bot.postman.go_round()
    assert len(await harbour.bot.store.letters()) == 1
    for person, count in ((eve, 4), (fay, 1)):
        last = await come(harbour, person, count)
        assert "🏁 **The game is over.**" in last.text
        assert "🥇 **Ann**" in last.text
    # The last post mentioned all players.
    assert len(await letters(harbour, bo)) == heard
    assert "nothing to follow any more" in (await harbour.told(await eve.slash("/watch follow"))).text


async def test_quiet_hours_vacations_and_closed_direct_messages_of_followers(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.race_of_two()
    eve, fay, gro, hal, ida = harbour.people("Eve", "Fay", "Gro", "Hal", "Ida")
    for person in (eve, fay, gro, hal, ida):
        await harbour.told(await person.slash("/watch follow"))
    await be_quiet(harbour, eve, "15:00", "20:00", "Europe/Berlin")
    first = "2026-09-21"
    await go_away(harbour, fay, first, first)
    gro.user.takes_dms = False
    world = harbour.discord.world
    world.overwrite(harbour.place, hal.user, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)
    assert harbour.place.guild is not None
    del harbour.place.guild.members[ida.id]
    await harbour.skip()
    await at(harbour, monkeypatch, NOON + HOUR)
    await harbour.skip()
    assert [await letters(harbour, one) for one in (eve, fay, gro)] == [[], [], []]

    # Followers who cannot see the channel any more are not notified.
    assert hal.user.takes_dms
    assert await sent(harbour, hal) == []
    assert [(await harbour.table()).row.follower(one.id) for one in (hal, ida)] == [None, None]

    # No message reached Gro. She learns this once, at her next press in the channel.
    page = (await harbour.told(await gro.slash("/watch at"))).message
    await harbour.told(await gro.press(page, "◀ Back"))
    place = gro.sees()
    assert "direct messages do not reach you" in place[-1].text
    await harbour.told(await gro.press(page, "◀ Back"))
    assert len(gro.sees()) == len(place)
    assert harbour.bot.store.wishes.of(gro.id) == Preferences(gro.id)

    # Fay ends her vacation early and is notified immediately. Eve is notified in the evening.
    page = await page_of(harbour, fay)
    await harbour.told(await fay.press(page, "I am back"))
    assert "### Sailing Port Flower" in (await come(harbour, fay, 1)).text
    assert await sent(harbour, eve) == []
    await at(harbour, monkeypatch, NOON + 6 * HOUR)
    assert (await come(harbour, eve, 1)).text.count("### Sailing Port Flower") == 1
    assert await harbour.bot.store.letters() == []
    assert (await harbour.table()).row.follower(gro.id) is None


async def test_a_turn_that_is_followed_is_told_once_over_kills(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.race_of_two()
    (eve,) = harbour.people("Eve")
    await harbour.told(await eve.slash("/watch follow"))
    for kept, begun, done in ((False, 0, 1), (True, 2, 3)):
        store = harbour.bot.store
        with monkeypatch.context() as patched:
            patched.setattr(store, "commit", dying(store.commit, stored=kept))
            with pytest.raises(NotSaved):
                await harbour.skip()
        await harbour.restart()
        await at(harbour, monkeypatch, NOON + done * HOUR)
        assert len(await sent(harbour, eve)) == begun
        await harbour.skip()
        await a_moment_later(harbour, monkeypatch)
        await come(harbour, eve, done)


async def test_a_locked_table_keeps_onlookers_away_and_lets_them_end_what_they_follow(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await harbour.race_of_two()
    eve, fay = harbour.people("Eve", "Fay")
    strip = (await harbour.told(await eve.slash("/watch at"))).message
    await harbour.told(await fay.slash("/watch follow"))
    await harbour.gm(ann, "lock", reason="we are all here")
    for line in ("/watch at", "/watch replay", "/watch digest", "/watch follow"):
        assert "has locked this game" in (await harbour.told(await eve.slash(line))).text
    page = await harbour.told(await eve.slash("/game export", page=True))
    assert "has locked this game" in page.text
    await harbour.told(await eve.press(strip, "◀ Back"))
    assert "has locked this game" in strip.text
    # Players may follow. Somebody who followed before joining is notified, and may stop following.
    assert "You follow" in (await harbour.told(await bo.slash("/watch follow"))).text
    await harbour.skip()
    await a_moment_later(harbour, monkeypatch)
    letter = await come(harbour, fay, 1)
    assert "You do not follow" in (await harbour.told(await fay.press(letter, "Unfollow"))).text
    await harbour.gm(ann, "lock", reason="that was all")
    assert "You follow" in (await harbour.told(await eve.slash("/watch follow"))).text


def test_what_is_told_of_many_games_fits_into_one_message() -> None:
    game = games()["port_flower"]
    table = Table(game, game.options(), 4, luck=3, steps=60)
    row, match, rows = stored(table.matches[-1].enter(End(), MASTER, 1, "enough " * 20).match, ["*" * 40] * 4)
    told = Followed(row, match, Chapter(rows, undo_paths_in(rows)), not_counting(match, rows), 1)
    assert told.tells_the_end
    for count, room in ((1, 3900), (12, 3900), (200, 3900), (5, 700)):
        text = followed_text([told] * count, room)
        shown = text.count("### Sailing Port Flower")
        assert len(text) <= room
        assert shown <= MOST
        assert (f"… and {count - shown} more game" in text) == (shown < count)
        assert text.count("The game was ended without a result.") == shown > 0
