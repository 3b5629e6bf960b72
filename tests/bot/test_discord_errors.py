"""Discord's errors and other people's deletions: the game stays right, and its posts catch up."""

import asyncio
import logging
from dataclasses import replace

import pytest

import render
from bot.posts import retries
from bot.sessions import automatic_moves
from bot.store.rows import Change
from rules.port_flower import PortFlower
from sandbox import (
    AnswerLost,
    Broken,
    Permission,
    Persona,
    RateLimited,
    Refusal,
    Refused,
    Thread,
    UploadCut,
)
from sandbox.office.interactions import InteractionKind
from sandbox.traffic.faults import Fault
from sandbox.world.components import StringMenu
from tests.bot.harbour import MASTER, Harbour, labels
from tests.engine.table import fresh

WHOLE_TURN = "b N4@F2 / s1 E0 S0"


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let failed requests be tried again immediately."""
    monkeypatch.setattr(retries, "FIRST_WAIT", 0)


@pytest.fixture
def only_when_told(monkeypatch: pytest.MonkeyPatch, no_waiting: None) -> None:
    """Let failed requests be tried again only when Discord reports a change."""
    monkeypatch.setattr(retries, "FIRST_WAIT", 900)


async def race(harbour: Harbour, **options: str) -> tuple[Persona, Persona]:
    """Start a race of Ann and Bo. It is Bo's turn, with the wind N4 E0 S0 W0."""
    return await harbour.race_of_two(**options)


async def thread_race(harbour: Harbour) -> tuple[Persona, Persona, Thread]:
    """Start a race of Ann and Bo in a thread, where a shark is about to hit Bo."""
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    for person in (ann, bo):
        person.home = thread
    for name, value in (("first_player", "seat1"), ("repellent", "coin")):
        await harbour.set_option(ann, name, value)
    await harbour.told(await bo.slash("/game join"))
    await harbour.lobby_control(ann, "start")
    harbour.crew, harbour.place = [ann, bo], thread
    await harbour.pass_turn(4, 0, 0, 0)
    await harbour.force(0, 4, 0, 1)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    return ann, bo, thread


# Failed requests


@pytest.mark.parametrize(
    "fault",
    [RateLimited(0.05), RateLimited(0.05, everywhere=True), Broken(503), UploadCut(), AnswerLost()],
    ids=["limited", "limited everywhere", "broken", "upload cut", "answer lost"],
)
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")],
    ids=["sending", "editing"],
)
async def test_a_request_that_fails_is_made_again(
    harbour: Harbour, method: str, path: str, fault: Fault
) -> None:
    ann, bo = await race(harbour)
    old, posts = harbour.newest, len(harbour.posts())
    harbour.discord.faults.arm(method, path, fault, times=2)
    reply = await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.delivered()
    assert "F6" in reply.text
    assert len(harbour.posts()) == posts + 1
    assert (old.buttons, len(old.pictures)) == ([], 1)
    assert harbour.newest.pinged == {ann.id}
    # A message whose answer was lost is found in the channel, and not sent again.
    assert harbour.discord.faults.waiting < 2


@pytest.mark.parametrize("readable", [True, False], ids=["", "and may not be looked at"])
async def test_a_board_that_was_changed_unheard_does_not_keep_controls_on_a_finished_turn(
    harbour: Harbour, only_when_told: None, *, readable: bool
) -> None:
    _, bo = await race(harbour)
    old = harbour.newest
    (first,) = old.pictures
    if not readable:
        harbour.discord.deny_bot(harbour.discord.harbour, Permission.READ_MESSAGE_HISTORY)
    harbour.discord.faults.arm("PATCH", "/channels/*/messages/*", AnswerLost())
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    harbour.bot.outbox.hurry(harbour.discord.guild.id)
    await harbour.delivered()
    assert harbour.newest is not old
    assert (old.buttons, [board.data for board in old.pictures]) == ([], [first.data])


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_turn_in_which_every_request_meets_a_server_error_is_told_and_posted_once(
    harbour: Harbour, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bo = await race(harbour)
    old, posts = harbour.newest, len(harbour.posts())
    for method, path in (
        ("POST", "/interactions/*/callback"),
        ("PATCH", "/webhooks/*"),
        ("PATCH", "/channels/*/messages/*"),
        ("POST", "/channels/*/messages"),
    ):
        harbour.discord.faults.arm(method, path, Broken(status))
    reply = await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.delivered()
    assert harbour.discord.faults.waiting == 0
    assert "F6" in reply.text
    assert (len(harbour.posts()), old.buttons) == (posts + 1, [])
    assert harbour.newest.pinged == {ann.id}
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_discord_that_stays_broken_is_tried_until_it_answers(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await race(harbour)
    harbour.discord.faults.arm("POST", "/channels/*/messages", Broken(503), times=8)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.delivered()
    assert harbour.newest.pinged == {ann.id}


async def test_posts_keep_their_order_when_one_of_them_fails(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    harbour.discord.faults.arm("PATCH", "/channels/*/messages/*", Broken(503), times=3)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.pass_turn(1, 1, 1, 1)
    await harbour.delivered()
    stored = await harbour.bot.store.posts((await harbour.table()).row.id)
    assert [post.message for post in stored] == [post.id for post in harbour.posts()]


async def test_a_turn_that_passed_while_the_bot_could_not_post_is_told_without_a_call(
    harbour: Harbour, only_when_told: None
) -> None:
    _, bo = await race(harbour)
    posts = len(harbour.posts())
    harbour.discord.deny_bot(harbour.place, Permission.SEND_MESSAGES)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    missed = " ".join(f"{die}{value}" for die, value in (await harbour.race()).dice.items())
    await harbour.pass_turn(1, 1, 1, 1)
    harbour.discord.deny_bot(harbour.place, Permission.NONE)
    await harbour.discord.wait_for_message(lambda message: "N1 E1 S1 W1" in message.text)
    await harbour.delivered()
    first, *missing, newest = harbour.posts()[posts:]
    assert "F6" in first.text
    assert any(missed in post.text for post in (*missing, newest))
    assert first.text.endswith(f"/{missing[0].id})")
    assert all((post.pinged, post.buttons) == (frozenset(), []) for post in (first, *missing))
    assert newest.pinged == {bo.id}


async def test_a_command_that_reached_the_bot_too_late_is_not_carried_out(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    before = (await harbour.table()).row
    late = Refused(Refusal.UNKNOWN_INTERACTION)
    harbour.discord.faults.arm("POST", "/interactions/*/callback", late)
    slow = asyncio.create_task(bo.slash("/game do", action=WHOLE_TURN))
    await harbour.until(lambda: not harbour.discord.faults.waiting)
    await harbour.calm()
    assert (await harbour.table()).row == before
    slow.cancel()
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.race()).seats[1].position == "F6"


@pytest.mark.parametrize("fault", [Refused(Refusal.TOKEN_EXPIRED), UploadCut()], ids=["expired", "cut"])
async def test_an_answer_that_cannot_be_given_does_not_hold_up_the_game(
    harbour: Harbour, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bo = await race(harbour)
    harbour.discord.faults.arm("PATCH", "/webhooks/*", fault, times=2)
    await bo.slash("/game do", action=WHOLE_TURN)
    await harbour.calm()
    assert (await harbour.race()).seats[1].position == "F6"
    assert harbour.newest.pinged == {ann.id}
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]


# Repeated events, or a lost connection


async def test_an_event_that_comes_twice_acts_once(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    before = len(await harbour.journal())
    reply = await bo.slash("/game do", action="b N4@F2")
    harbour.discord.gateway.send_interaction(reply.interaction)
    await harbour.told(reply)
    assert len(await harbour.journal()) == before + 1
    assert "F6" in reply.text


async def test_an_event_repeated_by_a_resume_acts_once(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    before = (await harbour.table()).row
    harbour.discord.gateway.repeat_on_resume = 3
    resumed = asyncio.create_task(harbour.bot.wait_for("resumed"))
    harbour.discord.gateway.disconnect()
    await resumed
    await harbour.told(await bo.slash("/game status"))
    assert (await harbour.table()).row == before


async def test_a_race_goes_on_after_the_session_was_lost(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await race(harbour)

    async def at_once(_: int | None, *, initial: bool = False) -> None:
        pass

    # The library waits five seconds before it logs in again.
    monkeypatch.setattr(harbour.bot, "before_identify_hook", at_once)
    (session,) = harbour.discord.gateway.sessions
    harbour.discord.gateway.invalidate()
    await harbour.discord.world.changes.until(lambda: harbour.discord.gateway.sessions not in ([], [session]))
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.race()).seats[1].position == "F6"


# Deletions


async def test_a_deleted_message_is_posted_anew_with_its_story(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    posts = len(harbour.posts())
    harbour.discord.world.delete_message(harbour.newest)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert len(harbour.posts()) == posts
    assert "N4 E0 S0 W0" in harbour.newest.text
    assert "F6" in harbour.newest.text
    assert harbour.newest.pinged == {bo.id}
    assert harbour.newest.buttons


async def test_a_turn_leads_to_the_post_right_after_it_whenever_it_is_shown_anew(harbour: Harbour) -> None:
    """After a move of the game, a post without narration is between the posts of two turns."""
    await race(harbour)
    table = await harbour.table()
    over = harbour.newest
    await table.relocate(lambda row: row, 0)
    await harbour.calm()
    between = harbour.newest
    assert f"/{between.id})" in over.text
    await harbour.skip()
    (told,) = [one for one in await harbour.bot.store.posts(table.row.id) if one.message == over.id]
    again = replace(told, wanted=told.wanted + 1)
    await harbour.bot.store.commit(Change(replace(table.row, version=table.row.version + 1), posts=(again,)))
    over.edited_at = None
    await harbour.restart()
    await harbour.until(lambda: over.edited_at is not None)
    assert f"/{between.id})" in over.text


async def test_the_way_onward_passes_over_a_post_that_was_deleted_as_its_turn_ended(harbour: Harbour) -> None:
    await race(harbour)
    before = harbour.newest
    await harbour.skip()
    harbour.discord.world.delete_message(harbour.newest)
    await harbour.skip()
    assert f"/{harbour.newest.id})" in before.text


async def test_only_the_newest_post_goes_on_after_an_earlier_one_was_deleted(harbour: Harbour) -> None:
    await race(harbour)
    await harbour.skip()
    harbour.discord.world.delete_message(harbour.newest)
    await harbour.skip()
    asking = harbour.newest
    await harbour.skip()
    assert harbour.newest is not asking
    assert not asking.buttons
    assert f"/{harbour.newest.id})" in asking.text


async def test_a_deleted_lobby_message_is_posted_anew(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    harbour.discord.world.delete_message(harbour.newest)
    await harbour.told(await bo.slash("/game join"))
    assert "2. **Bo**" in harbour.newest.text
    assert "Join" in labels(harbour.newest)


async def test_old_messages_can_be_deleted_without_harm(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    old = harbour.newest
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    harbour.discord.world.delete_message(old)
    for post in harbour.posts():
        harbour.discord.world.delete_message(post)
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    assert len(harbour.posts()) == 1
    assert harbour.newest.buttons or harbour.newest.menus


async def test_a_game_outlives_its_channel_and_goes_on_in_another(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    table = await harbour.table()
    harbour.discord.world.delete_channel(harbour.discord.harbour)
    south = harbour.discord.channel("south")
    for person in (ann, bo):
        person.home = south
    form = (await harbour.told(await ann.slash("/gm", task="move"))).modal
    (menu,) = [field.input for field in form.fields if isinstance(field.input, StringMenu)]
    assert [option.value for option in menu.options] == [table.row.id]
    await harbour.gm(ann, "move", game=table.row.id)
    (post,) = harbour.posts(south)
    assert post.pinged == {bo.id}
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.table(south)).row.id == table.row.id
    assert len(harbour.posts(south)) == 2


async def test_an_action_in_a_channel_that_is_being_deleted_is_kept(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    table = await harbour.table()
    south = harbour.discord.channel("south")
    harbour.discord.world.delete_channel(harbour.discord.harbour)
    now = harbour.bot.now()
    await table.advance(lambda _, match: fresh(match, now, actor=MASTER), 0)
    await harbour.calm()
    ann.home = south
    await harbour.gm(ann, "move", game=table.row.id)
    assert len(harbour.posts(south)) == 1


# Moving


async def test_a_game_is_moved_by_its_host_to_a_channel_that_is_named(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    old, south = harbour.newest, harbour.discord.channel("south")
    await harbour.gm(ann, "move", to=south)
    assert old.buttons == []
    (post,) = harbour.posts(south)
    assert post.pinged == {bo.id}
    assert post.pictures
    reply = await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert "/play" in reply.text


async def test_a_lobby_that_is_moved_says_so_in_the_old_place(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    south = harbour.discord.channel("south")
    await harbour.gm(ann, "move", to=south)
    assert south.mention in harbour.newest.text
    assert harbour.newest.buttons == []
    await harbour.told(await bo.press(harbour.posts(south)[0], "Join"))
    assert "2. **Bo**" in harbour.posts(south)[0].text


async def test_a_game_is_not_moved_where_it_cannot_be_played(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    south, west = harbour.discord.channel("south"), harbour.discord.channel("west")
    harbour.discord.deny_bot(south, Permission.SEND_MESSAGES)
    await harbour.told(await bo.slash("/play", channel=west, options={"game": "port_flower"}))
    before = (await harbour.table()).row
    assert "Send Messages" in (await harbour.gm(ann, "move", to=south)).text
    assert "already a game" in (await harbour.gm(ann, "move", to=west)).text
    assert (await harbour.table()).row == before


async def test_a_game_that_is_over_is_not_moved(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.resign(bo)
    game = (await harbour.table()).row.id
    south = harbour.discord.channel("south")
    reply = await harbour.gm(ann, "move", south, game=game)
    assert "No game is running" in reply.text
    assert harbour.posts(south) == []


async def test_a_game_does_not_come_over_from_another_server(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    game = (await harbour.table()).row.id
    other = harbour.discord.channel("far", harbour.discord.add_guild("Far Harbour"))
    reply = await harbour.gm(ann, "move", other, game=game)
    assert "No game is running" in reply.text


# Lost permissions


async def test_players_are_told_when_the_bot_may_not_post(harbour: Harbour, only_when_told: None) -> None:
    _, bo = await race(harbour)
    harbour.discord.deny_bot(harbour.place, Permission.SEND_MESSAGES)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    ann = await harbour.awaited()
    reply = await harbour.told(await ann.slash("/game status"))
    assert "cannot post" in reply.text
    assert "Send Messages" in reply.text


async def test_posts_catch_up_when_a_permission_is_given_back(harbour: Harbour, only_when_told: None) -> None:
    ann, bo = await race(harbour)
    last = harbour.newest
    harbour.discord.deny_bot(harbour.place, Permission.SEND_MESSAGES)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert harbour.newest is last
    harbour.discord.deny_bot(harbour.place, Permission.NONE)
    await harbour.discord.wait_for_message(lambda message: message.pinged == {ann.id}, after=last)
    await harbour.calm()
    assert "cannot post" not in (await harbour.told(await ann.slash("/game status"))).text


async def test_posts_catch_up_when_a_thread_is_unlocked(harbour: Harbour, only_when_told: None) -> None:
    ann, bo, thread = await thread_race(harbour)
    mo = harbour.discord.persona("Mo", moderator=True)
    last = harbour.newest
    harbour.discord.set_locked(thread, locked=True)
    reply = await harbour.gm(mo, "skip", thread, reason="asleep")
    assert reply.ephemeral
    assert harbour.newest is last
    harbour.discord.set_locked(thread, locked=False)
    other = {ann.id, bo.id} - last.pinged
    await harbour.discord.wait_for_message(lambda message: message.pinged == other, after=last)


async def test_a_sleeping_thread_is_woken_by_the_game(harbour: Harbour, only_when_told: None) -> None:
    ann, bo, thread = await thread_race(harbour)
    harbour.discord.world.set_archived(thread, archived=True)
    await harbour.told(await bo.press(harbour.newest, "Let it come"))
    assert harbour.newest.pinged == {ann.id}
    assert not thread.archived


async def test_a_bot_that_is_invited_again_goes_on(harbour: Harbour, only_when_told: None) -> None:
    ann, bo = await race(harbour)
    last = harbour.newest
    harbour.discord.faults.arm("POST", "/channels/*/messages", Broken(503))
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    harbour.discord.world.remove_bot(harbour.discord.guild)
    assert harbour.newest is last
    harbour.discord.world.return_bot(harbour.discord.guild)
    await harbour.discord.wait_for_message(lambda message: message.pinged == {ann.id}, after=last)
    reply = await harbour.told(await ann.slash("/game status"))
    assert "Waits for **Ann**" in reply.text


# Errors of the bot itself


async def test_an_unexpected_error_gets_a_number_and_changes_nothing(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, bo = await race(harbour)
    before = (await harbour.table()).row

    def sink(*_: object) -> None:
        raise RuntimeError("a hole in the hull")

    with monkeypatch.context() as broken:
        broken.setattr(PortFlower, "apply", sink)
        reply = await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert reply.ephemeral
    assert "hull" not in reply.text
    assert (await harbour.table()).row == before
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    number = record.getMessage().split()[-1]
    assert f"`{number}`" in reply.text
    assert "a hole in the hull" in caplog.text
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.race()).seats[1].position == "F6"


async def test_a_post_that_discord_will_never_take_does_not_hold_up_the_next(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bo = await race(harbour)
    harbour.discord.faults.arm("PATCH", "/channels/*/messages/*", Refused(Refusal.INVALID_FORM_BODY))
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    assert harbour.newest.pinged == {ann.id}
    assert "Discord does not take post" in caplog.text


async def test_a_command_of_an_older_version_is_answered(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    service = harbour.discord.service
    data: dict[str, object] = {"id": "1", "name": "sail", "type": 1, "options": []}
    opened = service.desk.open(InteractionKind.COMMAND, ann.user, harbour.place, data)
    service.gateway.send_interaction(opened)
    await opened.settled.wait()
    assert opened.origin_message is not None
    assert opened.origin_message.only_for is ann.user
    assert "That command has changed" in opened.origin_message.text


async def test_a_command_with_the_options_of_an_older_version_is_answered(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    before = (await harbour.table()).row
    service = harbour.discord.service
    old = {"name": "move", "type": 3, "value": "b N4@F2"}
    data: dict[str, object] = {"id": "1", "name": "do", "type": 1, "options": [old]}
    opened = service.desk.open(InteractionKind.COMMAND, bo.user, harbour.place, data)
    service.gateway.send_interaction(opened)
    await opened.settled.wait()
    assert opened.origin_message is not None
    assert "That command has changed" in opened.origin_message.text
    assert (await harbour.table()).row == before


async def test_what_was_done_is_told_although_the_game_cannot_go_on_by_itself(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, bo = await race(harbour, sharks="1")

    def stall(*_: object) -> None:
        raise RuntimeError("a rope in the screw")

    with monkeypatch.context() as broken:
        broken.setattr(automatic_moves, "only_answer", stall)
        reply = await harbour.told(await bo.slash("/game do", action="b N4 E0 S0@F2"))
    assert "F6" in reply.text
    assert (await harbour.race()).seats[1].position == "F6"
    assert "a rope in the screw" in caplog.text
    await harbour.told(await bo.press(harbour.newest, labels(harbour.newest)[0]))
    assert (await harbour.race()).turn_seat == 1


async def test_a_board_that_cannot_be_drawn_does_not_hold_up_the_game(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bo = await race(harbour)

    def spill(*_: object) -> None:
        raise RuntimeError("no ink")

    with monkeypatch.context() as broken:
        broken.setattr(render, "draw", spill)
        await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
        assert harbour.newest.pinged == {ann.id}
        assert harbour.newest.pictures == []
        board = await harbour.told(await ann.slash("/game board"))
        assert board.buttons or board.message.menus
    assert "no ink" in caplog.text
    await harbour.pass_turn(1, 1, 1, 1)
    assert harbour.newest.pictures
