"""The sizes of a run in one place (`effort.toml`), so that a test can run everything quickly."""

from rules.engine.data import Data, data_file


class Effort(Data):
    """The sizes of a run. The file says what each is for."""

    lengths: tuple[int, ...]
    stored: tuple[int, ...]
    running: tuple[int, ...]
    rounds: int
    games: int
    listing: float
    played: int
    turns: int
    channels: int
    arrivals: int
    verified: int
    callers: int
    commits: int
    clocks: int
    due: int
    servers: int
    starts: int
    watchers: int
    watched: int


_SIZES = data_file("bench", "effort.toml", dict[str, Effort])

FULL, TINY = _SIZES["full"], _SIZES["tiny"]
"""A run that measures, and one that only shows that every benchmark runs."""
