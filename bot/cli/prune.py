"""`./harbour prune`: delete games that ended long ago."""

import asyncio
import time

from bot.cli import parser_of
from bot.service import config
from bot.store.deletion import prune, wipe
from rules.engine.errors import HarbourmasterError

DAY = 86_400


def run(arguments: list[str]) -> int:
    """Delete old games and print their number. Raises HarbourmasterError."""
    parser = parser_of(
        "prune",
        "Delete games that ended more than this many days ago, with their journals and records."
        " The bot may run meanwhile. There is no way back but a backup.",
    )
    parser.add_argument("--days", type=int, help="instead of KEEP_FINISHED_DAYS; at least 1")
    chosen = parser.parse_args(arguments)
    settings = config.load()
    days = settings.keep_finished_days if chosen.days is None else chosen.days
    if days < 1:
        raise HarbourmasterError(
            "Games are kept for ever. Set KEEP_FINISHED_DAYS, or say --days with a number of days."
        )
    count = prune(settings.database_url, int(time.time()) - days * DAY)
    asyncio.run(wipe(settings.database_url))
    print(f"Games deleted that had been over for {days} days: {count}.")
    return 0
