"""The program that compares a finished game's choices with the bot's.

`python -m bot.sessions.hindsight_program` reads one game from its input and writes what it found. It has
loaded the rules alone, and is given neither seed nor settings.
"""

import os
import sys

from pydantic import BaseModel

from rules.engine.entry import Entry, Opening
from rules.engine.hindsight import hindsight
from rules.engine.registry import game as find_game

if sys.platform != "win32":
    import resource

NICENESS = 10

MEMORY = 1 << 30
"""The most bytes of address space."""

SECONDS = 60
"""The most processor time."""


class GameToCompare(BaseModel):
    """A finished game: its opening, its journal, and the entry where its line ends."""

    opening: Opening
    journal: tuple[Entry, ...]
    head: int


def main() -> None:
    """Compare one game."""
    if sys.platform != "win32":
        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    played = GameToCompare.model_validate_json(sys.stdin.buffer.read())
    found = hindsight(find_game(played.opening.game), played.opening, played.journal, played.head)
    sys.stdout.write(found.model_dump_json())


if __name__ == "__main__":
    main()
