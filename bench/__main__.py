"""`python -m bench`, called by `./harbour bench`."""

import sys

if __name__ == "__main__":
    # The processes that a benchmark starts read this file too, and must not load all of it.
    from bench.command import main

    sys.exit(main(sys.argv[1:]))
