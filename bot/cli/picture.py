"""`./harbour picture GAME STATE.json OUT.png`: draw a stored state."""

import argparse
from pathlib import Path

from pydantic import ValidationError

import render
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame, State
from rules.engine.registry import game as find_game


def run(arguments: list[str]) -> int:
    """Draw the state that a file holds, as everybody sees it. Raises HarbourmasterError."""
    parser = argparse.ArgumentParser(prog="harbour picture", description="Draw a stored state of a game.")
    parser.add_argument("game", help="the game's name, such as port_flower")
    parser.add_argument("state", type=Path, help="the file with its state as JSON")
    parser.add_argument("out", type=Path, help="where the PNG goes")
    parser.add_argument("--names", default="", help="the players' names in seat order, with commas between")
    chosen = parser.parse_args(arguments)
    game = find_game(chosen.game)
    try:
        state = game.load_state(chosen.state.read_bytes())
    except OSError as error:
        raise HarbourmasterError(f"{chosen.state} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise HarbourmasterError(
            f"{chosen.state} is no state of {game.title}: {place}: {first['msg']}."
        ) from error
    _must_be_possible(game, state, chosen.state)
    names = {seat: name.strip() for seat, name in enumerate(chosen.names.split(","), 1) if name.strip()}
    picture = render.draw(game.view(state, None), names)
    try:
        chosen.out.write_bytes(picture.data)
    except OSError as error:
        raise HarbourmasterError(f"{chosen.out} cannot be written: {error.strerror}.") from error
    return 0


def _must_be_possible(game: AnyGame, state: State, file: Path) -> None:
    try:
        game.check(state)
    except (AssertionError, LookupError, ValueError) as error:
        raise HarbourmasterError(f"{file} shows what cannot be in {game.title}: {error}.") from error
