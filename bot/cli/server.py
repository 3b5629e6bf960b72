"""`./harbour server ID --delete`: delete everything that is kept of a server."""

import argparse
import asyncio

from bot.service import config
from bot.store.deletion import delete_server, wipe
from bot.store.lock import alone_on


def run(arguments: list[str]) -> int:
    """Delete it and tell what it was. Raises HarbourmasterError."""
    parser = argparse.ArgumentParser(
        prog="harbour server",
        description="Delete all games of a server, its records and its settings. The bot must be stopped."
        " There is no way back but a backup.",
    )
    parser.add_argument("server", type=int, help="the id of the server")
    parser.add_argument("--delete", action="store_true", required=True, help="yes, delete it")
    chosen = parser.parse_args(arguments)
    url = config.load().database_url
    with alone_on(url):
        count = delete_server(url, chosen.server)
        asyncio.run(wipe(url))
    print(f"Games of server {chosen.server} deleted, with its records and settings: {count}.")
    return 0
