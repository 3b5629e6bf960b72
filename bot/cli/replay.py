"""`./harbour replay FILE OUT.gif`: an animated picture of an exported game."""

import argparse
from pathlib import Path

from bot.cli.exported import text_of
from bot.cli.output_files import write
from bot.posts.replays import Reel, make
from rules.engine.export import read
from rules.engine.registry import game as find_game


def run(arguments: list[str]) -> int:
    """Make the replay of a game that is over. Raises HarbourmasterError."""
    parser = argparse.ArgumentParser(
        prog="harbour replay",
        description="Make an animated picture of a game that is over, in the file that /game export wrote.",
    )
    parser.add_argument("file", type=Path, help="the exported game")
    parser.add_argument("out", type=Path, help="where the GIF goes")
    parser.add_argument("--names", default="", help="the players' names in seat order, with commas between")
    chosen = parser.parse_args(arguments)
    whole = read(text_of(chosen.file))
    game = find_game(whole.opening.game)
    names = {seat: name.strip() for seat, name in enumerate(chosen.names.split(","), 1) if name.strip()}
    made = make(Reel(game, whole.opening, whole.seed, whole.journal, lambda _: names), _quietly)
    write(chosen.out, made.data)
    print(f"{chosen.out}: {made.frames} moments, {len(made.data) / 1e6:.1f} MB")
    return 0


def _quietly(_done: int, _of: int) -> None:
    """Nobody waits at a prompt for less than some seconds."""
