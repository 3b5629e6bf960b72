"""Stuck games are distinguished from games on a slow machine."""

import asyncio
from pathlib import Path

import pytest

from tests.bot.harbour import Harbour
from tests.faults.ledger import Deed, Ledger
from tests.faults.progress import StandstillError, as_long_as_stored, standing, stored


async def test_what_takes_long_is_awaited_while_something_is_stored(harbour: Harbour, tmp_path: Path) -> None:
    await harbour.race_of_two()
    home: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    turns = iter(range(4))

    async def a_turn() -> None:
        await harbour.skip()
        if next(turns) == 3:
            home.set_result("home")

    assert await as_long_as_stored(home, tmp_path / "games.db", a_turn) == "home"


async def test_a_standstill_is_found_and_told_with_what_waits_for_whom(
    harbour: Harbour, tmp_path: Path
) -> None:
    ledger = Ledger(harbour.discord)
    ann, _ = await harbour.race_of_two()
    reply = await harbour.told(await ann.slash("/game do", action="b N4@F2"))
    ledger.read(ledger.note(Deed("play", ann, harbour.place, reply, line="/game do")))
    database = tmp_path / "games.db"
    # A reader of posts waits until their known state is stored.
    assert await harbour.bot.store.due_posts() == []
    with pytest.raises(StandstillError):
        await as_long_as_stored(asyncio.Event().wait(), database, lambda: asyncio.sleep(0))
    game, did = await standing(database, harbour.discord, ledger)
    assert "(port_flower, running) in #harbour waits for Bo (move). All posts are delivered." in game
    assert did.startswith("Ann (/game do in #harbour) was told “⚓ It is not your turn")


def test_nothing_is_stored_before_the_tables_are_built(tmp_path: Path) -> None:
    assert stored(tmp_path / "games.db") == 0
