"""`./harbour server ID`: export or delete all data of a server."""

import asyncio
from pathlib import Path

from bot.cli import parser_of
from bot.service import config
from bot.store.db_copy import refuse
from bot.store.deletion import delete_server, take_out_server, wipe
from bot.store.lock import alone_on
from rules.engine.errors import HarbourmasterError


def run(arguments: list[str]) -> int:
    """Export or delete the data, and print a summary. Raises HarbourmasterError."""
    parser = parser_of("server", "All data of a server: its games with their journals, records and settings.")
    parser.add_argument("server", type=int, help="the id of the server")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="write it to a file as ./harbour backup does, with seeds and hands; the bot may run",
    )
    task.add_argument("--delete", action="store_true", help="delete it; the bot must be stopped")
    parser.add_argument("--anyway", action="store_true", help="even if stored games were altered")
    chosen = parser.parse_args(arguments)
    url = config.load().database_url
    if chosen.export:
        if chosen.export.exists():
            raise HarbourmasterError(f"{chosen.export} is there already. Name another file.")
        flaws: list[str] = []
        judge = flaws.extend if chosen.anyway else refuse
        holdings = take_out_server(url, chosen.server, chosen.export, judge)
        print(f"{chosen.export} holds {holdings} of server {chosen.server}, readable only by you.")
        print("\n".join(flaws) or "It was checked and is in order.")
        return 0
    with alone_on(url):
        count = delete_server(url, chosen.server)
        asyncio.run(wipe(url))
    print(f"Games of server {chosen.server} deleted, with its records and settings: {count}.")
    return 0
