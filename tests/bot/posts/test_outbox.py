"""How posts reach Discord: their order, their form, and what becomes of undeliverable posts."""

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.posts import outbox, retries
from bot.posts.outbox import Outbox
from bot.posts.pictures import BOARD
from bot.store.rows import Change, PostRow
from rules.engine.entries import End
from sandbox import Broken, Permission, Persona, RateLimited, Refusal, Refused
from sandbox.traffic.journal import Request
from sandbox.world.permissions import MEMBER_PERMISSIONS
from tests.bot.harbour import MASTER, Harbour, labels

WHOLE_TURN = "b N4@F2 / s1 E0 S0"

EDITS = "/channels/*/messages/*"
POSTS = "/channels/*/messages"


@pytest.fixture(autouse=True)
def only_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let failed posts be tried again only when Discord reports a change."""
    monkeypatch.setattr(retries, "FIRST_WAIT", 900)


async def race(harbour: Harbour, **options: str) -> tuple[Persona, Persona]:
    """Start a race of Ann and Bo. It is Bo's turn, with the wind N4 E0 S0 W0."""
    return await harbour.race_of_two(**options)


def requests(harbour: Harbour, *methods: str) -> list[Request]:
    """Return the bot's requests in channels since the journal was cleared."""
    made = harbour.discord.journal
    return [one for one in made if one.method in methods and one.path.startswith("/channels/")]


# Order


async def test_the_new_turn_is_there_before_the_old_post_is_retired(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    harbour.discord.journal.clear()
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert [one.method for one in requests(harbour, "POST", "PATCH")] == ["POST", "PATCH"]


async def test_a_post_is_not_edited_before_its_game_knows_what_was_stored(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    await harbour.calm()
    table, outbox, store = await harbour.table(), harbour.bot.outbox, harbour.bot.store
    assert table.post is not None
    closed = replace(table.row, status="cancelled", version=table.row.version + 1)
    owed = replace(table.post, wanted=table.post.wanted + 1, live=False)
    read, due_posts_of = asyncio.Event(), store.due_posts_of

    async def seen(game: str) -> list[PostRow]:
        found = await due_posts_of(game)
        read.set()
        return found

    monkeypatch.setattr(store, "due_posts_of", seen)
    async with table._turn():
        # The change is stored, but the table does not know that yet.
        await store.commit(Change(closed, posts=(owed,)))
        outbox.look_up(closed.id)
        await read.wait()
        await asyncio.sleep(0)
        await outbox._edit_old(closed.id)
        assert harbour.newest.buttons
        table.unsure = True
    await harbour.calm()
    assert not harbour.newest.buttons
    assert "goes on below" not in harbour.newest.text


@pytest.mark.parametrize("mishap", [Broken(503), RateLimited(600)], ids=["broken", "limited"])
async def test_an_old_post_that_cannot_be_retired_holds_nobody_up(
    harbour: Harbour, mishap: Broken | RateLimited
) -> None:
    ann, bo = await race(harbour)
    old = harbour.newest
    harbour.discord.faults.arm("PATCH", f"/channels/*/messages/{old.id}", mishap, times=3)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert harbour.newest.pinged == {ann.id}
    await harbour.skip()
    assert harbour.newest.pinged == {bo.id}
    # The other posts are in order, and no trouble is reported.
    assert [bool(post.buttons) for post in harbour.posts()[-3:]] == [True, False, True]
    assert (await harbour.table()).trouble == ""


async def test_a_lobby_s_earlier_post_leads_on_though_it_is_edited_after_the_start(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    old = harbour.newest
    harbour.discord.faults.arm("PATCH", f"/channels/*/messages/{old.id}", RateLimited(600), times=1)
    await harbour.gm(ann, "move", to=harbour.place)
    await harbour.lobby_control(ann, "start")
    assert old.buttons
    await harbour.restart()
    await harbour.delivered()
    assert old.text.splitlines()[1:] == ["-# This lobby goes on below."]
    assert [bool(post.buttons) for post in harbour.posts()] == [False, False, True]


async def test_whoever_is_to_move_keeps_the_old_controls_until_there_are_new_ones(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    old = harbour.newest
    harbour.discord.faults.arm("POST", POSTS, Broken(503))
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert old.menus
    stale = old.menus[0].custom_id.replace("hm:p:", "hm:a:")
    answer = await harbour.told(await ann.forge_press(stale, old))
    assert "earlier moment" in answer.text
    assert answer.buttons or answer.message.menus


# A form that Discord refuses


async def test_a_post_that_discord_refuses_is_told_in_plain_words(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bo = await race(harbour)
    harbour.discord.faults.arm("POST", POSTS, Refused(Refusal.INVALID_FORM_BODY))
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert harbour.newest.pinged == {ann.id}
    assert f"{ann.mention} (A) shares out the wind" in harbour.newest.text
    assert labels(harbour.newest) == ["Your choices"]
    assert harbour.newest.pictures == []
    assert [record.levelno for record in caplog.records if "does not take post" in record.getMessage()] == [
        logging.ERROR
    ]
    page = await harbour.told(await ann.press(harbour.newest, "Your choices"))
    assert page.buttons or page.message.menus


@pytest.mark.parametrize("times", [1, 2])
async def test_an_old_post_loses_its_controls_also_where_discord_refuses_how_it_should_look(
    harbour: Harbour, times: int
) -> None:
    _, bo = await race(harbour)
    old = harbour.newest
    refused = Refused(Refusal.INVALID_FORM_BODY)
    harbour.discord.faults.arm("PATCH", f"/channels/*/messages/{old.id}", refused, times=times)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert harbour.discord.faults.waiting == 0
    assert (old.buttons, old.menus) == ([], [])
    assert await harbour.bot.store.due_posts() == []


async def test_where_even_plain_words_are_refused_the_call_is_left(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    harbour.discord.faults.arm("POST", POSTS, Refused(Refusal.INVALID_FORM_BODY), times=2)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert harbour.newest.pinged == {ann.id}
    assert labels(harbour.newest) == ["Your choices"]


async def test_a_lobby_that_discord_refuses_can_be_joined_all_the_same(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    harbour.discord.faults.arm("POST", POSTS, Refused(Refusal.INVALID_FORM_BODY))
    await harbour.open_lobby(ann)
    assert "Sailing Port Flower" in harbour.newest.text
    await harbour.told(await bo.press(harbour.newest, "Join"))
    # The next change is sent in full again.
    assert "2. **Bo**" in harbour.newest.text


async def test_what_was_refused_once_is_whole_again_with_the_next_change(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    harbour.discord.faults.arm("PATCH", EDITS, Refused(Refusal.INVALID_FORM_BODY))
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert harbour.newest.pictures == []
    await harbour.force(1, 1, 1, 1)
    assert [picture.filename for picture in harbour.newest.pictures] == [BOARD]


# Parked posts


async def test_nothing_is_asked_of_a_server_that_the_bot_has_left(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    last = harbour.newest
    await harbour.bot.wait_until_ready()
    harbour.discord.world.remove_bot(harbour.discord.guild)
    await harbour.until(lambda: not harbour.bot.guilds)
    harbour.discord.journal.clear()
    for _ in range(3):
        await harbour.pass_turn(1, 1, 1, 1)
    await harbour.restart()
    await harbour.calm()
    assert requests(harbour, "GET", "POST", "PATCH") == []
    harbour.discord.world.return_bot(harbour.discord.guild)
    await harbour.discord.wait_for_message(lambda message: bool(message.pinged), after=last)
    await harbour.delivered()
    assert harbour.newest.pinged <= {ann.id, bo.id}


async def test_nothing_is_asked_of_a_server_in_an_outage_until_it_is_back(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    last, world, guild = harbour.newest, harbour.discord.world, harbour.discord.guild
    await harbour.bot.wait_until_ready()
    world.fail(guild)
    await harbour.until(lambda: harbour.bot.guilds[0].unavailable)
    harbour.discord.journal.clear()
    await harbour.pass_turn(1, 1, 1, 1)
    assert requests(harbour, "GET", "POST", "PATCH") == []
    world.recover(guild)
    await harbour.discord.wait_for_message(lambda message: bool(message.pinged), after=last)
    await harbour.delivered()
    assert harbour.newest.pinged <= {ann.id, bo.id}


async def test_posts_wait_for_a_server_that_arrives_long_after_the_login(harbour: Harbour) -> None:
    await race(harbour)
    last, world, guild = harbour.newest, harbour.discord.world, harbour.discord.guild
    harbour.discord.faults.arm("POST", POSTS, Broken(503))
    await harbour.skip()
    await harbour.stop()
    world.fail(guild)
    harbour.discord.journal.clear()
    await harbour.start()
    await harbour.bot.wait_until_ready()
    await harbour.calm()
    assert requests(harbour, "GET", "POST", "PATCH") == []
    world.recover(guild)
    await harbour.discord.wait_for_message(lambda message: bool(message.pinged), after=last)
    await harbour.delivered()
    assert harbour.newest.buttons or harbour.newest.menus


async def test_a_channel_that_is_gone_is_asked_for_once(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    game = (await harbour.table()).row.id
    table = await harbour.bot.tables.table(game)
    harbour.discord.world.delete_channel(harbour.place)
    harbour.discord.journal.clear()
    for _ in range(3):
        await harbour.pass_turn(1, 1, 1, 1)
    assert len(requests(harbour, "POST")) == 1
    assert "gone" in table.trouble
    south = harbour.discord.channel("south")
    for person in (ann, bo):
        person.home = south
    await harbour.gm(ann, "move", game=game)
    assert len(harbour.posts(south)) == 1
    assert table.trouble == ""
    assert await harbour.bot.store.due_posts() == []


@pytest.mark.parametrize("turns", [0, 1])
async def test_a_game_that_is_over_owes_nothing_to_a_channel_that_is_gone(
    harbour: Harbour, turns: int
) -> None:
    """Nobody can move a finished game, so no post stays due for its deleted channel, even if one was."""
    await race(harbour)
    table, now = await harbour.table(), harbour.bot.now()
    harbour.discord.world.delete_channel(harbour.place)
    for _ in range(turns):
        await harbour.pass_turn(1, 1, 1, 1)
    assert bool(await harbour.bot.store.due_posts()) == bool(turns)
    await table.advance(lambda _, match: match.enter(End(), MASTER, now, "the harbour is closed"), 0)
    await harbour.calm()
    assert await harbour.bot.store.due_posts() == []


# What hurries a retry


async def failing(harbour: Harbour) -> None:
    """Start a race whose newest post could not be sent, and clear the sandbox's journal of requests."""
    _, bo = await race(harbour)
    harbour.discord.faults.arm("POST", POSTS, Broken(503), times=1)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    harbour.discord.journal.clear()


async def tried(harbour: Harbour) -> None:
    """Wait until the failed post is sent."""
    await harbour.until(lambda: len(requests(harbour, "POST")) > 0)
    await harbour.delivered()
    assert len(requests(harbour, "POST")) == 1


async def test_what_concerns_others_hurries_nothing(harbour: Harbour) -> None:
    await failing(harbour)
    world, guild = harbour.discord.world, harbour.discord.guild
    harbour.discord.deny_bot(harbour.discord.channel("elsewhere"), Permission.ATTACH_FILES)
    pilots = world.add_role(guild, "Pilots", MEMBER_PERMISSIONS)
    harbour.discord.give_role(guild, harbour.crew[0].user, pilots)
    harbour.discord.change_role(guild, pilots, Permission.NONE)
    heard = harbour.discord.channel("sounding line")
    await harbour.until(lambda: harbour.bot.get_channel(heard.id) is not None)
    await harbour.calm()
    assert requests(harbour, "GET", "POST") == []
    harbour.discord.deny_bot(harbour.place, Permission.MENTION_EVERYONE)
    await tried(harbour)


async def test_a_role_that_is_given_to_the_bot_hurries(harbour: Harbour) -> None:
    await failing(harbour)
    world, guild = harbour.discord.world, harbour.discord.guild
    harbour.discord.give_role(guild, world.bot, world.add_role(guild, "Pilots", MEMBER_PERMISSIONS))
    await tried(harbour)


async def test_a_change_of_the_bot_s_own_role_hurries(harbour: Harbour) -> None:
    world, guild = harbour.discord.world, harbour.discord.guild
    pilots = world.add_role(guild, "Pilots", Permission.NONE)
    harbour.discord.give_role(guild, world.bot, pilots)
    await failing(harbour)
    harbour.discord.change_role(guild, pilots, MEMBER_PERMISSIONS)
    await tried(harbour)


async def test_a_change_of_the_channel_above_a_thread_hurries(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    harbour.discord.faults.arm("POST", POSTS, Broken(503))
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    harbour.discord.journal.clear()
    harbour.discord.deny_bot(harbour.discord.harbour, Permission.MENTION_EVERYONE)
    await tried(harbour)


# After a restart


async def test_after_a_restart_games_are_looked_at_a_few_at_a_time(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = harbour.people("Ann")
    monkeypatch.setattr(outbox, "AT_ONCE", 3)
    places = [harbour.discord.channel(f"berth {number}") for number in range(8)]
    harbour.discord.faults.arm("POST", POSTS, Broken(503), times=len(places))
    for place in places:
        await ann.slash("/play", channel=place, options={"game": "port_flower"})
    await harbour.calm()
    await harbour.stop()
    seen: list[int] = []
    send = Outbox._send_new

    async def noting(box: Outbox, game: str) -> None:
        seen.append(len(box._sending))
        await send(box, game)

    monkeypatch.setattr(Outbox, "_send_new", noting)
    await harbour.start()
    await harbour.delivered()
    assert max(seen) == 3
    assert [len(harbour.posts(place)) for place in places] == [1] * len(places)
