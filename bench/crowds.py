"""Many channels: how many turns a second when all press at once, and how long people wait otherwise."""

from bench.effort import Effort
from bench.findings import Curve, Finding, Findings, Line
from bench.series import Series
from bench.side import Side, side

OURS_A_SECOND = 20
THEIRS_A_SECOND = 5


def measure(effort: Effort) -> Findings:
    """Turns a second against the number of channels, and waiting times at a steady rate."""
    most = effort.channels[-1]
    found = Findings()
    with side("harbourmaster", most) as ours, side("typical", most) as typical:
        rates = [(_rates(ours, count, effort), _rates(typical, count, effort)) for count in effort.channels]
        mine, theirs = _waits(ours, typical, most, effort)
    fast, slow = rates[-1]
    found.rows += [
        Finding(
            "throughput",
            fast.median / slow.median,
            f"{fast.median:.0f}/s ({fast.low:.0f}–{fast.high:.0f})",
            f"{slow.median:.0f}/s ({slow.low:.0f}–{slow.high:.0f})",
        ),
        Finding("latency", mine.share(0.99) / theirs.share(0.99), _told(mine), _told(theirs)),
    ]
    found.curves.append(
        Curve(
            "channels",
            "Turns a second when all channels press at once",
            "channels",
            "turns a second",
            (
                _line("Harbourmaster", effort, [pair[0] for pair in rates]),
                _line("typical bot", effort, [pair[1] for pair in rates]),
            ),
        )
    )
    return found


def _rates(bot: Side, channels: int, effort: Effort) -> Series:
    """Turns a second in each of several bursts; small ones are repeated, or they would tell nothing."""
    repeated = max(1, min(12, effort.channels[-1] // channels // 4))
    values = []
    for _ in range(effort.bursts):
        wall = sum(bot.burst(channels).wall for _ in range(repeated))
        values.append(repeated * channels / wall)
    return Series(tuple(values))


def _waits(ours: Side, typical: Side, channels: int, effort: Effort) -> tuple[Series, Series]:
    """Seconds from press to answer, in two halves on each side, in turns."""
    mine: list[float] = []
    theirs: list[float] = []
    for _ in range(2):
        mine += ours.arrivals(channels, OURS_A_SECOND, effort.arrivals // 2).values
        theirs += typical.arrivals(channels, THEIRS_A_SECOND, effort.arrivals // 2).values
    return Series(tuple(mine)), Series(tuple(theirs))


def _line(name: str, effort: Effort, series: list[Series]) -> Line:
    return Line(name, tuple(zip(map(float, effort.channels), (one.median for one in series), strict=True)))


def _told(waits: Series) -> str:
    return f"{waits.share(0.99) * 1e3:.0f} ms (median {waits.median * 1e3:.0f} ms)"
