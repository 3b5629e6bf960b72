"""Benchmarks: every budget of the project, compared with a peer, in one run (`./harbour bench`).

Each module with a `measure` function is a benchmark. It takes an `Effort`, which says how much to do. It
returns `Findings`: numbers for the tables of `docs/performance.md`, and curves.
"""
