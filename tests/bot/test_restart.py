"""The bot is stopped and started again in the middle of a race."""

import asyncio
import logging

import pytest

from bot.posts import retries
from rules.port_flower import GAME
from sandbox import AnswerLost, Broken, Persona
from tests.bot.harbour import Harbour
from tests.bot.lobbies import options_form

WHOLE_TURN = "b N4@F2 / s1 E0 S0"


async def race(harbour: Harbour, **options: str) -> tuple[Persona, Persona]:
    """Start a race of Ann and Bo. It is Bo's turn, with the wind N4 E0 S0 W0."""
    people = await harbour.race_of_two(**options)
    # Otherwise the bot could still note its presence while it stops, and warn that this failed.
    await harbour.note_presence()
    return people


async def test_a_race_goes_on_where_it_stood(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.restart()
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    assert (await harbour.race()).seats[1].position == "F6"
    assert await harbour.awaited() is ann


async def test_a_restart_posts_nothing_and_changes_nothing(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    before = [(post.id, post.text, post.edited_at) for post in harbour.posts()]
    await harbour.restart()
    await harbour.calm()
    assert [(post.id, post.text, post.edited_at) for post in harbour.posts()] == before


async def test_buttons_from_before_a_restart_work(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    post = harbour.newest
    await harbour.restart()
    page = (await harbour.told(await bo.press(post, "Your choices"))).message
    await harbour.restart()
    await harbour.told(await bo.press(page, "1 · Boat F2 N4 → F6"))
    await harbour.restart()
    await harbour.told(await bo.press(post, "Take back"))
    assert (await harbour.race()).seats[1].position == "port"


async def test_forms_from_before_a_restart_work(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    form = await options_form(ann, harbour.newest, "port_flower", "round_limit")
    await harbour.restart()
    await harbour.told(await ann.submit(form, {"round_limit": "12"}))
    assert "Round limit: **12**" in harbour.newest.text


async def test_a_lobby_outlives_a_restart(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    await harbour.restart()
    await harbour.told(await bo.press(harbour.newest, "Join"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert (await harbour.table()).row.status == "running"
    assert len(harbour.posts()) == 2


async def test_commands_are_registered_only_when_they_changed(harbour: Harbour) -> None:
    assert len(harbour.discord.journal.find("PUT", "/applications/*/commands")) == 1
    await harbour.restart()
    assert len(harbour.discord.journal.find("PUT", "/applications/*/commands")) == 1


async def test_what_was_accepted_before_the_stop_is_stored_and_posted(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    # The bot has acknowledged the command, and is asked to stop before it carries out the command.
    reply = await bo.slash("/game do", action=WHOLE_TURN)
    await harbour.stop()
    assert "F6" in reply.text
    assert harbour.newest.pinged == {ann.id}
    await harbour.start()
    assert (await harbour.race()).seats[1].position == "F6"


async def test_a_bot_that_is_leaving_begins_nothing_new(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    before = (await harbour.table()).row
    harbour.bot.leaving = True
    typed = await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    pressed = await harbour.told(await bo.press(harbour.newest, "Your choices"))
    assert typed.ephemeral
    assert "being restarted" in typed.text
    assert "being restarted" in pressed.text
    assert (await harbour.table()).row == before


async def test_suggestions_that_are_being_made_reach_the_person_before_the_bot_stops(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    _, bo = await race(harbour)
    typing = asyncio.create_task(bo.complete("/game do", focused="action"))
    await harbour.until(lambda: bool(harbour.bot.attending))
    await harbour.stop()
    assert await typing
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    await harbour.start()


async def test_a_stop_that_waited_long_enough_breaks_off_what_is_not_done(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    _, bo = await race(harbour)
    table = await harbour.table()
    async with table._lock:
        await bo.slash("/game do", action=WHOLE_TURN)
        await harbour.bot.shut_down(0.01)
    assert not harbour.bot.attending
    told = [(r.levelname, r.getMessage()) for r in caplog.records if r.levelno >= logging.WARNING]
    assert told == [("WARNING", "interactions that the stop broke off: 1")]
    await harbour.start()
    assert (await harbour.race()).seats[1].position == "port"


async def test_what_could_not_be_posted_before_a_restart_is_posted_after_it(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    harbour.discord.faults.arm("POST", "/channels/*/messages", Broken(503))
    posts = len(harbour.posts())
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert len(harbour.posts()) == posts
    await harbour.restart()
    await harbour.calm()
    assert len(harbour.posts()) == posts + 1
    assert harbour.newest.pinged == {ann.id}


async def test_a_message_that_discord_took_before_a_crash_is_not_sent_twice(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    posts = len(harbour.posts())
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.restart()
    await harbour.calm()
    assert len(harbour.posts()) == posts + 1
    assert await harbour.bot.store.due_posts() == []


async def test_a_message_taken_before_a_crash_is_brought_up_to_date(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await race(harbour)
    await harbour.force(0, 0, 0, 1)
    # The next turn's message is sent, but the bot does not learn of it. Then the turn goes on.
    harbour.discord.faults.arm("POST", "/channels/*/messages", AnswerLost())
    monkeypatch.setattr(retries, "FIRST_WAIT", 1000)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    posts = len(harbour.posts())
    await harbour.restart()
    ann = await harbour.awaited()
    await harbour.told(await ann.slash("/game do", action="s2 N0"))
    assert len(harbour.posts()) == posts
    assert "Take back" in [button.label for button in harbour.newest.buttons]


async def test_stopping_waits_for_a_post_under_way(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await bo.slash("/game do", action=WHOLE_TURN)
    while harbour.bot.attending:
        await asyncio.wait(set(harbour.bot.attending))
    await harbour.stop()
    assert harbour.newest.pinged == {ann.id}
    await harbour.start()
    assert await harbour.bot.store.due_posts() == []


async def test_a_race_goes_on_under_the_newer_rules_of_a_newer_bot(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.stop()
    monkeypatch.setattr(type(GAME), "rules_version", GAME.rules_version + 1)
    await harbour.start()
    (ann,) = (await harbour.awaited(),)
    await harbour.told(await ann.slash("/game board"))
    await harbour.calm()
    assert "newer rules" in harbour.newest.text
    assert harbour.newest.mentions == (ann.user,)
    changed = (await harbour.journal())[-1].entry
    assert (changed.kind, changed.what) == ("rules", str(GAME.rules_version))
    checked = await harbour.told(await ann.slash("/game check"))
    assert "rules is not played again; what follows was" in checked.text
    await harbour.force(1, 1, 1, 1)
    assert "wind" in harbour.newest.text
