"""The bot is killed at random instants of running races; `./harbour torture` does it more often."""

from pathlib import Path

import pytest

from tests.faults.voyage import voyage

KILLS = 12


@pytest.mark.parametrize("seed", ["1/1", "1/2"])
async def test_a_bot_that_is_killed_loses_nothing_and_doubles_nothing(seed: str, tmp_path: Path) -> None:
    account = await voyage(seed, KILLS, tmp_path)
    assert not account.problems, "\n".join(account.problems)
    assert account.kills == KILLS
