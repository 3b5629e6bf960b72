"""A complete turn inside the bot, from the press to the post."""

from functools import partial

from bench.effort import Effort
from bench.findings import Finding, Findings, compared
from bench.positions import game_in
from bench.series import WARM, Series, in_turns
from bench.side import side
from rules.engine.registry import games


def measure(effort: Effort) -> Findings:
    """Measure consecutive turns of each game in one channel, with both bots in alternation."""
    found = Findings()
    count = len(games())
    with side("harbourmaster", count) as ours, side("typical", count) as typical:
        for channel in range(count):
            sides = partial(ours.turn, channel), partial(typical.turn, channel)
            in_turns(effort.played, *sides)
            before = ours.requests()
            mine, theirs = in_turns(effort.turns, *sides)
            each = (ours.requests() - before) / (effort.turns + WARM)
            title = game_in(channel).title
            found.rows.append(compared("turn", mine, theirs, Series.told, title))
            found.rows.append(Finding("requests", each, f"{each:.2f}", game=title))
    return found
