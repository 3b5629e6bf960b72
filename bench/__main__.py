"""`python -m bench`, called by `./harbour bench`."""

import sys

if __name__ == "__main__":
    # The processes that a benchmark starts import this file, too, but do not need the benchmarks.
    from bench.command import main

    sys.exit(main(sys.argv[1:]))
