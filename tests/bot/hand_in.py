"""Passes files with mistakes to the import commands, and reports which file broke a command.

    python -m tests.bot.hand_in 5000 1

The example passes 5,000 running and 5,000 finished games of all kinds, with the random seed 1.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from rules.engine.registry import games
from sandbox.traffic.login import token_of
from tests.bot import strangers
from tests.bot.blank import lay_blank
from tests.bot.test_import import played, written
from tests.bot.test_moving import NEW, OLD, begun


def main(count: int, seed: int) -> int:
    """Pass the files to the commands. Returns 1 if any command broke."""
    luck = Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        moving = [_moving(folder, slug) for slug in games()]
        over = [written(played(slug), folder).read_text(encoding="utf-8") for slug in games()]
        broken = _hand_in(folder, lambda: strangers.moving(luck.choice(moving), luck), ["import"], count)
        broken += _hand_in(folder, lambda: strangers.exported(luck.choice(over), luck), ["verify"], count)
    sys.stdout.write("\n".join([f"{2 * count} files, {len(broken)} broke a command.", *broken, ""]))
    return 1 if broken else 0


def _moving(folder: Path, slug: str) -> str:
    """Return an exported running game of the given kind."""
    _use(folder / f"{slug}.db", OLD)
    asyncio.run(begun(os.environ["DATABASE_URL"], slug))
    file = folder / f"{slug}.moving"
    strangers.broke(["export", "FARHM7", str(file)])
    return file.read_text(encoding="utf-8")


def _hand_in(folder: Path, spoil: Callable[[], str], how: list[str], count: int) -> list[str]:
    found, file = list[str](), folder / "handed-in"
    for _ in range(count):
        _use(folder / "new.db", NEW)
        text = spoil()
        file.write_text(text, encoding="utf-8", newline="")
        if told := strangers.broke([*how, str(file)]):
            found.append(f"{told}\n{text}")
    return found


def _use(database: Path, bot: int) -> None:
    """Let commands use the bot's database, which has no games yet."""
    os.environ["DATABASE_URL"] = f"sqlite:///{database}"
    os.environ["DISCORD_TOKEN"] = token_of(bot)
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    lay_blank(database)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
