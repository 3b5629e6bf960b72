"""A program that compares a finished game's choices with the bot's.

The program reads one game, without its seed, from standard input, and writes the result to standard output.
"""

import sys

from pydantic import BaseModel

from bot.sessions.programs.modest import be_modest
from rules.engine.entry import Entry, Opening
from rules.engine.hindsight import hindsight
from rules.engine.registry import game as find_game

SECONDS = 60
"""The maximum processor time in seconds."""


class GameToCompare(BaseModel):
    """A finished game, with its opening, its journal, and the last entry of its line."""

    opening: Opening
    journal: tuple[Entry, ...]
    head: int


def main() -> None:
    """Compare one game."""
    be_modest(SECONDS)
    played = GameToCompare.model_validate_json(sys.stdin.buffer.read())
    found = hindsight(find_game(played.opening.game), played.opening, played.journal, played.head)
    sys.stdout.write(found.model_dump_json())


if __name__ == "__main__":
    main()
