"""`./harbour restore FILE`: bring back the games of a backup."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from bot import config
from bot.store.restore import restore


def run(arguments: list[str]) -> int:
    """Check the backup, put it in the database's place and tell what was done. Raises HarbourmasterError."""
    parser = argparse.ArgumentParser(
        prog="harbour restore", description="Bring back the games of a backup. The bot must be stopped."
    )
    parser.add_argument("file", type=Path, help="a file that ./harbour backup made")
    file: Path = parser.parse_args(arguments).file
    done = restore(config.load().database_url, file, datetime.now(UTC))
    print(f"The database is now what {file} holds: {done.holdings}.")
    if done.kept:
        print(f"What was there before is kept as {done.kept}.")
    return 0
