"""Measurements: every budget of the project beside a peer, in one run (`./harbour bench`).

Each module of this package that has a `measure` is a benchmark. It takes an `Effort`, which says how much to
do, and returns `Findings`: numbers for the table of `docs/performance.md`, and curves.
"""
