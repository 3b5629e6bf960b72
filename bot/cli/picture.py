"""`./harbour picture GAME FILE OUT.png`: draw a stored state, or an exported game at any entry."""

import asyncio
from pathlib import Path

from pydantic import ValidationError

import render
from bot.cli import parser_of
from bot.cli.export_films import add_names
from bot.cli.exported import NoText, document_of, text_of
from bot.cli.output_files import write
from bot.replays.played import Played
from rules.engine.entry import Opening
from rules.engine.errors import HarbourmasterError, first_error
from rules.engine.export import read
from rules.engine.game import AnyGame, State, View
from rules.engine.registry import game as find_game


def run(arguments: list[str]) -> int:
    """Draw the public view of the game or state in a file. Raises HarbourmasterError."""
    parser = parser_of(
        "picture", "Draw a stored state of a game, or a game that is over as /game export wrote it."
    )
    parser.add_argument("game", help="the game's name, such as port_flower")
    parser.add_argument("file", type=Path, help="the file with its state as JSON, or the exported game")
    parser.add_argument("out", type=Path, help="where the PNG goes")
    parser.add_argument("--entry", type=int, help="after which entry of an exported game; else its last")
    add_names(parser)
    chosen = parser.parse_args(arguments)
    game = find_game(chosen.game)
    text = _exported(chosen.file)
    if text:
        view = _view_after(game, text, chosen.entry)
    elif chosen.entry is not None:
        raise HarbourmasterError("A bare state has no entries: leave out --entry, or name an exported game.")
    else:
        view = game.view(_state(game, chosen.file), None)
    picture = render.draw(view, chosen.names)
    write(chosen.out, picture.data)
    return 0


# An exported game


def _exported(file: Path) -> str:
    """Return the text of a file that /game export wrote; empty for other files."""
    try:
        text = text_of(file)
        Opening.model_validate_json(text.partition("\n")[0])
    except (NoText, ValidationError):
        return ""
    return text


def _view_after(game: AnyGame, text: str, entry: int | None) -> View:
    """Return the public view after `entry`, by default the last entry, with traces of the latest moves."""
    whole = read(text)
    if whole.opening.game != game.slug:
        raise HarbourmasterError(f"That is a game of {whole.opening.game}, not of {game.slug}.")
    played = Played(game, whole.opening, whole.seed, whole.journal)
    number = len(whole.journal) if entry is None else entry
    if number not in played.advances:
        first = played.found.replayed_from
        known = f"{first} to {len(whole.journal)}" if first else "none: it was played under other rules"
        raise HarbourmasterError(f"There is no entry {number} to be drawn. Entries: {known}.")
    return asyncio.run(played.view(number))


# A bare state


def _state(game: AnyGame, file: Path) -> State:
    """Return the state in a file. Raises HarbourmasterError if the state is invalid."""
    try:
        state: State = game.load_state(document_of(file))
        game.check(state)
    except ValidationError as error:
        first = first_error(error)
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise HarbourmasterError(f"{file} is no state of {game.title}: {place}: {first['msg']}.") from error
    except (AssertionError, LookupError, ValueError) as error:
        raise HarbourmasterError(f"{file} shows what cannot be in {game.title}: {error}.") from error
    return state
