"""The bot is killed at random instants of running races; `./harbour torture` does it more often."""

from pathlib import Path

import pytest

from tests.faults.voyage import voyage
from tests.postgresql import needs_server, server

pytestmark = pytest.mark.long

KILLS = 12

KILLS_ON_A_SERVER = 6
"""Fewer kills, because the server is killed and its connections are cut, too."""


async def test_a_bot_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    account = await voyage("1/1", KILLS, tmp_path)
    assert not account.problems, "\n".join(account.problems)
    assert account.kills == KILLS


async def test_a_bot_whose_server_is_killed_as_well_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    needs_server()
    there = server()
    with there.blank():
        account = await voyage("1/36", KILLS_ON_A_SERVER, tmp_path, there)
    assert not account.problems, "\n".join(account.problems)
    assert account.kills == KILLS_ON_A_SERVER
    assert any(what.startswith("database: ") for what in account.deeds)
