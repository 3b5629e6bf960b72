"""Turns in many channels at a steady rate: the load of a core, and the time that people wait."""

from bench.effort import Effort
from bench.findings import Finding, Findings
from bench.series import Series
from bench.side import Arrivals, Side, side

OURS_A_SECOND = 25
"""Our turns a second, because a turn has a post and an edit, and Discord allows 50 requests a second."""

THEIRS_A_SECOND = 5


def measure(effort: Effort) -> Findings:
    """Measure our bot at Discord's limit, and the typical bot at a rate that it can sustain."""
    found = Findings()
    ours: list[Arrivals] = []
    theirs: list[Arrivals] = []
    with side("harbourmaster", effort.channels) as bot, side("typical", effort.channels) as typical:
        for _ in range(2):
            ours.append(_arrivals(bot, OURS_A_SECOND, effort))
            theirs.append(_arrivals(typical, THEIRS_A_SECOND, effort))
    mine, other = (Series(tuple(wait for half in halves for wait in half.waits)) for halves in (ours, theirs))
    load = sum(half.load for half in ours) / len(ours)
    each = load / OURS_A_SECOND
    found.rows += [
        Finding("load", load, f"{load:.2f} of a core, {each * 1e3:.1f} ms a turn"),
        Finding("latency", mine.share(0.99) / other.share(0.99), mine.slowest(), other.slowest()),
    ]
    return found


def _arrivals(bot: Side, rate: int, effort: Effort) -> Arrivals:
    return bot.arrivals(effort.channels, rate, effort.arrivals // 2)
