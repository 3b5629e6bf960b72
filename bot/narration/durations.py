"""Durations in words."""

from bot.sessions.lobby import is_as_preset
from bot.store.rows import GameRow
from rules.engine.registry import game as find_game
from rules.engine.texts import pacing

WEEK = 7
FEW_DAYS = 10
"""Durations of up to this many days are given in days, and longer durations in weeks."""


def how_long(row: GameRow) -> str:
    """Return the measured length of a game with the lobby's preset, in words; empty without a measurement.

    Until enough players have joined, the length is for the minimum number of players.
    """
    game = find_game(row.slug)
    measured = pacing(game).get(row.preset, {})
    seats = min(max(len(row.members), game.min_seats), max(measured, default=0))
    turns = round(measured.get(seats, 0))
    if not turns:
        return ""
    but = "" if is_as_preset(row, row.preset) else ", as the preset is by itself"
    return f"about {turns} turns each{but}: {_days(turns)} if everybody moves once a day"


def _days(days: int) -> str:
    weeks = round(days / WEEK)
    if days <= FEW_DAYS:
        return f"{days} days"
    return f"{weeks} weeks" if weeks > 1 else "a week"
