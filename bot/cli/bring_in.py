"""`./harbour import FILE`: bring a game from elsewhere into this bot's database."""

import argparse
from pathlib import Path

from bot.cli.exported import text_of
from bot.service import config
from bot.store.arriving import put_finished
from bot.tables.arrivals import arrived
from rules.engine.export import read
from rules.engine.registry import game as find_game

ELSEWHERE = "another bot"


def run(arguments: list[str]) -> int:
    """Check the game, then keep it. Raises HarbourmasterError; then nothing was changed."""
    parser = argparse.ArgumentParser(
        prog="harbour import",
        description="Bring a finished game, in the file that /game export wrote, into the records of a"
        " server. It is played again and checked before. The bot may run meanwhile.",
    )
    parser.add_argument("file", type=Path, help="the exported game")
    parser.add_argument(
        "--server", type=int, required=True, help="the id of the server whose game it becomes"
    )
    parser.add_argument(
        "--channel", type=int, default=0, help="the id of the channel where it can be looked at"
    )
    parser.add_argument("--origin", default=ELSEWHERE, help=f"where it comes from (default: {ELSEWHERE})")
    chosen = parser.parse_args(arguments)
    whole = read(text_of(chosen.file))
    row, journal, results = arrived(whole, chosen.server, chosen.channel, chosen.origin)
    put_finished(config.load().database_url, row, journal, results)
    print(f"{find_game(row.slug).title}, game {row.id}: checked, and kept with {len(journal)} entries.")
    print(f"Records name its players as in the file, and where it comes from: {chosen.origin}.")
    return 0
