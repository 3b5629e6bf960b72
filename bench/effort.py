"""The sizes of a run, from `effort.toml`. With small sizes, a test can run all benchmarks quickly."""

from rules.engine.data import Data, data_file


class Effort(Data):
    """The sizes of a run. `effort.toml` explains each of them."""

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
"""The sizes for measurements, and the sizes to test that every benchmark runs."""
