"""The registry of games: every folder next to this package defines a `GAME`."""

import importlib
import pkgutil
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import rules
from rules.engine.errors import HarbourmasterError, UnknownGame
from rules.engine.game import AnyGame


class UnreadableGame(HarbourmasterError):
    """A game's folder that Python cannot load."""


_extra: dict[str, AnyGame] = {}


@cache
def _installed() -> Mapping[str, AnyGame]:
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(rules.__path__):
        if module.ispkg and module.name != "engine":
            game = _read(module.name)
            found[game.slug] = game
    return found


def _read(folder: str) -> AnyGame:
    """Return the game of a folder. Raises UnreadableGame with the place to fix."""
    try:
        game: AnyGame = importlib.import_module(f"rules.{folder}").GAME
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise UnreadableGame(
            f"The game in rules/{folder} cannot be read: {type(error).__name__} in {where}: {error}"
        ) from error
    return game


def games() -> dict[str, AnyGame]:
    """Map the slug of each game to the game, in alphabetical order."""
    return dict(sorted({**_installed(), **_extra}.items()))


def game(name: str) -> AnyGame:
    """Return the game with the slug or title `name`. Raises UnknownGame with the names of all games."""
    by_title = {one.title.casefold(): one for one in games().values()}
    found = games().get(name) or by_title.get(name.strip().casefold())
    if found is None:
        raise UnknownGame(f"There is no game “{name}”. Choose one of: {', '.join(games())}.")
    return found


@contextmanager
def guest(newcomer: AnyGame) -> Iterator[AnyGame]:
    """Register a game during the `with` block, to try out a game from another place."""
    _extra[newcomer.slug] = newcomer
    try:
        yield newcomer
    finally:
        del _extra[newcomer.slug]
