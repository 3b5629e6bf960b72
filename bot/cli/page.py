"""`./harbour page FILE OUT.html`: an exported game as a page for a browser."""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bot.cli.exported import text_of
from bot.cli.output_files import write
from bot.narration.narrator import Narrator
from bot.narration.story_counts import StoryCounts
from bot.posts.page import Tale, make
from bot.posts.replays import Reel
from bot.sessions.replays import Played
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, Member
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
    text = text_of(chosen.file)
    whole = read(text)
    given = [name.strip() for name in chosen.names.split(",")]
    given += [""] * (len(whole.opening.players) - len(given))
    names = {seat: given[seat - 1] or f"Seat {seat}" for seat in range(1, len(whole.opening.players) + 1)}
    reel = Reel(find_game(whole.opening.game), whole.opening, whole.seed, whole.journal, lambda _: names)
    made = make(_tale(whole, names), text, reel, _quietly)
    write(chosen.out, made.data)
    print(f"{chosen.out}: {made.frames} moments, {len(made.data) / 1e6:.1f} MB")
    return 0


def _tale(whole: Export, names: Names) -> Tale:
    """How the game reads as far as this program's rules can play it."""
    game = find_game(whole.opening.game)
    played = Played(game, whole.opening, whole.seed, whole.journal)
    rows = played.rows()
    seated = {seat: Member(seat, 0, name) for seat, name in names.items()}
    narrator = Narrator(
        game,
        played.match.shown,
        lambda _: seated,
        whole.opening.commitment,
        undo_paths_in(rows),
        users=lambda _: 0,
    )
    narrator.counts = StoryCounts(game, rows)
    return Tale(partial(_told, narrator, rows), {})


def _told(narrator: Narrator, rows: Sequence[EntryRow], entry: int) -> list[str]:
    return narrator.tell(rows[entry - 1])


def _quietly(_done: int, _of: int) -> None:
    """Nobody waits at a prompt for less than some seconds."""
