"""A game's names, texts and numbers of seats, from the file `game.toml` in its folder."""

from importlib.resources import files

from rules.engine.data import Data, data_file


class About(Data):
    """A game's names and numbers of seats. `Game` documents the fields."""

    command: str
    title: str
    pitch: str
    credit: str
    min_seats: int
    max_seats: int
    rounds: str = "rounds"


def about(package: str) -> dict[str, str | int]:
    """Return the fields of the package's `game.toml`; empty if there is no such file."""
    if not (files(package) / "game.toml").is_file():
        return {}
    return data_file(package, "game.toml", About).model_dump(exclude_unset=True)
