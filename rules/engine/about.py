"""What people read of a game before they play it, from the file `game.toml` of its folder."""

from importlib.resources import files

from rules.engine.data import Data, data_file


class About(Data):
    """A game's names and seats. `Game` says what each is."""

    command: str
    title: str
    pitch: str
    credit: str
    min_seats: int
    max_seats: int
    rounds: str = "rounds"


def about(package: str) -> dict[str, str | int]:
    """Return what the game in that package says of itself; nothing if it has no file."""
    if not (files(package) / "game.toml").is_file():
        return {}
    return data_file(package, "game.toml", About).model_dump(exclude_unset=True)
