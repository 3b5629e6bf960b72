import asyncio
import sys
from pathlib import Path

from bot.store.store import Store
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import at_length, entry, running

ROOT = Path(__file__).parents[3]


async def test_what_was_committed_before_the_program_was_killed_is_there(url: str) -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.store.killed_program", url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert program.stdout is not None
    lines = [await program.stdout.readline() for _ in range(400)]
    program.kill()
    lines += (await program.stdout.read()).splitlines(keepends=True)
    await program.wait()
    whole = [line.decode().split() for line in lines if line.endswith(b"\n")]
    told = {game: int(step) for game, step in whole}
    assert len(told) == 20

    store = await Store.open(url, lambda: NOW)
    for game, step in told.items():
        journal = await store.entries(game)
        assert step <= len(journal)
        assert journal == [entry(number) for number in range(1, len(journal) + 1)]
        row = await store.game(game)
        assert row is not None
        assert row == at_length(running(game, channel=row.channel), len(journal))
    await store.close()
