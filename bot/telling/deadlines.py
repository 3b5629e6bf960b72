"""Until when an answer is waited for, in words."""

from bot.store.wishes import Wishes


def time_limit(until: int) -> str:
    """A sentence that follows what is asked; empty where the answer may take its time (`until` is 0)."""
    return f" Without an answer <t:{until}:R> the rules decide." if until else ""


def vacation(wishes: Wishes, now: int) -> str:
    """That somebody is away, or is soon to be, as it follows what is asked; empty where they are there."""
    coming = next((one for one in wishes.away if one.ended > now and not one.cut), None)
    return f" (Away: <t:{coming.began}:d> to <t:{coming.ended}:d>.)" if coming else ""
