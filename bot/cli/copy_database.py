"""`./harbour copy FROM TO`: copy all games from one database to another."""

from bot.cli import parser_of
from bot.service import config
from bot.store.db_copy import refuse
from bot.store.db_move import move


def run(arguments: list[str]) -> int:
    """Check and copy the database, and print its numbers of games and entries. Raises HarbourmasterError."""
    parser = parser_of(
        "copy",
        "Copy all games from one database to an empty one: SQLite files or databases on"
        " PostgreSQL servers. The bot must be stopped.",
    )
    parser.add_argument("from_url", metavar="FROM", help="the old database, written as in DATABASE_URL")
    parser.add_argument("to_url", metavar="TO", help="the new, empty database")
    parser.add_argument("--anyway", action="store_true", help="even if stored games were altered")
    chosen = parser.parse_args(arguments)
    source, target = config.in_project(chosen.from_url), config.in_project(chosen.to_url)
    flaws: list[str] = []
    holdings = move(source, target, flaws.extend if chosen.anyway else refuse)
    order = "\n".join(flaws) or "Every journal was checked and is in order."
    print(f"{holdings} are in both databases now. {order}")
    print("Let DATABASE_URL name the new one, and start the bot.")
    return 0
