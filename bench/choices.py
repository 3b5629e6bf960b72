"""The time to list the legal actions in every position of random play and of steady play."""

import gc
import time
from random import Random

from bench.effort import Effort
from bench.findings import Finding, Findings
from bench.positions import games_at_once
from bench.series import Series
from rules.engine.game import AnyGame
from rules.engine.policy import Policy, at_random, steady
from rules.engine.registry import games


def measure(effort: Effort) -> Findings:
    """Measure the processor time to list the legal actions in positions of many matches of each game."""
    found = Findings()
    for game in games().values():
        random, thoughtful = (
            _listing(game, effort.games, policy, time.monotonic() + effort.listing)
            for policy in (at_random, steady)
        )
        all_of_them = Series((*random.values, *thoughtful.values))
        seen = f"of {len(all_of_them.values):,} positions ({len(thoughtful.values):,} of steady games)"
        found.rows += [
            Finding(
                "choices",
                all_of_them.median * 1e3,
                f"{all_of_them.median * 1e3:.2f} ms {seen}",
                game=game.title,
            ),
            Finding(
                "choices_worst",
                all_of_them.high * 1e3,
                f"{all_of_them.high * 1e3:.1f} ms (p99 {all_of_them.share(0.99) * 1e3:.1f} ms)",
                game=game.title,
            ),
        ]
    return found


def _listing(game: AnyGame, count: int, policy: Policy, until: float) -> Series:
    """Return the processor seconds to list each position's actions. Stop at `until` (`time.monotonic`)."""
    took: list[float] = []
    for playing in games_at_once(game, count, Random(count)):
        decision = playing.decision
        if decision is None:
            continue
        # A garbage collection would make an arbitrary position seem slow.
        gc.disable()
        began = time.thread_time()
        _ = decision.actions
        took.append(time.thread_time() - began)
        gc.enable()
        playing.go_on(decision, policy)
        if time.monotonic() > until:
            break
    return Series(tuple(took))
