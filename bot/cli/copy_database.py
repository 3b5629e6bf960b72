"""`./harbour copy FROM TO`: copy all games from one database to another, a file or on a server."""

import argparse

from bot.service import config
from bot.store.db_copy import refuse
from bot.store.db_move import move


def run(arguments: list[str]) -> int:
    """Check the database, copy it, and print what it contains. Raises HarbourmasterError."""
    parser = argparse.ArgumentParser(
        prog="harbour copy",
        description="Carry all games from one database to another that is empty: files of SQLite's or"
        " databases on PostgreSQL servers. The bot must be stopped.",
    )
    parser.add_argument("from_url", metavar="FROM", help="where they are, as DATABASE_URL would say it")
    parser.add_argument("to_url", metavar="TO", help="where they are to be kept")
    parser.add_argument("--anyway", action="store_true", help="also if games are not what was written")
    chosen = parser.parse_args(arguments)
    source, target = config.in_project(chosen.from_url), config.in_project(chosen.to_url)
    flaws: list[str] = []
    holdings = move(source, target, flaws.extend if chosen.anyway else refuse)
    order = "\n".join(flaws) or "Every journal was checked and is in order."
    print(f"{holdings} are in both databases now. {order}")
    print("Let DATABASE_URL name the new one, and start the bot.")
    return 0
