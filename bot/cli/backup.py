"""`./harbour backup FILE`: copy all games to a file, while the bot runs."""

from pathlib import Path

from bot.cli import parser_of
from bot.service import config
from bot.store.db_copy import refuse
from bot.store.db_move import back_up
from rules.engine.errors import HarbourmasterError


def run(arguments: list[str]) -> int:
    """Make and check the copy, and print its numbers of games and entries.

    If HarbourmasterError is raised, an existing file stays unchanged.
    """
    parser = parser_of("backup", "Copy all games to a file, even while the bot runs.")
    parser.add_argument("file", type=Path, help="where the copy goes")
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")
    parser.add_argument("--anyway", action="store_true", help="even if stored games were altered")
    chosen = parser.parse_args(arguments)
    if chosen.file.exists() and not chosen.force:
        raise HarbourmasterError(f"{chosen.file} is there already. Name another file, or add --force.")
    flaws: list[str] = []
    judge = flaws.extend if chosen.anyway else refuse
    holdings = back_up(config.load().database_url, chosen.file, judge)
    order = "\n".join(flaws) or "It was checked and is in order."
    print(f"{chosen.file} holds {holdings}. {order}")
    return 0
