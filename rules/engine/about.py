"""A game's names, texts and numbers of seats, from the file `game.toml` in its folder."""

from rules.engine.data import Data, optional_file


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
    found = optional_file(package, "game.toml", dict[str, object])
    return About.model_validate(found).model_dump(exclude_unset=True) if found else {}
