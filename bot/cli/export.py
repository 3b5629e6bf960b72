"""`./harbour export GAME FILE`: move a running game to another bot."""

from pathlib import Path

from bot.cli import parser_of
from bot.cli.output_files import cannot_be_written
from bot.service import config
from bot.store.file_modes import writing_privately
from bot.store.game_export import let_go, take_out
from bot.store.lock import alone_on
from rules.engine.errors import HarbourmasterError


def run(arguments: list[str]) -> int:
    """Write the game to the file, then mark the game as moved. Raises HarbourmasterError."""
    parser = parser_of(
        "export",
        "Move a running game to another bot, in a file with all its secrets. This bot does not"
        " play it any more. The bot must be stopped.",
    )
    parser.add_argument("game", help="the id of the game")
    parser.add_argument("file", type=Path, help="the file to write; ./harbour import FILE reads it")
    chosen = parser.parse_args(arguments)
    settings = config.load()
    game, file = chosen.game.upper(), chosen.file
    with alone_on(settings.database_url):
        text = take_out(settings.database_url, game, config.bot_of(settings.token()))
        _write(file, text)
        # The game is released only after the file is written.
        let_go(settings.database_url, game)
    print(f"Game {game} is in {file}, readable only by its owner. This bot does not play it any more.")
    print("Stop the other bot, run ./harbour import there with this file, start it, and delete the file.")
    return 0


def _write(file: Path, text: str) -> None:
    try:
        with writing_privately(file) as out:
            out.write(text.encode())
    except FileExistsError as error:
        raise HarbourmasterError(f"{file} is there already. Name another file.") from error
    except OSError as error:
        raise HarbourmasterError(f"{cannot_be_written(file, error).message} Nothing was changed.") from error
