"""Games that stand still are told from games on a slow machine."""

import asyncio
from pathlib import Path

import pytest

from tests.bot.harbour import Harbour
from tests.faults.ledger import Deed, Ledger
from tests.faults.progress import StandstillError, as_long_as_stored, standing, stored

SHORT = 0.05
"""Seconds between two looks."""


async def _play_on(harbour: Harbour, turns: int) -> str:
    for _ in range(turns):
        await harbour.skip()
        await asyncio.sleep(2 * SHORT)
    return "home"


async def test_what_takes_long_is_awaited_while_something_is_stored(harbour: Harbour, tmp_path: Path) -> None:
    await harbour.race_of_two()
    database = tmp_path / "games.db"
    assert await as_long_as_stored(_play_on(harbour, 4), database, 2 * SHORT) == "home"


async def test_a_standstill_is_found_and_told_with_what_waits_for_whom(
    harbour: Harbour, tmp_path: Path
) -> None:
    ledger = Ledger(harbour.discord)
    ann, _ = await harbour.race_of_two()
    reply = await harbour.told(await ann.slash("/game do", action="b N4@F2"))
    ledger.read(ledger.note(Deed("play", ann, harbour.place, reply, line="/game do")))
    database = tmp_path / "games.db"
    with pytest.raises(StandstillError):
        await as_long_as_stored(asyncio.Event().wait(), database, SHORT)
    game, did = await standing(database, harbour.discord, ledger)
    assert "(port_flower, running) in #harbour waits for Bo (move). All posts are delivered." in game
    assert did.startswith("Ann (/game do in #harbour) was told “⚓ It is not your turn")


def test_nothing_is_stored_before_the_tables_are_built(tmp_path: Path) -> None:
    assert stored(tmp_path / "games.db") == 0
