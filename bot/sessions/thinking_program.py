"""The process that thinks for the bot (`bot.sessions.thinker` starts it). It loads nothing but the rules.

It reads questions as lines of JSON and writes the answers, a line each; an empty line where it has none. It
ends when nobody asks any more.
"""

import contextlib
import os
import resource
import sys
import time

from rules.engine.errors import HarbourmasterError
from rules.engine.thinking import ThinkingRequest, answer

LONGEST = 5.0
"""The seconds after which it answers with what it has found so far."""

MEMORY = 1 << 30
"""The most bytes of address space that it may take."""

NICE = 19
"""By how much it is less urgent than the bot."""


def main() -> None:
    """Answer until there are no more questions."""
    os.nice(NICE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        sys.stdout.write(f"{_answered(line)}\n")
        sys.stdout.flush()


def _answered(line: str) -> str:
    until = time.monotonic() + LONGEST
    try:
        return answer(ThinkingRequest.model_validate_json(line), lambda: time.monotonic() > until)
    except (HarbourmasterError, ValueError, MemoryError):
        return ""


if __name__ == "__main__":
    main()
