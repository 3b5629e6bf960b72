"""`./harbour page FILE OUT.html`: an exported game as a page for a browser."""

import argparse
from pathlib import Path

from bot.cli.exported import text_of
from bot.cli.output_files import write
from bot.posts.page.chronicle import Chronicle
from bot.posts.page.file import make
from bot.posts.replays import Reel
from bot.sessions.replays import Played
from bot.store.rows import GameRow, Member
from rules.engine.export import Export, read
from rules.engine.registry import game as find_game
from rules.engine.seat import Names


def run(arguments: list[str]) -> int:
    """Make the page of a game that is over. Raises HarbourmasterError."""
    parser = argparse.ArgumentParser(
        prog="harbour page",
        description="Make a page for a browser of a game that is over, in the file that /game export wrote.",
    )
    parser.add_argument("file", type=Path, help="the exported game")
    parser.add_argument("out", type=Path, help="where the page goes")
    parser.add_argument("--names", default="", help="the players' names in seat order, with commas between")
    chosen = parser.parse_args(arguments)
    whole = read(text_of(chosen.file))
    given = [name.strip() for name in chosen.names.split(",")]
    given += [""] * (len(whole.opening.players) - len(given))
    names = {seat: given[seat - 1] or f"Seat {seat}" for seat in range(1, len(whole.opening.players) + 1)}
    reel = Reel(find_game(whole.opening.game), whole.opening, whole.seed, whole.journal, lambda _: names)
    made = make(_chronicle(whole, names), reel, _quietly)
    write(chosen.out, made.data)
    print(f"{chosen.out}: {made.frames} moments, {len(made.data) / 1e6:.1f} MB")
    return 0


def _chronicle(whole: Export, names: Names) -> Chronicle:
    """The game as a bot would keep it that knows nobody, as far as this program's rules can play it."""
    opening, game = whole.opening, find_game(whole.opening.game)
    played = Played(game, opening, whole.seed, whole.journal)
    match = played.match
    row = GameRow(
        id=opening.match,
        guild=0,
        channel=0,
        slug=game.slug,
        status=match.position.status,
        creator=0,
        created=opening.at,
        updated=whole.journal[-1].at,
        # People with nothing but a name have numbers below 0.
        members=tuple(Member(seat, -seat, name) for seat, name in names.items()),
        opening=opening,
        seed=whole.seed,
        position=match.position,
    )
    return Chronicle(row, match, played.rows())


def _quietly(_done: int, _of: int) -> None:
    """Nobody waits at a prompt for less than some seconds."""
