"""`./harbour replay FILE OUT.gif`: make an animation of an exported game."""

from bot.cli.export_films import make_file, quietly, reel_of
from bot.replays.animation import Replay, make
from rules.engine.export import Export
from rules.engine.seat import Names


def run(arguments: list[str]) -> int:
    """Make the replay of a game that is over. Raises HarbourmasterError."""
    return make_file(arguments, "replay", "an animated picture", "GIF", _replay)


def _replay(whole: Export, names: Names) -> Replay:
    return make(reel_of(whole, names), quietly)
