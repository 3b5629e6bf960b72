"""Benchmarks: `./harbour bench` measures every budget of the project, most of them against a peer.

Each module with a function `measure` is a benchmark. The function receives the sizes of the run as an
`Effort`. `measure` returns `Findings`: numbers for the tables of `docs/performance.md`, and curves.
"""
