from rules.engine.data import Data, data_file


class Effort(Data):
    """The sizes of a run, which `effort.toml` explains."""

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
"""The sizes for measurements, and the sizes with which a test runs all benchmarks quickly."""
