"""Presses that come too late, too often, from elsewhere, or from a control that was never offered."""

import asyncio

import pytest

from sandbox import Persona
from sandbox.world.components import Button
from tests.bot.harbour import Harbour


async def asked(harbour: Harbour) -> tuple[Persona, Persona]:
    """Start a race in which Ann's shark is about to hit Bo, who may answer with a repellent."""
    ann, bo = await harbour.race_of_two(repellent="coin")
    await harbour.force(0, 4, 0, 1)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    return ann, bo


def button(harbour: Harbour, label: str) -> Button:
    """Return a button of the newest message."""
    return next(one for one in harbour.newest.buttons if one.label == label)


LET_IT_COME = "Let it come"


async def test_of_a_hundred_simultaneous_presses_one_acts(harbour: Harbour) -> None:
    _, bo = await asked(harbour)
    before = len(await harbour.journal())
    replies = await asyncio.gather(*(bo.press(harbour.newest, LET_IT_COME) for _ in range(100)))
    await harbour.calm()
    assert len(await harbour.journal()) == before + 1
    told = [reply for reply in replies if reply.followups]
    assert len(told) == 99
    assert all(reply.ephemeral for reply in told)
    assert (await harbour.race()).seats[1].position == "port"


async def test_of_two_answers_at_the_same_time_one_counts(harbour: Harbour) -> None:
    _, bo = await asked(harbour)
    post, before = harbour.newest, len(await harbour.journal())
    await asyncio.gather(bo.press(post, LET_IT_COME), bo.press(post, "Use a repellent (1 left)"))
    await harbour.calm()
    assert len(await harbour.journal()) == before + 1


async def test_a_press_on_an_old_message_shows_what_can_be_done_now(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    old, sail = harbour.newest, harbour.newest.menus[0].custom_id.replace("hm:p:", "hm:a:")
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.pass_turn(1, 2, 0, 0)
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.forge_press(sail, old))
    assert reply.ephemeral
    assert "earlier moment" in reply.text
    assert len(reply.message.menus) == len(harbour.newest.menus)
    assert (await harbour.table()).row == before


async def test_a_page_left_open_from_an_earlier_moment_does_nothing(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    page = (await harbour.told(await bo.slash("/game board"))).message
    # Forget the page, as a restart does. Without this, the page would immediately be marked as past.
    harbour.bot.outbox.pages.take(page.id)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.choose(page, "Shark 1 stays, S0 W0 remain", placeholder="A shark …"))
    assert reply.message is page
    assert "the game waits for" in page.text
    assert (await harbour.table()).row == before


async def test_controls_from_before_an_undo_do_nothing(harbour: Harbour) -> None:
    ann, bo = await asked(harbour)
    old = harbour.newest
    come = button(harbour, LET_IT_COME).custom_id or ""
    page = (await harbour.gm(ann, "undo", to="5")).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    await harbour.bring_back(ann, "no slip")
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.forge_press(come, old))
    assert reply.ephemeral
    assert "earlier moment" in reply.text
    assert (await harbour.table()).row == before


async def test_controls_of_a_race_that_is_over_do_nothing(harbour: Harbour) -> None:
    ann, bo = await asked(harbour)
    old, come = harbour.newest, button(harbour, LET_IT_COME).custom_id or ""
    await harbour.resign(ann)
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.forge_press(come, old))
    assert reply.ephemeral
    assert "This game is over" in reply.text
    assert (await harbour.table()).row == before


async def test_a_control_used_outside_its_channel_points_there(harbour: Harbour) -> None:
    _, bo = await asked(harbour)
    south = harbour.discord.channel("south")
    message = await bo.say("Ahoy.", south)
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.forge_press(button(harbour, LET_IT_COME).custom_id or "", message))
    assert reply.ephemeral
    assert harbour.discord.harbour.mention in reply.text
    assert (await harbour.table()).row == before


async def test_a_control_of_another_game_is_of_no_use_to_who_does_not_play_it(harbour: Harbour) -> None:
    await asked(harbour)
    cato, dagny = harbour.people("Cato", "Dagny")
    south = harbour.discord.channel("south")
    await harbour.told(await cato.slash("/play", channel=south, options={"game": "port_flower"}))
    await harbour.told(await dagny.slash("/game join", channel=south))
    await harbour.lobby_control(cato, "start", channel=south)
    before = (await harbour.table()).row
    come = button(harbour, LET_IT_COME).custom_id or ""
    reply = await harbour.told(await cato.forge_press(come, harbour.newest))
    assert "You are not playing in this game" in reply.text
    assert (await harbour.table()).row == before


FORGED = [
    "hm:a:{game}:{stamp}:repel/maybe",
    "hm:a:{game}:{stamp}:move/boat/N/N4/F2",
    "hm:a:{game}:999999999:repel/yes",
    "hm:a:{game}:0:repel/yes",
    "hm:a:{game}:{stamp}:",
    "hm:a:{game}:{stamp}:////",
    "hm:y:{game}:{stamp}:absent",
    "hm:y:{game}:0:absent",
    "hm:p:{game}:{stamp}:repel",
    "hm:b:{game}:1:",
    "hm:f:{game}:{stamp}:",
    "hm:f:{game}:{stamp}:repel",
    "hm:f:{game}:0:resign",
    "hm:n:{game}:0:rudder",
    "hm:n:{game}:0:",
    "hm:n:{game}:0:sharks",
    "hm:v:{game}:0:sharks",
    "hm:q:{game}:0:",
    "hm:u:{game}:0:",
    "hm:z:{game}:0:1/2",
    "hm:s:{game}:0:",
    "hm:j:{game}:0:",
    "hm:l:{game}:0:",
    "hm:x:{game}:0:",
    "hm:a:NOSUCH:1:repel/yes",
    "hm:a:'; DROP TABLE games;--:1:repel/yes",
    "somebody else's control",
    "hm:",
]


async def test_forged_presses_change_nothing_and_are_answered_privately(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    _, bo = await asked(harbour)
    table = await harbour.table()
    before, posts = table.row, len(harbour.posts())
    values = ["repel/maybe", "-1", "9"]
    for forged in FORGED:
        custom_id = forged.format(game=before.id, stamp=table.match.position.awaited[0].stamp)
        press = bo.forge_press(custom_id, harbour.newest, component_type=3, values=values)
        reply = await harbour.told(await press)
        assert reply.ephemeral, forged
        assert (await harbour.table()).row == before, forged
    assert len(harbour.posts()) == posts
    assert "unexpected" not in caplog.text
