"""The sizes of a run in one place, so that a test can run everything quickly."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The sizes of a run. Times are in seconds."""

    rounds: int
    """How often each side is measured."""
    games: int
    """The number of random games from which positions are taken."""
    listing: float
    """How long random players, and then steady ones, play each game."""
    played: int
    """Turns in one channel before the measured ones, because bots run for days."""
    turns: int
    """Measured turns in one channel on each side."""
    channels: int
    """The number of channels that play at once."""
    arrivals: int
    """The number of presses that arrive one after the other."""
    lengths: tuple[int, ...]
    """Numbers of entries before a turn. The table has the first and the last."""
    verified: int
    """How often a journal is checked."""
    callers: int
    """The number of simultaneous writers to the store."""
    commits: int
    """The number of commits that each writer waits for, one after the other."""
    clocks: int
    """The number of running games with clocks."""
    due: int
    """How many of them are due at once."""
    stored: tuple[int, ...]
    """Numbers of stored games at a start. The table has the last."""
    running: tuple[int, ...]
    """Numbers of running games. The table has the last two."""
    servers: int
    """The number of servers of Discord that the bot is on."""
    starts: int
    """How often a program is started."""
    watchers: int
    """The number of spectators of one game."""
    watched: int
    """Turns that they see."""


FULL = Effort(
    rounds=15,
    games=24,
    listing=5.0,
    played=40,
    turns=40,
    channels=200,
    arrivals=500,
    lengths=(10, 30, 100, 300, 1000, 3000),
    verified=5,
    callers=100,
    commits=10,
    clocks=10_000,
    due=100,
    stored=(0, 100, 300, 1000),
    running=(0, 100, 300, 1000, 10_000),
    servers=1_000,
    starts=3,
    watchers=1_000,
    watched=15,
)

TINY = Effort(
    rounds=2,
    games=2,
    listing=0.1,
    played=1,
    turns=2,
    channels=2,
    arrivals=4,
    lengths=(5, 9),
    verified=1,
    callers=3,
    commits=2,
    clocks=4,
    due=2,
    stored=(0, 2),
    running=(0, 2, 4),
    servers=2,
    starts=1,
    watchers=3,
    watched=2,
)
"""Enough to see that every benchmark runs. Its numbers mean nothing."""
