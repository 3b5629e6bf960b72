"""The command line, which runs benchmarks. A run of all benchmarks also updates the page."""

import argparse
import importlib
import sys
import time
from collections.abc import Sequence

from bench import machine, page
from bench.budgets import budgets
from bench.effort import FULL, Effort
from bench.findings import Finding, Findings
from bot.service.garbage_collection import loading
from rules.engine.registry import games

BENCHMARKS = (
    "pictures",
    "actions",
    "choices",
    "turns",
    "crowds",
    "thinking",
    "lengths",
    "commits",
    "servers",
    "processes",
    "clocks",
    "hosting",
    "watchers",
)
"""The modules with benchmarks, in the order of the table."""


def main(arguments: Sequence[str]) -> int:
    """Run the requested benchmarks. Return the exit code: 1 if a budget is missed, otherwise 0."""
    parser = argparse.ArgumentParser(
        prog="harbour bench",
        description="Measure every budget and its peer. A run of all benchmarks updates docs/performance.md.",
    )
    parser.add_argument("name", nargs="*", help=f"only these: {', '.join(BENCHMARKS)}")
    chosen = parser.parse_args(arguments).name
    unknown = set(chosen) - set(BENCHMARKS)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; choose from {', '.join(BENCHMARKS)}")
    surroundings = machine.described()
    found = run(chosen or BENCHMARKS, FULL)
    if not chosen:
        page.update(found, surroundings)
        print(f"Written to {page.PAGE}.")
    return int(any(budgets()[row.budget].verdict(row.value) == "missed" for row in found.rows))


def run(names: Sequence[str], effort: Effort) -> Findings:
    """Run the named benchmarks. Print and return the findings."""
    everything = Findings()
    for name in names:
        with loading():  # As in the bot, garbage collection skips the objects that are loaded here.
            benchmark = importlib.import_module(f"bench.{name}")
            games()
        began = time.monotonic()
        found: Findings = benchmark.measure(effort)
        for row in found.rows:
            print(_line(row), flush=True)
        print(f"    {name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        everything.rows += found.rows
        everything.curves += found.curves
    return everything


def _line(row: Finding) -> str:
    budget = budgets()[row.budget]
    value = "–" if row.value is None else f"{row.value:.3g} {budget.unit}"
    against = f" against {row.peers}" if row.peers else ""
    return f"{budget.verdict(row.value):12} {row.budget:14} {value:>14}   {row.ours}{against}"
