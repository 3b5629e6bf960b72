"""Until when an answer is waited for, in words."""


def time_limit(until: int) -> str:
    """A sentence that follows what is asked; empty where the answer may take its time (`until` is 0)."""
    return f" Without an answer <t:{until}:R> the rules decide." if until else ""
