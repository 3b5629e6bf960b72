"""The common parts of `./harbour page` and `./harbour replay`, which convert an exported game."""

import argparse
from collections.abc import Callable
from pathlib import Path

from bot.cli import parser_of
from bot.cli.exported import text_of
from bot.cli.output_files import write
from bot.replays.animation import Reel, Replay
from rules.engine.export import Export, read
from rules.engine.registry import game as find_game
from rules.engine.seat import Names


def add_names(parser: argparse.ArgumentParser) -> None:
    """Add the option for players' names, in seat order."""
    told = "the players' names in seat order, with commas between"
    parser.add_argument("--names", type=_by_seat, default={}, help=told)


def make_file(
    arguments: list[str], command: str, made: str, out: str, make: Callable[[Export, Names], Replay]
) -> int:
    """Write the data that `make` returns for the game and the names in the arguments.

    `made` and `out` name the product and its file in the help. Raises HarbourmasterError.
    """
    parser = parser_of(command, f"Make {made} of a game that is over, in the file that /game export wrote.")
    parser.add_argument("file", type=Path, help="the exported game")
    parser.add_argument("out", type=Path, help=f"where the {out} goes")
    add_names(parser)
    chosen = parser.parse_args(arguments)
    replay = make(read(text_of(chosen.file)), chosen.names)
    write(chosen.out, replay.data)
    print(f"{chosen.out}: {replay.frames} moments, {len(replay.data) / 1e6:.1f} MB")
    return 0


def reel_of(whole: Export, names: Names) -> Reel:
    """Return the data for a replay of a whole game, which shows `names` for the players."""
    return Reel(find_game(whole.opening.game), whole.opening, whole.seed, whole.journal, lambda _: names)


def quietly(_done: int, _of: int) -> None:
    """Report no progress, because the work takes only seconds."""


def _by_seat(names: str) -> dict[int, str]:
    return {seat: name.strip() for seat, name in enumerate(names.split(","), 1) if name.strip()}
