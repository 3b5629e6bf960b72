"""Time limits in words."""

from bot.sessions.table_options import in_time
from bot.store.preferences import Preferences
from bot.store.rows import GameRow
from rules.engine.decision import Awaited


def time_limit(until: int) -> str:
    """Return a sentence about a question's time limit `until` (seconds since 1970); empty if `until` is 0."""
    return f" Without an answer <t:{until}:R> the rules decide." if until else ""


def vacation(wishes: Preferences, now: int) -> str:
    """Return a player's current or next vacation in brackets; empty if the player has planned none."""
    coming = next((one for one in wishes.away if one.ended > now and not one.cut), None)
    return f" (Away: <t:{coming.began}:d> to <t:{coming.ended}:d>.)" if coming else ""


def bank_left(row: GameRow, asked: Awaited) -> str:
    """Return in brackets what is left of a time bank, which the time limit includes; empty without a bank."""
    if not row.pace.bank or asked.clock != "turn" or row.position is None:
        return ""
    left = row.position.bank(asked.seat)
    return f" (With {in_time(left)} of the time bank.)" if left else " (The time bank is used up.)"
