"""`./harbour rooms GAME`: print all decisions of a game, with prompts and the defaults for absent players."""

from bot.cli import parser_of
from rules.engine.errors import HarbourmasterError
from rules.engine.registry import game as find_game
from rules.engine.room_report import look_around, table


def run(arguments: list[str]) -> int:
    """Print the rooms of a game as a table. Raises HarbourmasterError."""
    parser = parser_of(
        "rooms", "Show every decision of a game: the prompt, and the default of absent players."
    )
    parser.add_argument("game", help="the game's name, such as privateer")
    parser.add_argument("--games", type=int, default=30, help="how many games are played for it (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="the source of all luck (default 1)")
    chosen = parser.parse_args(arguments)
    if chosen.games < 1:
        raise HarbourmasterError("--games is how many games are played: at least 1.")
    game = find_game(chosen.game)
    print("\n".join(table(game, look_around(game, chosen.games, chosen.seed))))
    return 0
