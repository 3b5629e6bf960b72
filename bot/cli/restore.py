"""`./harbour restore FILE`: bring back the games of a backup."""

from datetime import UTC, datetime
from pathlib import Path

from bot.cli import parser_of
from bot.service import config
from bot.store.db_copy import refuse
from bot.store.restore import restore


def run(arguments: list[str]) -> int:
    """Check the backup, replace the database, and print its numbers of games and entries.

    Raises HarbourmasterError.
    """
    parser = parser_of("restore", "Bring back the games of a backup. The bot must be stopped.")
    parser.add_argument("file", type=Path, help="a file that ./harbour backup made")
    parser.add_argument("--anyway", action="store_true", help="even if stored games were altered")
    chosen = parser.parse_args(arguments)
    flaws: list[str] = []
    judge = flaws.extend if chosen.anyway else refuse
    done = restore(config.load().database_url, chosen.file, datetime.now(UTC), judge)
    print("\n".join([f"The database is now what {chosen.file} holds: {done.holdings}.", *flaws]))
    if done.kept:
        print(f"What was there before is kept as {done.kept}.")
    return 0
