"""Plays twenty games simultaneously, and prints each change that the store acknowledged.

The program never ends by itself, but `test_crash` kills it.
"""

import asyncio
import sys
from itertools import count

from bot.store.store import Store
from tests.bot.store.samples import running, turn


async def play(store: Store, number: int) -> None:
    row = running(f"G{number:05}", channel=number)
    for step in count(1):
        await store.commit(turn(row, step))
        sys.stdout.write(f"{row.id} {step}\n")
        sys.stdout.flush()


async def main() -> None:
    store = await Store.open(sys.argv[1], lambda: 0)
    await asyncio.gather(*(play(store, number) for number in range(20)))


if __name__ == "__main__":
    asyncio.run(main())
