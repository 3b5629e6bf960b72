"""Torture finds the processes that think for a bot, and no others."""

import asyncio
import os
import sys

import pytest

from bot.sessions.bot_player import Thinker
from tests.bot.sessions.test_thinking import asked, in_battle, until
from tests.faults.thoughts import thinkers_of


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
async def test_what_thinks_for_a_bot_is_found_and_nothing_else() -> None:
    thinker = Thinker(patience=300)
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    assert [*thinkers_of(os.getpid())] == []
    thinking = asyncio.create_task(thinker.think(asked(in_battle())))
    await until(lambda: bool(thinker.pid) and [*thinkers_of(os.getpid())] == [thinker.pid])
    thinking.cancel()
    await thinker.close()
    assert [*thinkers_of(os.getpid())] == []
    other.kill()
    await other.wait()
