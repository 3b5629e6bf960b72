"""Time limits in words."""

from bot.sessions.table_options import in_time
from bot.store.preferences import Preferences
from bot.store.rows import GameRow
from rules.engine.decision import Awaited


def time_limit(until: int) -> str:
    """Return a sentence with the time limit of a question; empty if there is none (`until` is 0)."""
    return f" Without an answer <t:{until}:R> the rules decide." if until else ""


def vacation(wishes: Preferences, now: int) -> str:
    """Return the player's current or next vacation as the end of a sentence; empty if there is none."""
    coming = next((one for one in wishes.away if one.ended > now and not one.cut), None)
    return f" (Away: <t:{coming.began}:d> to <t:{coming.ended}:d>.)" if coming else ""


def bank_left(row: GameRow, asked: Awaited) -> str:
    """Return the remaining time of a time bank, which the time limit includes; empty if there is none."""
    if not row.pace.bank or asked.clock != "turn" or row.position is None:
        return ""
    left = row.position.bank(asked.seat)
    return f" (With {in_time(left)} of the time bank.)" if left else " (The time bank is used up.)"
