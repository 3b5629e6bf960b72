"""Benchmarks: one run measures every budget of the project and compares it with a peer (`./harbour bench`).

Each module with a function `measure` is a benchmark. The function receives an `Effort`, the sizes of the run,
and returns `Findings`: numbers for the tables of `docs/performance.md`, and curves.
"""
