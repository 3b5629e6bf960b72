"""How much a run does: all sizes in one place, so that a test can run everything in a moment."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The sizes of a run. Times are in seconds."""

    rounds: int
    """How often each side is measured."""
    games: int
    """Random games that positions are taken from."""
    listing: float
    """For how long random players, and then greedy ones, play each game."""
    played: int
    """Turns in one channel before those that are measured: bots run for days."""
    turns: int
    """Turns in one channel that are measured on each side."""
    channels: int
    """How many channels play at once."""
    arrivals: int
    """Presses that arrive one after the other."""
    lengths: tuple[int, ...]
    """Numbers of entries behind a turn; the first and the last are those in the table."""
    verified: int
    """How often a journal is checked."""
    callers: int
    """Who writes to the store at the same time."""
    commits: int
    """How many commits each of them waits for, one after the other."""
    clocks: int
    """Running games with clocks."""
    due: int
    """How many of them are due at once."""
    stored: tuple[int, ...]
    """Numbers of stored games at a start; the last is the one in the table."""
    running: tuple[int, ...]
    """Numbers of running games; the last two are those in the table."""
    starts: int
    """How often a program is started."""


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
    starts=3,
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
    starts=1,
)
"""Enough to see that every benchmark runs; its numbers mean nothing."""
