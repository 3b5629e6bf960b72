"""The connection breaks while the bot answers a person."""

import asyncio

import pytest

from sandbox import AnswerLost, ManualClock, Persona, SandboxError, UploadCut
from sandbox.office.desk import SECONDS_TO_ANSWER
from sandbox.traffic.faults import Fault
from sandbox.world.components import TextInput
from tests.bot.harbour import Harbour

EITHER = pytest.mark.parametrize("fault", [UploadCut(), AnswerLost()], ids=["unheard", "heard"])
"""The cases that the bot cannot distinguish."""


@pytest.fixture
async def bo(harbour: Harbour) -> Persona:
    """Return Bo, whose turn it is in a race with Ann."""
    _, bo = await harbour.race_of_two()
    return bo


@EITHER
async def test_a_command_is_carried_out_though_its_acknowledgement_broke_off(
    harbour: Harbour, bo: Persona, fault: Fault
) -> None:
    harbour.discord.faults.arm("POST", "/interactions/*/callback", fault)
    reply = await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert "F6" in reply.text
    assert (await harbour.race()).seats[1].position == "F6"


@EITHER
async def test_a_press_is_carried_out_though_its_acknowledgement_broke_off(
    harbour: Harbour, bo: Persona, fault: Fault
) -> None:
    harbour.discord.faults.arm("POST", "/interactions/*/callback", fault)
    reply = await harbour.told(await bo.press(harbour.newest, "Your choices"))
    assert reply.ephemeral
    assert reply.message.menus


@EITHER
async def test_a_refusal_is_told_though_its_acknowledgement_broke_off(
    harbour: Harbour, bo: Persona, fault: Fault
) -> None:
    (ann,) = harbour.people("Ann")
    harbour.discord.faults.arm("POST", "/interactions/*/callback", fault)
    reply = await harbour.told(await ann.slash("/game do", action="b N4@F2"))
    assert "It is not your turn" in reply.text


@EITHER
async def test_an_answer_that_broke_off_is_given_again(harbour: Harbour, bo: Persona, fault: Fault) -> None:
    harbour.discord.faults.arm("PATCH", "/webhooks/*", fault)
    reply = await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert "F6" in reply.text


@EITHER
async def test_a_private_question_that_broke_off_is_asked_again(
    harbour: Harbour, bo: Persona, fault: Fault
) -> None:
    harbour.discord.faults.arm("POST", "/webhooks/*", fault)
    reply = await harbour.told(await bo.press(harbour.newest, "Your choices"))
    assert reply.followups
    assert reply.message.menus


@EITHER
async def test_a_refused_form_opens_again_though_its_opening_broke_off(
    harbour: Harbour, bo: Persona, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    ann = harbour.crew[0]
    opened = await ann.slash("/gm", options={"task": "amend"})
    wrong = {"part": "Bo, reached", "value": "99", "patch": "", "reason": "a storm"}
    refused = await harbour.told(await ann.submit(opened.modal, wrong))
    harbour.discord.faults.arm("POST", "/interactions/*/callback", fault)
    again = await harbour.told(await ann.press(refused.message, "Try again"))
    kept = {
        one.input.custom_id: one.input.value for one in again.modal.fields if isinstance(one.input, TextInput)
    }
    assert kept["value"] == "99"
    assert "an answer could not be given" not in caplog.text


async def test_suggestions_that_reach_nobody_are_a_single_line_in_the_log(
    harbour: Harbour, bo: Persona, caplog: pytest.LogCaptureFixture
) -> None:
    harbour.discord.faults.arm("POST", "/interactions/*/callback", AnswerLost())
    await bo.complete("/game do", focused="action")
    await harbour.until(lambda: "suggestions could not be given" in caplog.text)
    assert "Traceback" not in caplog.text


async def test_a_bot_that_is_leaving_makes_no_suggestions(
    harbour: Harbour, clock: ManualClock, bo: Persona, caplog: pytest.LogCaptureFixture
) -> None:
    harbour.bot.leaving = True
    typing = asyncio.create_task(bo.complete("/game do", focused="action"))
    # A later request on the same connection is answered later.
    await harbour.told(await bo.slash("/game status"))
    clock.advance(SECONDS_TO_ANSWER)
    with pytest.raises(SandboxError):
        await typing
    assert caplog.records == []
