"""Games of older rules continue, even if today's rules would forbid their earlier actions."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.narration import logbook
from bot.sessions.journal_checks import Checks
from bot.store.migrate import migrate
from rules.acrana import GAME
from rules.engine import match, replay
from sandbox import Persona
from tests.bot.alterations import opened
from tests.bot.harbour import Harbour, labels

STORED = Path(__file__).parent / "older_games"
"""Databases that older programs stored, by game and version of its rules."""


async def test_a_take_back_that_is_refused_today_stays_in_a_game_of_older_rules(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    today = GAME.rules_version
    with monkeypatch.context() as then:
        for module in (match, replay):
            then.setattr(module, "reveals", lambda *_: False)
        await harbour.start_race(ann, bo, game="acrana", cards_per_turn="2")
        await _play_until_taken_back(harbour)
    back = (await harbour.journal())[-1].entry
    assert (back.kind, back.actor.role) == ("undo", "seat")

    # A replay under today's rules would report an error.
    assert "❌" in (await harbour.told(await ann.slash("/game check"))).text
    monkeypatch.setattr(type(GAME), "rules_version", today + 1)
    await harbour.restart()
    verified = (await harbour.told(await ann.slash("/game check"))).text
    assert "❌" not in verified
    assert "under older rules" in verified
    assert (await harbour.journal())[-1].entry.kind == "rules"
    await _play(harbour)
    assert (await harbour.journal())[-1].entry.kind == "act"
    assert "❌" not in (await harbour.told(await bo.slash("/game check"))).text


async def test_a_game_that_an_older_program_stored_is_in_order_before_anybody_moves(tmp_path: Path) -> None:
    """The older program allowed a take-back that today's program forbids, so the stored position differs."""
    database = tmp_path / "games.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((STORED / "acrana-3.sql").read_text(encoding="utf-8"))
    await migrate(f"sqlite:///{database}")
    async with opened(database) as tables:
        table = await tables.table("6VS9HF")
        told = logbook.check(await Checks(tables.store, lambda: 0).of(table), table.row)
    assert "✅ The chain of hashes is unbroken" in told
    assert "What was played under older rules is not played again" in told


async def _play_until_taken_back(harbour: Harbour) -> None:
    for _ in range(20):
        person = await _play(harbour)
        if "Take back" in labels(harbour.newest):
            await harbour.told(await person.press(harbour.newest, "Take back"))
            return
    raise AssertionError("nothing could be taken back")


async def _play(harbour: Harbour) -> Persona:
    person = await harbour.awaited()
    action, *_ = [value for _, value in await person.complete("/game do", focused="action")]
    await harbour.told(await person.slash("/game do", action=str(action)))
    return person
