"""Whoever holds up somebody else's turn for too long gets the standing answer of the rules."""

from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.client import Harbourmaster
from bot.store.rows import WINDOW
from sandbox import Persona
from tests.bot.doors.test_presses import LET_IT_COME, asked
from tests.bot.harbour import Harbour
from tests.bot.store.test_faults import alter


async def look(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, later: int) -> None:
    """The clock looks at the deadlines so many seconds after the question was asked."""
    asked_at = (await harbour.table()).match.position.awaited[0].since
    monkeypatch.setattr(Harbourmaster, "now", staticmethod(lambda: asked_at + later))
    harbour.bot.tables.now = Harbourmaster.now
    assert harbour.bot.timekeeper is not None
    await harbour.bot.timekeeper.look()
    await harbour.calm()


async def question(harbour: Harbour) -> tuple[Persona, Persona]:
    """Ann's turn waits for Bo, who may use a repellent; nobody else can go on."""
    ann, bo = await asked(harbour)
    assert await harbour.awaited() is bo
    return ann, bo


async def test_the_post_says_until_when_the_turn_waits(harbour: Harbour) -> None:
    await question(harbour)
    (awaited,) = (await harbour.table()).match.position.awaited
    assert f"Without an answer <t:{awaited.since + WINDOW}:R> the rules decide." in harbour.newest.text


@pytest.mark.parametrize("command", ["/game mine", "/game status"])
async def test_who_looks_sees_until_when_an_answer_is_waited_for(harbour: Harbour, command: str) -> None:
    ann, bo = await question(harbour)
    (awaited,) = (await harbour.table()).match.position.awaited
    limit = f"Without an answer <t:{awaited.since + WINDOW}:R> the rules decide."
    assert limit in (await harbour.told(await bo.slash(command))).text
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    assert "Without an answer" not in (await harbour.told(await ann.slash(command))).text


async def test_the_rules_answer_when_the_time_is_up(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await question(harbour)
    await look(harbour, monkeypatch, WINDOW)
    assert (await harbour.journal())[-1].entry.kind == "timeout"
    told = "".join(post.text for post in harbour.posts())
    assert "**Bo** did not answer, so the rules do." in told
    assert await harbour.awaited() is ann


async def test_nobody_is_hurried(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo = await question(harbour)
    before = (await harbour.table()).row
    await look(harbour, monkeypatch, WINDOW - 1)
    assert (await harbour.table()).row == before
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    assert (await harbour.journal())[-1].entry.kind == "act"


async def test_a_turn_of_one_s_own_may_take_days(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo = await question(harbour)
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    before = (await harbour.table()).row
    await look(harbour, monkeypatch, 100 * WINDOW)
    assert (await harbour.table()).row == before


async def test_a_deadline_outlives_a_restart(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    await question(harbour)
    await harbour.restart()
    await look(harbour, monkeypatch, WINDOW)
    assert (await harbour.journal())[-1].entry.kind == "timeout"


async def test_the_time_begins_anew_after_a_pause(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await question(harbour)
    since = (await harbour.table()).match.position.awaited[0].since
    await harbour.told(await ann.slash("/gm pause", reason="dinner"))
    await look(harbour, monkeypatch, WINDOW)
    assert (await harbour.table()).row.status == "paused"
    await harbour.told(await ann.slash("/gm resume", reason="coffee"))
    assert (await harbour.table()).match.position.awaited[0].since == since + WINDOW


async def test_a_deadline_that_was_altered_hurries_nobody(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await question(harbour)
    before = (await harbour.table()).row
    alter(Path(make_url(harbour.settings.database_url).database or ""), "UPDATE awaited SET until = 1")
    await look(harbour, monkeypatch, WINDOW - 1)
    assert (await harbour.table()).row == before
