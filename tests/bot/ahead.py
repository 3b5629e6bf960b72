"""The bot on a machine whose clock is wrong: `python -m tests.bot.ahead SECONDS run`."""

import sys
import time

_time = time.time
_ahead = int(sys.argv.pop(1))


def _wrong() -> float:
    return _time() + _ahead


# Before anything of the bot has looked at it.
time.time = _wrong

from bot.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
