"""`python -m bench`, called by `./harbour bench`."""

import sys

if __name__ == "__main__":
    # The processes that a benchmark starts read this file, too, but need not import the benchmarks.
    from bench.command import main

    sys.exit(main(sys.argv[1:]))
