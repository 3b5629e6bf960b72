"""The delay of people's presses while strong seats of the bot think in another process."""

from bench.effort import Effort
from bench.findings import Finding, Findings
from bench.series import Series
from bench.side import side

A_SECOND = 10
"""The presses a second: so few that no queue forms, even on a slow machine."""

SEATS = 4
"""The number of strong seats that think at the same time."""

HALVES = 4
"""The number of measurements without thinking seats, and with thinking seats."""


def measure(effort: Effort) -> Findings:
    """Compare the delay of presses while strong seats think, and while they do not."""
    waits: dict[int, list[float]] = {0: [], SEATS: []}
    with side("harbourmaster", effort.channels) as bot:
        for _ in range(HALVES):
            for seats, found in waits.items():
                half = bot.arrivals(effort.channels, A_SECOND, effort.arrivals // 2, seats)
                found.extend(half.waits)
    alone, beside = (Series(tuple(found)) for found in waits.values())
    ratio = beside.share(0.99) / alone.share(0.99)
    return Findings([Finding("thinking", ratio, beside.slowest(), alone.slowest())])
