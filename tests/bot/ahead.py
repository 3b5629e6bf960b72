"""The bot on a machine with a wrong clock: `python -m tests.bot.ahead SECONDS run`."""

import sys
import time

_time = time.time
_ahead = int(sys.argv.pop(1))


def _wrong() -> float:
    return _time() + _ahead


# Replace the clock before any part of the bot reads it.
time.time = _wrong

from bot.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
