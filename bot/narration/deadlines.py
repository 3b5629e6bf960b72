"""Until when an answer is waited for, in words."""

from bot.sessions.table_options import in_time
from bot.store.preferences import Preferences
from bot.store.rows import GameRow
from rules.engine.awaited import Awaited


def time_limit(until: int) -> str:
    """A sentence that follows what is asked; empty where the answer may take its time (`until` is 0)."""
    return f" Without an answer <t:{until}:R> the rules decide." if until else ""


def vacation(wishes: Preferences, now: int) -> str:
    """That somebody is away, or is soon to be, as it follows what is asked; empty where they are there."""
    coming = next((one for one in wishes.away if one.ended > now and not one.cut), None)
    return f" (Away: <t:{coming.began}:d> to <t:{coming.ended}:d>.)" if coming else ""


def bank_left(row: GameRow, asked: Awaited) -> str:
    """What is left of a time bank, which the time limit counts in; empty where the table has none."""
    if not row.pace.bank or asked.clock != "turn" or row.position is None:
        return ""
    left = row.position.bank(asked.seat)
    return f" (With {in_time(left)} of the time bank.)" if left else " (The time bank is used up.)"
