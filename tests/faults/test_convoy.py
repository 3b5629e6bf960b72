"""Two processes on one database are killed at random; `./harbour torture --processes` does it more often."""

from pathlib import Path

import pytest

from tests.faults.convoy import convoy
from tests.postgresql import needs_server, server

pytestmark = pytest.mark.long

KILLS = 4


async def test_two_processes_that_are_killed_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    needs_server()
    there = server()
    with there.blank():
        account = await convoy("1/2", KILLS, tmp_path, there, 2)
    assert not account.problems, "\n".join(account.problems)
    assert account.kills >= KILLS
